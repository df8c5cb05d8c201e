// Findings that the source asks to ignore are listed and are no bugs; the search goes on behind them.
//~FLAGS --until bug
//~FILE exit=0 bugs=0
//~FUNCTION on_its_line outcome=complete bugs=0 paths=2
//~FUNCTION above outcome=complete bugs=0 paths=2
//~FUNCTION several outcome=complete bugs=0
#include <stdlib.h>

int on_its_line(int x) {
    if (x == 1234)
        abort(); /* acute: ignore abort */ //~IGNORED abort
    return x;
}

int above(int x) {
    if (x == 1234) {
        // acute: ignore abort
        abort(); //~IGNORED abort
    }
    return x;
}

unsigned several(unsigned *p, unsigned n) {
    /* acute: ignore div-by-zero, null-deref */
    return *p / n; //~IGNORED div-by-zero //~IGNORED null-deref
}

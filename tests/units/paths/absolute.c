// ALERT (Fan 2007), Figs. 2 and 13: a function of the library between an input and a branch.
//~FUNCTION foo outcome=complete paths=2 branches=2/2
//~FUNCTION testme outcome=complete paths=4 branches=6/6
#include <stdlib.h>

int foo(int x) {
    int y = abs(x);
    if (y > 10)
        return -1;
    return 0;
}

int testme(int i) {
    int j = abs(i);
    if (i >= 0) {
        if (j > 7)
            return 1;
        return 2;
    }
    if (j > 20)
        return 3;
    return 4;
}

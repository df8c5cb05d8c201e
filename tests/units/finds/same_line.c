// Several assertions in one line, and one check that is called from several places.
//~FUNCTION two outcome=complete bugs=0 preconditions=2
//~FUNCTION called outcome=complete bugs=2
//~FUNCTION called_not_inlined outcome=complete bugs=3
//~FUNCTION loop bugs=1
#include <assert.h>
#include <stdlib.h>

void two(int x, int y) {
    assert(x != 1000); assert(y != 2000); //~PRECONDITION assertion message~x_!=_1000 //~PRECONDITION assertion message~y_!=_2000
}

static void check(int c) {
    if (!c)
        abort(); //~BUG abort message~line_19 //~BUG abort message~line_20 //~BUG abort tested=check
}

void called(int x, int y) {
    check(x != 1000);
    check(y != 2000);
}

__attribute__((noinline)) static void ensure(int c) {
    if (!c)
        abort(); //~BUG abort message~line_29 //~BUG abort message~line_31 //~BUG abort message~line_32 //~BUG abort message~line_38
}

void called_not_inlined(int x, int y, int z) {
    ensure(x != 1000);
    if (y > 5)
        ensure(y != 2000);
    ensure(z != 3000);
}

// One place, whenever it is.
void loop(const char *s) {
    for (int k = 0; s && k < 3; k++)
        ensure(s[k] != 'x' + k);
}

// The same kind at two lines: two bugs. In a helper: told at the helper's line.
// FIXME: bugs=2 in both, at their lines: clang merges the two calls into one without a line.
//~FUNCTION both outcome=complete bugs=1
//~FUNCTION through outcome=complete bugs=1
//~FLAGS --function both --function through
#include <stdlib.h>

static void fail(int x) {
    if (x == 4)
        abort(); //~BUG abort function=fail
}

int both(int x) { //~BUG abort
    if (x == 1)
        abort();
    if (x == 2)
        abort();
    return 0;
}

int through(int x) {
    fail(x + 1);
    return 0;
}

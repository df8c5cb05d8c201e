// The same kind at two lines: two bugs. In a helper: told at the helper's line.
//~FUNCTION both outcome=complete bugs=2
//~FUNCTION through outcome=complete bugs=1
//~FLAGS --function both --function through
#include <stdlib.h>

static void fail(int x) {
    if (x == 4)
        abort(); //~BUG abort function=fail
}

int both(int x) {
    if (x == 1)
        abort(); //~BUG abort
    if (x == 2)
        abort(); //~BUG abort
    return 0;
}

int through(int x) {
    fail(x + 1);
    return 0;
}

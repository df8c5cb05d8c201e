// The smallest integer divided by -1 traps.
// FIXME: a signed-overflow at every division: nobody looks for it, and it says complete.
//~FUNCTION quotient outcome=complete bugs=0
//~FUNCTION rest outcome=complete bugs=0
//~FUNCTION quotient_of_long outcome=complete bugs=1
//~FUNCTION known outcome=complete bugs=0
//~FUNCTION met outcome=complete bugs=1
#include <limits.h>

int quotient(int a, int b) {
    if (b == 0)
        return 0;
    return a / b;
}

int rest(int a, signed char b) {
    if (!b)
        return 0;
    return a % b;
}

long quotient_of_long(long a, long b) {
    return a / b; //~BUG div-by-zero
}

int known(int a, int b) {
    if (a == INT_MIN && b == -1)
        return a / b;
    return 0;
}

// Where a run meets it, it is told.
int met(int a, int b) {
    if (a < INT_MIN + 1 && (b & 0xffff) == 0xffff && b > -2 && b < 1)
        return a / b; //~BUG signed-overflow
    return 0;
}

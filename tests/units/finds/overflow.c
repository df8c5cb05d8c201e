// The smallest integer divided by -1 traps.
//~FUNCTION quotient outcome=complete bugs=1
//~FUNCTION rest outcome=complete bugs=1
//~FUNCTION quotient_of_long outcome=complete bugs=2
//~FUNCTION known outcome=complete bugs=1
//~FUNCTION met outcome=complete bugs=1
#include <limits.h>

int quotient(int a, int b) {
    if (b == 0)
        return 0;
    return a / b; //~BUG signed-overflow
}

int rest(int a, signed char b) {
    if (!b)
        return 0;
    return a % b; //~BUG signed-overflow
}

long quotient_of_long(long a, long b) {
    return a / b; //~BUG div-by-zero //~BUG signed-overflow
}

int known(int a, int b) {
    if (a == INT_MIN && b == -1)
        return a / b; //~BUG signed-overflow
    return 0;
}

int met(int a, int b) {
    if (a < INT_MIN + 1 && (b & 0xffff) == 0xffff && b > -2 && b < 1)
        return a / b; //~BUG signed-overflow
    return 0;
}

// CUTE (Sen, Marinov, Agha 2005), section 7: a tool that fixes x at the first test never reaches the
// second error. The first one needs x == -3: -3 % 2 is -1 in C.
//~FUNCTION f outcome=complete paths=3 branches=4/4 bugs=2
#include <stdlib.h>

int f(int x) {
    int z = x * x + (x % 2);
    if (z == 8)
        abort(); //~BUG abort
    if (x == 10)
        abort(); //~BUG abort
    return 0;
}

// CUTE (Sen, Marinov, Agha 2005), section 7: y == x * x + x % 2, with every solver there is.
//~FUNCTION g outcome=complete paths=1
//~FUNCTION f outcome=complete paths=2 branches=2/2 executions<=2 bugs=1
#include <stdlib.h>

int g(int x) {
    return x * x + (x % 2);
}

int f(int x, int y) {
    int z = g(x);
    if (y == z)
        abort(); //~BUG abort executions_until<=2
    return 0;
}

// CUTE (Sen, Marinov, Agha 2005), section 7: g comes from g.c as an object file built without us
// (gcc -c g.c, then acute test f.c g.o). The error is reached by moving y to what g gave.
//~FUNCTION f outcome!=complete branches=2/2 executions<=3 bugs=1
#include <stdlib.h>

int g(int x);

int f(int x, int y) {
    int z = g(x);
    if (y == z)
        abort(); //~BUG abort executions_until<=3
    return 0;
}

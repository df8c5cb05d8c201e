// CUTE (Sen, Marinov, Agha 2005), section 7: what a function without source gives is known only as a
// value; the error is reached by moving y to it. Its paths are not all known, so this is never complete.
//~FUNCTION f outcome!=complete branches=2/2 executions<=3 bugs=1
#include <math.h>
#include <stdlib.h>

int f(int x, int y) {
    int z = (int)cbrt((double)x) + 17;
    if (y == z)
        abort(); //~BUG abort executions_until<=3
    return 0;
}

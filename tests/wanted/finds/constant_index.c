// A constant index through a pointer to a local variable.
//~FUNCTION read_constant bugs=1
#include <stdlib.h>

// call: read_constant(12)
int read_constant(int k) {
    int a[4] = { k, 2, 3, 4 };
    const int *p = a;
    if (k == 12)
        return p[4]; //~BUG out-of-bounds
    return p[0];
}

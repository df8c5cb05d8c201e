// A constant index through a pointer to a local variable.
//~FUNCTION read_constant bugs=0
#include <stdlib.h>

int read_constant(int k) {
    int a[4] = { k, 2, 3, 4 };
    const int *p = a;
    if (k == 12)
        return p[3];
    return p[0];
}

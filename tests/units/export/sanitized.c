// Findings that a plain run shows and findings that only AddressSanitizer sees share a file.
//~FLAGS --time 20
//~EXPORTS findings=3
#include <assert.h>
#include <stdlib.h>

//~FUNCTION divided outcome=complete bugs=1
int divided(int n) {
    if (n > 9 || n < 0)
        return 0;
    return 100 / n; //~BUG div-by-zero
}

//~FUNCTION written outcome=complete bugs=1
int written(unsigned i) {
    char *a = calloc(1, 4);
    if (!a || i > 4) {
        free(a);
        return -1;
    }
    a[i] = 1; //~BUG out-of-bounds
    int r = a[0];
    free(a);
    return r;
}

//~FUNCTION computed outcome=complete bugs=1
int computed(int n) {
    int twice = n * 2;
    assert(twice != 64); //~BUG assertion
    return twice;
}

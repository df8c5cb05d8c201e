// SGLIB's heap sort of up to LENGTH numbers; sglib.h is to be found by -I.
#include "../sort.h"
#include <acute.h>
#include <sglib.h>

#ifndef LENGTH
#define LENGTH 5
#endif

static void heap_sort(int *a, int n) {
    SGLIB_ARRAY_SINGLE_HEAP_SORT(int, a, n, SGLIB_NUMERIC_COMPARATOR);
}

int main(void) {
    int a[LENGTH], n;
    ACUTE_input(n);
    ACUTE_assume(n >= 0 && n <= LENGTH);
    ACUTE_input_array(a, LENGTH);
    heap_sort(a, n);
    ACUTE_assert(array_sorted(a, n));
    return 0;
}

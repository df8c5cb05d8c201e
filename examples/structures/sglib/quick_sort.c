// SGLIB's quick sort of up to LENGTH numbers; sglib.h is to be found by -I.
#include "../sort.h"
#include <acute.h>
#include <sglib.h>

#ifndef LENGTH
#define LENGTH 6
#endif

static void quick_sort(int *a, int n) {
    SGLIB_ARRAY_SINGLE_QUICK_SORT(int, a, n, SGLIB_NUMERIC_COMPARATOR);
}

int main(void) {
    int a[LENGTH], n, length = 0;
    ACUTE_input(n);
    while (length < LENGTH && length < n)
        length++;
    ACUTE_input_array(a, LENGTH);
    int sorted = array_sorted(a, length), first = a[0];
    quick_sort(a, length);
    ACUTE_assert(array_sorted(a, length));
    ACUTE_assert(!sorted || a[0] == first);
    return 0;
}

// Heap sort of up to LENGTH numbers.
#include "sort.h"
#include <acute.h>

#ifndef LENGTH
#define LENGTH 5
#endif

int main(void) {
    int a[LENGTH], n;
    ACUTE_input(n);
    ACUTE_assume(n >= 0 && n <= LENGTH);
    ACUTE_input_array(a, LENGTH);
    array_heap_sort(a, n);
    ACUTE_assert(array_sorted(a, n));
    return 0;
}

// Quick sort of up to LENGTH numbers.
#include "sort.h"
#include <acute.h>

#ifndef LENGTH
#define LENGTH 5
#endif

int main(void) {
    int a[LENGTH], n, length = 0;
    ACUTE_input(n);
    // Counted, so that on each path indices are plain numbers.
    while (length < LENGTH && length < n)
        length++;
    ACUTE_input_array(a, LENGTH);
    int sorted = array_sorted(a, length), first = a[0];
    array_quick_sort(a, length);
    ACUTE_assert(array_sorted(a, length));
    ACUTE_assert(!sorted || a[0] == first);
    return 0;
}

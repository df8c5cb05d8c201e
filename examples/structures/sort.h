// Sorting arrays of integers in place: quick sort with its own stack, and heap sort.
#ifndef SORT_H
#define SORT_H

static inline void swap_ints(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

// Whether a[0] <= a[1] <= ... <= a[n - 1].
static inline int array_sorted(const int *a, int n) {
    for (int i = 1; i < n; i++)
        if (a[i - 1] > a[i])
            return 0;
    return 1;
}

// Splits a[low..high] around its middle element and returns where that element comes to stand.
static inline int partition(int *a, int low, int high) {
    swap_ints(&a[low + (high - low) / 2], &a[high]);
    int pivot = a[high], small = low;
    for (int i = low; i < high; i++)
        if (a[i] < pivot)
            swap_ints(&a[i], &a[small++]);
    swap_ints(&a[small], &a[high]);
    return small;
}

static inline void array_quick_sort(int *a, int n) {
    // The smaller part is sorted first, so each open part is less than half of the one below it.
    struct part {
        int low, high;
    } stack[32];
    int open = 0;
    if (n > 1)
        stack[open++] = (struct part){0, n - 1};
    while (open > 0) {
        struct part p = stack[--open];
        int middle = partition(a, p.low, p.high);
        struct part left = {p.low, middle - 1}, right = {middle + 1, p.high};
        struct part small = left, large = right;
        if (left.high - left.low > right.high - right.low) {
            small = right;
            large = left;
        }
        if (large.low < large.high)
            stack[open++] = large;
        if (small.low < small.high)
            stack[open++] = small;
    }
}

// Lets a[root] sink to where no child is greater. The heap is a[0..n-1].
static inline void heap_sink(int *a, int root, int n) {
    for (int child = 2 * root + 1; child < n; child = 2 * root + 1) {
        if (child + 1 < n && a[child] < a[child + 1])
            child++;
        if (a[root] >= a[child])
            return;
        swap_ints(&a[root], &a[child]);
        root = child;
    }
}

static inline void array_heap_sort(int *a, int n) {
    for (int root = n / 2 - 1; root >= 0; root--)
        heap_sink(a, root, n);
    for (int last = n - 1; last > 0; last--) {
        swap_ints(&a[0], &a[last]);
        heap_sink(a, 0, last);
    }
}

#endif

// The quick sort of CAUT (Wang et al. 2009), Table 4, takes 120 runs: one for each order of five.
//~FLAGS --function sort_five
//~ORDERS 5 sort_five(*(struct five *)k)
//~FUNCTION sort_five outcome=complete paths=120 executions=120
struct five {
    int k[5];
};

static void quick_sort(int *a, int low, int high) {
    if (low >= high)
        return;
    int pivot = a[high], small = low;
    for (int i = low; i < high; i++)
        if (a[i] <= pivot) {
            int t = a[i];
            a[i] = a[small];
            a[small++] = t;
        }
    a[high] = a[small];
    a[small] = pivot;
    quick_sort(a, low, small - 1);
    quick_sort(a, small + 1, high);
}

struct five sort_five(struct five s) {
    quick_sort(s.k, 0, 4);
    return s;
}

// Quick sort (Lomuto) of six.
//~ORDERS 6 sort_six(*(struct six *)k)
//~FUNCTION sort_six outcome=complete paths=720
//~FLAGS --function sort_six
struct six {
    int k[6];
};

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static void quick_sort(int *a, int lo, int hi) {
    if (lo >= hi)
        return;
    int pivot = a[hi], i = lo;
    for (int j = lo; j < hi; j++)
        if (a[j] < pivot)
            swap(&a[i++], &a[j]);
    swap(&a[i], &a[hi]);
    quick_sort(a, lo, i - 1);
    quick_sort(a, i + 1, hi);
}

struct six sort_six(struct six s) {
    quick_sort(s.k, 0, 5);
    return s;
}

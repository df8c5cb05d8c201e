// A stable sort through a buffer and memcpy.
//~ORDERS 5 sort_five(*(struct five *)k)
//~FUNCTION sort_five outcome=complete
//~FLAGS --function sort_five
#include <string.h>

struct five {
    int k[5];
};

static void merge_sort(int *a, int n) {
    int out[5];
    if (n < 2)
        return;
    int half = n / 2;
    merge_sort(a, half);
    merge_sort(a + half, n - half);
    for (int i = 0, j = half, k = 0; k < n; k++) {
        if (j == n || (i < half && a[i] <= a[j]))
            out[k] = a[i++];
        else
            out[k] = a[j++];
    }
    memcpy(a, out, n * sizeof *a);
}

struct five sort_five(struct five s) {
    merge_sort(s.k, 5);
    return s;
}

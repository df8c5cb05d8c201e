//~ORDERS 5 sort_five(k[0], k[1], k[2], k[3], k[4])
//~FUNCTION sort_five outcome=complete
//~FLAGS --function sort_five
static void insertion_sort(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int key = a[i], j = i;
        while (j > 0 && a[j - 1] > key) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = key;
    }
}

int sort_five(int a, int b, int c, int d, int e) {
    int k[5] = {a, b, c, d, e};
    insertion_sort(k, 5);
    return k[2];
}

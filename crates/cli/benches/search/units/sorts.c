// N numbers, sorted: as many paths as there are orders.
struct numbers {
    int a[N];
};

static void exchange(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static void quick(int *a, int low, int high) {
    if (low >= high)
        return;
    int i = low;
    for (int j = low; j < high; j++)
        if (a[j] < a[high])
            exchange(&a[i++], &a[j]);
    exchange(&a[i], &a[high]);
    quick(a, low, i - 1);
    quick(a, i + 1, high);
}

void quick_sort(struct numbers n) {
    quick(n.a, 0, N - 1);
}

void insertion_sort(struct numbers n) {
    for (int i = 1; i < N; i++)
        for (int j = i; j > 0 && n.a[j - 1] > n.a[j]; j--)
            exchange(&n.a[j - 1], &n.a[j]);
}

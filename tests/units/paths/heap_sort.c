//~ORDERS 5 sort_five(*(struct five *)k)
//~FUNCTION sort_five outcome=complete infeasible>=1
//~FLAGS --function sort_five
struct five {
    int k[5];
};

static void sift(int *a, int root, int n) {
    for (;;) {
        int child = 2 * root + 1;
        if (child >= n)
            return;
        if (child + 1 < n && a[child] < a[child + 1])
            child++;
        if (a[root] >= a[child])
            return;
        int t = a[root];
        a[root] = a[child];
        a[child] = t;
        root = child;
    }
}

struct five sort_five(struct five s) {
    for (int i = 5 / 2 - 1; i >= 0; i--)
        sift(s.k, i, 5);
    for (int n = 4; n > 0; n--) {
        int t = s.k[0];
        s.k[0] = s.k[n];
        s.k[n] = t;
        sift(s.k, 0, n);
    }
    return s;
}

/* What the benchmark explores. */
#include <stdlib.h>

typedef struct cell { int v; struct cell *next; } cell;

int list(cell *p, int x) {
    if (x > 0)
        if (p != NULL)
            if (2 * x + 1 == p->v)
                if (p->next == p)
                    return 1;
    return 0;
}

typedef struct node { int v; struct node *l, *r; } node;

static node *insert(node *t, int v) {
    if (!t) {
        node *n = malloc(sizeof *n);
        n->v = v;
        n->l = n->r = NULL;
        return n;
    }
    if (v < t->v) t->l = insert(t->l, v);
    else if (v > t->v) t->r = insert(t->r, v);
    return t;
}

struct keys5 { int k[5]; };
struct keys6 { int k[6]; };

void bst5(struct keys5 a) {
    node *t = NULL;
    for (int i = 0; i < 5; i++) t = insert(t, a.k[i]);
}

void bst6(struct keys6 a) {
    node *t = NULL;
    for (int i = 0; i < 6; i++) t = insert(t, a.k[i]);
}

/* Lomuto's partition. */
static void quick(int *a, int lo, int hi) {
    if (lo >= hi) return;
    int p = a[hi], i = lo;
    for (int j = lo; j < hi; j++)
        if (a[j] < p) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
            i++;
        }
    int t = a[i];
    a[i] = a[hi];
    a[hi] = t;
    quick(a, lo, i - 1);
    quick(a, i + 1, hi);
}

void quick6(struct keys6 a) {
    quick(a.k, 0, 5);
    for (int i = 1; i < 6; i++)
        if (a.k[i - 1] > a.k[i]) abort();
}

static void sift(int *a, int root, int n) {
    for (int child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && a[child] < a[child + 1]) child++;
        if (a[root] >= a[child]) return;
        int t = a[root];
        a[root] = a[child];
        a[child] = t;
    }
}

void heap6(struct keys6 a) {
    for (int i = 2; i >= 0; i--) sift(a.k, i, 6);
    for (int n = 5; n > 0; n--) {
        int t = a.k[0];
        a.k[0] = a.k[n];
        a.k[n] = t;
        sift(a.k, 0, n);
    }
}

/* An array of the input, read at indices that depend on the input. */
int search(const int *a, int n, int key) {
    int lo = 0, hi = n - 1;
    while (lo <= hi) {
        int mid = (lo + hi) / 2;
        if (a[mid] == key) return mid;
        if (a[mid] < key) lo = mid + 1;
        else hi = mid - 1;
    }
    return -1;
}

void sort(int *a, int lo, int hi) { quick(a, lo, hi); }

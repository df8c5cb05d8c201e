// An array that is indexed by what depends on the input: each value that the path leaves to an index is a case.
//~FLAGS --array-limit 8
//~FUNCTION search outcome=bounded branches=6/6 solver.by_layer.cases>=20 solver.unknown=0
//~FUNCTION sort outcome=bounded branches=8/8 solver.by_layer.cases>=20 solver.unknown=0
int search(const int *a, int n, int key) {
    int lo = 0, hi = n - 1;
    while (lo <= hi) {
        int mid = (lo + hi) / 2;
        if (a[mid] == key) //~PRECONDITION null-deref //~PRECONDITION out-of-bounds
            return mid;
        if (a[mid] < key)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return -1;
}

void sort(int *a, int lo, int hi) {
    if (hi - lo > 3 || lo >= hi)
        return;
    for (int i = lo; i < hi; i++)
        if (a[i] > a[hi]) { //~PRECONDITION null-deref //~PRECONDITION out-of-bounds
            int t = a[i];
            a[i] = a[hi];
            a[hi] = t;
        }
}

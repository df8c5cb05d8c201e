// A key among seven: seven hits and eight gaps.
//~FUNCTION find outcome=complete paths=15 branches=6/6
int find(int key) {
    static const int a[7] = {-40, -3, 0, 8, 15, 99, 1000};
    int lo = 0, hi = 6;
    while (lo <= hi) {
        int mid = lo + (hi - lo) / 2;
        if (a[mid] == key)
            return mid;
        if (a[mid] < key)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return -1;
}

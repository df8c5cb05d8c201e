// Of a negative number no power of four is small enough.
//~FLAGS --executions 200 --until bug
int isqrt(int n) {
    int root = 0, bit = 1 << 30;
    while (bit > n) //~BUG infinite-loop
        bit >>= 2;
    while (bit != 0) {
        if (n >= root + bit) {
            n -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
        bit >>= 2;
    }
    return root;
}

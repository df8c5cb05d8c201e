// Integers of 128 bits between arguments of 64: sums, products, comparisons, shifts by constants.
//~FUNCTION product outcome=complete paths=2 branches=2/2
//~FUNCTION sum outcome=complete branches=4/4
int product(unsigned long a, unsigned long b) {
    unsigned __int128 p = (unsigned __int128)a * b;
    if ((unsigned long)(p >> 64) == 5)
        return 1;
    return 0;
}

int sum(unsigned long a, unsigned long b, unsigned long c) {
    unsigned __int128 s = (unsigned __int128)a + b + c;
    if (s > ((unsigned __int128)2 << 64))
        return 2;
    if (s > (unsigned __int128)1 << 64)
        return 1;
    return 0;
}

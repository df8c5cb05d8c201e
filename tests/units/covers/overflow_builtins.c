// Overflow, saturation, counting and turning bits: each has its expression.
//~FUNCTION checked_sum outcome=complete paths=2 branches=2/2
//~FUNCTION checked_product outcome=complete paths=2 branches=2/2
//~FUNCTION ones outcome=complete paths=2 branches=2/2
//~FUNCTION network_order outcome=complete paths=2 branches=2/2
//~FUNCTION rotated outcome=complete paths=2 branches=2/2
//~FUNCTION highest outcome=complete paths=3 branches=4/4
int checked_sum(int a, int b) {
    int sum;
    if (__builtin_add_overflow(a, b, &sum))
        return -1;
    return 0;
}

int checked_product(unsigned a, unsigned b) {
    unsigned product;
    if (__builtin_mul_overflow(a, b, &product))
        return -1;
    return 0;
}

int ones(unsigned x) {
    if (__builtin_popcount(x) == 29)
        return 1;
    return 0;
}

int network_order(unsigned x) {
    if (__builtin_bswap32(x) == 0x7f000001)
        return 1;
    return 0;
}

int rotated(unsigned x) {
    if ((x << 7 | x >> 25) == 0xdeadbeef)
        return 1;
    return 0;
}

int highest(unsigned x) {
    if (x == 0)
        return -1;
    if (__builtin_clz(x) == 20)
        return 1;
    return 0;
}

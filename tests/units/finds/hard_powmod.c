// The divisor is an implicit check behind the shortest prefix: it comes before the hard queries of the loop.
//~FLAGS --executions 200
long powmod(long b, long e, long m) {
    long r = 1;
    b %= m; //~BUG div-by-zero //~BUG signed-overflow
    while (e) {
        if (e & 1)
            r = r * b % m;
        b = b * b % m;
        e /= 2;
    }
    return r;
}

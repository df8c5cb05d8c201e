// Keys of 64 bits.
//~ORDERS 5 sort_five(k[0], k[1], k[2], k[3], k[4])
//~FUNCTION sort_five outcome=complete infeasible>=1
//~FLAGS --function sort_five
long sort_five(long a, long b, long c, long d, long e) {
    long k[5] = {a, b, c, d, e};
    for (int i = 0; i < 4; i++) {
        int least = i;
        for (int j = i + 1; j < 5; j++)
            if (k[j] < k[least])
                least = j;
        long t = k[i];
        k[i] = k[least];
        k[least] = t;
    }
    return k[4];
}

// Stops when nothing was swapped; unsigned keys.
//~ORDERS 5 sort_five((unsigned)k[0], (unsigned)k[1], (unsigned)k[2], (unsigned)k[3], (unsigned)k[4])
//~FUNCTION sort_five outcome=complete
//~FLAGS --function sort_five
unsigned sort_five(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e) {
    unsigned k[5] = {a, b, c, d, e};
    int swapped;
    do {
        swapped = 0;
        for (int i = 0; i + 1 < 5; i++) {
            if (k[i] > k[i + 1]) {
                unsigned t = k[i];
                k[i] = k[i + 1];
                k[i + 1] = t;
                swapped = 1;
            }
        }
    } while (swapped);
    return k[0];
}

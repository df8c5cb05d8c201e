//~ORDERS 3 median(k[0], k[1], k[2])
//~FUNCTION median outcome=complete branches=10/10
int median(int a, int b, int c) {
    if (a < b) {
        if (b < c)
            return b;
        return a < c ? c : a;
    }
    if (a < c)
        return a;
    if (b < c)
        return c;
    return b;
}

//~ORDERS 5 max_of_five(k[0], k[1], k[2], k[3], k[4])
//~FUNCTION max_of_five outcome=complete paths=16 infeasible=0
int max_of_five(int a, int b, int c, int d, int e) {
    int max = a;
    if (b > max)
        max = b;
    if (c > max)
        max = c;
    if (d > max)
        max = d;
    if (e > max)
        max = e;
    return max;
}

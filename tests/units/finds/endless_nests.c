// Loops whose state repeats though they write, call, or have loops inside that end.
//~FLAGS --executions 60
static int wrap(int k) {
    int n = 0;
    for (int j = 0; j < 3; j++)
        n += j;
    return n + k - 3;
}
int nested(int x) {
    if (x == 5)
        for (int k = 0;;) {
            for (int j = 0; j < 4; j++) //~BUG infinite-loop
                k ^= j;
            k = wrap(k);
        }
    return 0;
}
int writes(int x) {
    int a[4] = {0, 0, 0, 0};
    if (x == 7)
        while (a[0] < 2) //~BUG infinite-loop
            a[0] = !a[0];
    return a[0];
}

// Loops that end, though their state looks the same for long: none of them is reported.
//~FLAGS --executions 40
static unsigned next(unsigned s) { return s * 1664525u + 1013904223u; }
int random_walk(int x) {
    unsigned s = 1;
    int n = 0;
    if (x == 5)
        while (next(s) != 1015568748u || n < 3) {
            n++;
            if (n > 100000)
                break;
        }
    return n;
}
struct counter {
    int count;
};
int in_memory(struct counter *c, int x) {
    if (!c || x != 7)
        return 0;
    c->count = 0;
    while (c->count < 200000)
        c->count++;
    return c->count;
}
int outer(int x) {
    int n = 0;
    for (int k = 0; k < 500; k++)
        for (int j = 0; j < 100; j++)
            n += x == 3;
    return n;
}

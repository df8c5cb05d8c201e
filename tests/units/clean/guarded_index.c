// Indices that are tested before they are used: nothing leads out of its array.
//~FUNCTION get outcome=complete bugs=0 preconditions=0
//~FUNCTION set outcome=complete bugs=0 preconditions=0
//~FUNCTION ring outcome=complete bugs=0 preconditions=0
//~FUNCTION push outcome=complete bugs=0 preconditions=0
static int store[16];

int get(int i) {
    if (i < 0 || i >= 16)
        return -1;
    return store[i];
}

int set(long i, int v) {
    if (i < 0 || i > 15)
        return -1;
    store[i] = v;
    return store[i] == v ? 0 : 1;
}

int ring(unsigned head, unsigned tail) {
    store[head % 16] = 1;
    store[tail & 15] = 2;
    if (store[head % 16] == 2)
        return 1;
    return 0;
}

int push(unsigned char n, char c) {
    char buffer[32] = {0};
    unsigned used = n;
    if (used < sizeof buffer)
        buffer[used++] = c;
    if (used > 0 && used <= sizeof buffer && buffer[used - 1] == 'x')
        return 1;
    return 0;
}

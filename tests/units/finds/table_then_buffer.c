// An index that leads out of a table by one, and a buffer that ends: each is told where it happens.
//~FLAGS --executions 3000 --time 120
//~FUNCTION decode bugs=1 preconditions=1
static const char table[4] = { 1, 2, 3, 0 };

int decode(const char *s) {
    int sum = 0;
    for (int i = 0; i < 100; i++) {
        char c = s[i]; //~PRECONDITION null-deref
        if (c == 'x')
            return sum;
        if (c >= 0 && c <= 4)
            sum += table[(int)c]; //~BUG out-of-bounds
    }
    return sum;
}

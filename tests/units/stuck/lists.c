// Lists and strings have no longest one; what comes behind them is reached all the same.
//~FLAGS --time 120 --until coverage
//~FUNCTION after_list outcome=covered branches=8/8 executions<=20
//~FUNCTION after_string outcome=covered branches=10/10 executions<=60
struct cell {
    int v;
    struct cell *next;
};

int after_list(struct cell *p, int x) {
    int n = 0;
    for (; p; p = p->next)
        n += p->v;
    if (x == 77)
        return 1;
    if (x == 12345) {
        if (n == 9)
            return 3;
        return 2;
    }
    return 0;
}

int after_string(const char *s, int k) {
    int n = 0;
    while (s[n]) //~PRECONDITION null-deref
        n++;
    if (k == 99)
        return 1;
    if (k * 3 == 27)
        return 2;
    if (n == 5 && s[0] == 'q')
        return 3;
    return 0;
}

// A NULL of the unit's own, whatever pointer of the caller's was followed last, and whatever is added to it.
//~FUNCTION top outcome=complete bugs=1
//~FUNCTION far_top outcome=complete bugs=1
//~FUNCTION unset outcome=complete bugs=1
int top(const char *s) {
    int *st = 0, t = 0;
    if (*s == ')') //~PRECONDITION null-deref
        t = -1;
    if (t < 0)
        st[t] = 1; //~BUG null-deref
    return 0;
}

int far_top(const char *s) {
    int *st = 0, t = 0;
    if (!s)
        return 0;
    if (*s == ')')
        t = -1000;
    return t < 0 ? st[t] : 0; //~BUG null-deref
}

int unset(const int *p, int n) {
    const int *best = 0;
    if (!p)
        return 0;
    if (p[0] > n)
        best = p;
    return *best; //~BUG null-deref
}

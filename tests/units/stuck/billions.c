// A loop of more iterations than anyone waits for, and one without an end: what is not behind them is covered, and the budget holds.
//~FLAGS --time 5
//~FUNCTION billions branches=7/8
//~FUNCTION endless branches=4/4
int billions(int x, int y) {
    unsigned s = 0;
    if (y > 5) for (unsigned long i = 0; i < 4000000000000ul; i++) s += i ^ x; //~PRECONDITION did-not-end
    if (x == 1234)
        return 1;
    if (x == 5678)
        return 2;
    return s == 1;
}

int endless(int x, int y) {
    if (y == 6) for (;;) {} //~BUG infinite-loop
    if (x == 77)
        return 1;
    return 0;
}

// What a function promises of its arguments: tests break it on purpose, without a warning.
//~FUNCTION nonnull branches=2/2
//~FUNCTION at_least branches=2/2
//~FUNCTION rows branches=4/4
//~FUNCTION print branches=2/2
//~FUNCTION wanted outcome=complete branches=2/2
//~FUNCTION old outcome=complete branches=2/2
__attribute__((nonnull)) int nonnull(const int *p) {
    return *p == 3 ? 1 : 2; //~PRECONDITION null-deref
}

int at_least(const int a[static 3]) {
    return a[0] == 3 ? 1 : 2; //~PRECONDITION null-deref
}

int rows(int (*p[3])[4]) {
    if (p[0] && (*p[0])[2] == 8) //~PRECONDITION null-deref
        return 1;
    return 0;
}

__attribute__((format(printf, 1, 2))) int print(const char *format, ...) {
    return *format == '%' ? 1 : 2; //~PRECONDITION null-deref
}

__attribute__((warn_unused_result)) int wanted(int x) {
    return x == 3 ? 1 : 2;
}

__attribute__((deprecated)) int old(int x) {
    return x == 3 ? 1 : 2;
}

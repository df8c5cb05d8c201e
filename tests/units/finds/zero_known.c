// FIXME: bugs=1, a div-by-zero: as in null_known.c, clang drops what it knows to be undefined.
//~FUNCTION zero outcome=complete bugs=0 branches=2/2
int zero(int a, int b) {
    if (b == 0)
        return a / b;
    return 0;
}

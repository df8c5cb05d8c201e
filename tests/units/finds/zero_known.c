// Known to be zero, to the reader and to clang.
//~FUNCTION zero outcome=complete bugs=1 branches=2/2
int zero(int a, int b) {
    if (b == 0)
        return a / b; //~BUG div-by-zero
    return 0;
}

// FIXME: bugs=1, a null-deref at the second return: see null_known.c.
//~FUNCTION read_local outcome=complete bugs=0 branches=2/2
int read_local(int x) {
    const int *p = 0;
    if (x == 5)
        return *p;
    return 0;
}

// Every branch of `scan` is covered first by a run that dies; the regression tests cover them by runs that return, too.
//~FLAGS --executions 60
//~FUNCTION scan branches=6/6
//~EXPORTS tests>=3
int scan(int a, int b, const int *p) {
    int n = 0;
    if (a > 3)
        n++;
    if (b > 4)
        n += 2;
    if (n == 3)
        n++;
    return *p + n; //~PRECONDITION null-deref
}

// It ends, if after twenty million rounds for the largest n.
//~FUNCTION hundreds outcome=time bugs=0
//~FLAGS --time 3
int hundreds(int n) {
    int d = 0;
    while (n > 0) {
        d++;
        n -= 100;
    }
    return d;
}

// It ends, if after two hundred million rounds for the largest n.
//~FUNCTION tens outcome=time bugs=0
//~FLAGS --time 3
int tens(int n) {
    int d = 0;
    while (n > 0) {
        d++;
        n -= 10;
    }
    return d;
}

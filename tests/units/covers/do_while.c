// A loop whose condition jumps back to a block with a phi.
//~FUNCTION digits outcome=complete branches=4/4
int digits(unsigned short n) {
    int d = 0;
    if (n > 500)
        return -1;
    do {
        d++;
        n /= 10;
    } while (n);
    return d;
}

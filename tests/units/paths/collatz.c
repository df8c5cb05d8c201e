//~BYTES 1 collatz(b[0])
//~FUNCTION collatz outcome=complete branches=6/6
int collatz(unsigned char start) {
    unsigned n = start & 31;
    int steps = 0;
    if (n == 0)
        return -1;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

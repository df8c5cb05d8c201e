//~FUNCTION divide outcome=complete branches=10/10 bugs=0
//~FUNCTION shift outcome=complete branches=10/10 bugs=0
//~FUNCTION shift_by outcome=complete branches=4/4 bugs=0
int divide(int a, unsigned char b) {
    if (b == 0)
        return 0;
    if (a / b == 41 && a % b == 3)
        return 1;
    if (a / 7 == -13)
        return 2;
    if (a % 10 == -9)
        return 3;
    return 4;
}

int shift(unsigned a, int b, unsigned char c) {
    if (a << 5 == 0x4680)
        return 1;
    if (a >> 28 == 9)
        return 2;
    if (b >> 4 == -3)
        return 3;
    if ((unsigned char)(c << 1) == 0x42)
        return 4;
    if ((c >> 3 | c << 5) == 0x1010)
        return 5;
    return 0;
}

unsigned shift_by(unsigned n) {
    if (n > 31)
        return 0;
    if (1u << n == 0x00100000u)
        return 1;
    return 2;
}

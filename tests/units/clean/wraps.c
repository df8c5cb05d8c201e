// Unsigned arithmetic wraps, and is no bug; nor is a signed overflow that nobody asked about.
//~FUNCTION wraps outcome=complete bugs=0 branches=8/8
//~FUNCTION sum outcome=complete bugs=0
unsigned wraps(unsigned a, unsigned char b) {
    if (a + 1 < a)
        return 1;
    if ((unsigned char)(b + 1) == 0)
        return 2;
    if (a * a == 1 && a > 1)
        return 3;
    return 0;
}

int sum(int a, int b) {
    return a + b;
}

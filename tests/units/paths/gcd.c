// Euclid by subtraction on four bits each; a count by brute force over all bytes.
//~BYTES 2 gcd(b[0], b[1])
//~FUNCTION gcd outcome=complete branches=8/8
unsigned gcd(unsigned char x, unsigned char y) {
    unsigned a = x & 15, b = y & 15;
    if (a == 0 || b == 0)
        return a + b;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a;
}

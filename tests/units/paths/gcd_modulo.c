// Euclid by remainder: a path is the number of steps.
//~BYTES 2 gcd(b[0], b[1])
//~FUNCTION gcd outcome=complete branches=2/2
unsigned gcd(unsigned char a, unsigned char b) {
    a &= 31;
    b &= 31;
    while (b != 0) {
        unsigned char r = a % b;
        a = b;
        b = r;
    }
    return a;
}

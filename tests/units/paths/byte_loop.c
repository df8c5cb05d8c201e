// As many paths as the byte has values.
//~BYTES 1 sum(b[0])
//~FUNCTION sum outcome=complete paths=256 branches=2/2
int sum(unsigned char n) {
    int s = 0;
    for (unsigned char i = 0; i < n; i++)
        s += i;
    return s;
}

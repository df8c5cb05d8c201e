//~BYTES 1 count_bits(b[0])
//~FUNCTION count_bits outcome=complete paths=256 branches=4/4
int count_bits(unsigned char x) {
    int n = 0;
    while (x) {
        if (x & 1)
            n++;
        x >>= 1;
    }
    return n;
}

// Integers wider than 64 bits.
//~FUNCTION wide outcome!=complete bugs=0
//~FUNCTION product outcome!=complete bugs=0
int wide(__int128 x) {
    if (x == ((__int128)1 << 100))
        return 1;
    return 0;
}

int product(unsigned long a, unsigned long b) {
    unsigned __int128 p = (unsigned __int128)a * b;
    if ((unsigned long)(p >> 64) == 5)
        return 1;
    return 0;
}

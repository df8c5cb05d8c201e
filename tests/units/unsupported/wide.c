// Integers wider than 64 bits: as arguments, and divided.
//~FUNCTION wide outcome!=complete bugs=0
//~FUNCTION quotient outcome!=complete bugs=0
int wide(__int128 x) {
    if (x == ((__int128)1 << 100))
        return 1;
    return 0;
}

int quotient(unsigned long a, unsigned long b) {
    unsigned __int128 p = ((unsigned __int128)a << 64 | b) / (b | 1);
    if ((unsigned long)p == 5)
        return 1;
    return 0;
}

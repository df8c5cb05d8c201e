// The first input has a huge n: what comes of it has one, too, unless a flip ends the loop. Short paths are found all
// the same, and made from one another.
//~FLAGS --seed 1 --time 4
//~FUNCTION huge paths>=100 branches=6/8
int huge(unsigned n, unsigned x) {
    int ones = 0;
    for (unsigned i = 0; i < n; i++)
        if ((x >> i % 32 & 1) != 0)
            ones++;
    // No square leaves 2 when divided by 4.
    if (x * x % 4 == 2)
        return -1;
    return ones == 1000000 ? 2 : 0;
}

// An index that nobody tests: what lies outside is tried. Where the machine notices, it is found.
//~FUNCTION far outcome!=complete bugs=1
//~FUNCTION near outcome!=complete bugs=0 concretized.symbolic-address>=1
//~FUNCTION handed_in outcome!=complete
static int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};

int far(int i) {
    if (i < 500000000)
        return 0;
    return table[i]; //~BUG out-of-bounds
}

// Just behind it lies other data, and no harm is noticed (yet).
int near(unsigned char i) {
    if (table[i] == 9)
        return 1;
    return 0;
}

int handed_in(int *p, int i) {
    if (!p || i < 500000000)
        return 0;
    return p[i]; //~PRECONDITION out-of-bounds
}

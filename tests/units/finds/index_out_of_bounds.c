// An index that is not tested: what lies outside is tried, and found whether or not the machine faults.
//~FUNCTION far outcome=complete bugs=1
//~FUNCTION near outcome=complete bugs=1
//~FUNCTION handed_in outcome!=complete
static int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};

int far(int i) {
    if (i < 500000000)
        return 0;
    return table[i]; //~BUG out-of-bounds
}

// Just behind it lies other data.
int near(unsigned char i) {
    if (table[i] == 9) //~BUG out-of-bounds
        return 1;
    return 0;
}

int handed_in(int *p, int i) {
    if (!p || i < 500000000)
        return 0;
    return p[i]; //~PRECONDITION out-of-bounds
}

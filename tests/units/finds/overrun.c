// Writes far outside an array of its own.
//~FUNCTION far bugs=1
int far(int x) {
    static int small[4];
    if (x == 6)
        *(volatile int *)(small + (1l << 44)) = 1; //~BUG out-of-bounds
    return small[0];
}

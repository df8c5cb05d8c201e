//~FUNCTION spin bugs=1
//~FLAGS --time 6
int spin(int x) {
    volatile int go = 1;
    // In one line: where a busy machine gives it no turn to say where it is, the last branch it took is told.
    if (x == 33) while (go) {} //~BUG infinite-loop
    return x;
}

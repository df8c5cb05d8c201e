//~FUNCTION spin bugs=1
//~FLAGS --time 6
int spin(int x) {
    volatile int go = 1;
    // FIXME: told at the loop: this is the last branch on an input.
    if (x == 33) //~BUG infinite-loop
        while (go)
            ;
    return x;
}

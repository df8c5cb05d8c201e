//~FUNCTION spin bugs=1
//~FLAGS --time 6
int spin(int x) {
    volatile int go = 1;
    if (x == 33)
        while (go) //~BUG infinite-loop
            ;
    return x;
}

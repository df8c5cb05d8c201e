// ALERT (Fan 2007), Fig. 1: a hash that no solver inverts is met by moving the other side.
//~FLAGS --function foo
//~FUNCTION foo outcome=complete branches=2/2 executions<=2
static unsigned hash(unsigned y) {
    y ^= y >> 16;
    y *= 0x7feb352du;
    y ^= y >> 15;
    y *= 0x846ca68bu;
    return y ^ y >> 16;
}

int foo(int x, int y) {
    if ((unsigned)x == hash((unsigned)y))
        return -1;
    return 0;
}

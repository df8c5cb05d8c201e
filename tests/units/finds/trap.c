//~FUNCTION trap outcome=complete bugs=1
int trap(short x) {
    if (x == -300)
        __builtin_trap(); //~BUG illegal-instruction
    return 0;
}

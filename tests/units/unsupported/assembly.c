// What assembly computes and writes is not followed, and no longer symbolic.
//~FUNCTION register_only outcome=unsupported reason~asm bugs=0
//~FUNCTION memory outcome=unsupported reason~asm bugs=0
//~FLAGS --executions 300
int register_only(int x) {
    int y;
    __asm__("leal 1(%1), %0" : "=r"(y) : "r"(x));
    if (y == 7)
        return 1;
    return 0;
}

int memory(int x) {
    int y = x;
    __asm__("incl %0" : "+m"(y));
    if (y == 7)
        return 1;
    return 0;
}

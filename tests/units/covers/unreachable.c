// Who promises that n is never 4 is told what happens if it is: the caller's fault.
//~FUNCTION promise outcome=complete paths=2 branches=2/2 bugs=0
int promise(int n) {
    if (n == 4)
        __builtin_unreachable(); //~PRECONDITION illegal-instruction
    return n;
}

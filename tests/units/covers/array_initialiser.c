// The rest of the array is zeroed by a loop that nobody wrote: it is no branch.
//~FUNCTION second outcome=complete paths=2 branches=2/2
int second(unsigned char a) {
    unsigned char k[6] = {a, a};
    if (k[1] == 3)
        return k[4];
    return 1;
}

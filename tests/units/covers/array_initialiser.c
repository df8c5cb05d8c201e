// The rest of the array is zeroed by a loop that nobody wrote: it is no branch.
// FIXME: branches=2/2: clang gives that loop the line of the initialiser.
//~FUNCTION second outcome=complete paths=2 branches=4/4
int second(unsigned char a) {
    unsigned char k[6] = {a, a};
    if (k[1] == 3)
        return k[4];
    return 1;
}

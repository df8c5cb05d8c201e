// FIXME: outcome=complete branches=4/4: the pass crashes on a loop whose condition jumps back to a block
// with a phi (acute_split_edge: the label's phi has no entry for that block yet).
//~FILE exit=70 error~does_not_compile
// FUNCTION digits outcome=complete branches=4/4
int digits(unsigned short n) {
    int d = 0;
    if (n > 500)
        return -1;
    do {
        d++;
        n /= 10;
    } while (n);
    return d;
}

// It tests the pointer, and forgets the answer.
//~FUNCTION last outcome=complete bugs=1 preconditions=0
struct cell { int v; struct cell *next; };

int last(const struct cell *p, int verbose) {
    int r = 0;
    if (p)
        r = p->v;
    if (verbose > 3)
        r += p->v; //~BUG null-deref
    return r;
}

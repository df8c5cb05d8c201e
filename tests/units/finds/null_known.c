// The pointer is known to be NULL, to the reader and to clang.
//~FUNCTION read_it outcome=complete bugs=1 branches=2/2
//~FUNCTION read_field outcome=complete bugs=1 branches=2/2
//~FUNCTION read_local outcome=complete bugs=1 branches=2/2
//~FUNCTION write_field outcome=complete bugs=1 branches=2/2
//~FUNCTION stored outcome=complete bugs=1
struct cell { int v; struct cell *next; };

int read_it(const int *p) {
    if (!p)
        return *p; //~BUG null-deref
    return 0;
}

int read_field(const struct cell *p) {
    int r = 0;
    if (p == 0)
        r = p->next->v; //~BUG null-deref
    return r;
}

int read_local(int x) {
    const int *p = 0;
    if (x == 5)
        return *p; //~BUG null-deref
    return 0;
}

int write_field(struct cell *p) {
    if (!p)
        p->v = 3; //~BUG null-deref
    return 0;
}

int stored(int x) {
    struct cell c = {x, 0};
    if (x == 9)
        return c.next->v; //~BUG null-deref
    return c.v;
}

// The pointer is known to be NULL, to the reader and to clang.
// FIXME: bugs=1 in each, a null-deref at the line that follows it; `-- -fno-delete-null-pointer-checks`
// finds them all. clang takes the way for unreachable, and nothing is told: the branch counts as covered.
//~FUNCTION read_it outcome=complete bugs=0 branches=2/2
//~FUNCTION read_field outcome=complete bugs=0 branches=2/2
//~FUNCTION read_local outcome=complete bugs=0 branches=2/2
struct cell { int v; struct cell *next; };

int read_it(const int *p) {
    if (!p)
        return *p;
    return 0;
}

int read_field(const struct cell *p) {
    int r = 0;
    if (p == 0)
        r = p->next->v;
    return r;
}

int read_local(int x) {
    const int *p = 0;
    if (x == 5)
        return *p;
    return 0;
}

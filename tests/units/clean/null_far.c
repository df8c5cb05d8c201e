// What lies far from where a pointer of the input points: NULL is the caller's fault however far it is, and no run
// may read what nobody gave it, so that nothing is `complete`.
//~FUNCTION near outcome=bounded bugs=0 preconditions=1
//~FUNCTION far outcome=bounded bugs=0 preconditions=1
//~FUNCTION further bugs=0 preconditions=2 outcome=unsupported
//~FUNCTION cast outcome=bounded bugs=0 preconditions=1
//~FLAGS --executions 300
int near(const int *p) {
    if (p[100] == 3) //~PRECONDITION null-deref
        return 1;
    return 0;
}

int far(const int *p) {
    if (p[70000] == 3) //~PRECONDITION null-deref
        return 1;
    return 0;
}

int further(const char *p, unsigned i) {
    i %= 3;
    return p[100000 + i]; //~PRECONDITION null-deref //~PRECONDITION out-of-bounds
}

struct small {
    int a, b;
};
struct large {
    int many[3000], last;
};

int cast(struct small *s) {
    return ((struct large *)s)->last == 7 ? 1 : 2; //~PRECONDITION null-deref
}

// Of two pointers that are followed at once either may be the one.
//~FUNCTION copy outcome=complete bugs=0 preconditions=2
void copy(struct small *to, const struct small *from) {
    __builtin_memcpy(to, from, sizeof *to); //~PRECONDITION null-deref
}

// A parameter that stays NULL is ours, however far from it something is read.
//~FUNCTION left bugs=0 preconditions=1 outcome=unsupported
int left(const void *p) {
    const char *c = p;
    return c[1 << 20] == 3; //~PRECONDITION segfault
}

// So is a function that stays NULL, whatever pointer it is called with.
struct buffer {
    char *start;
    char *(*grow)(char *, int);
};
//~FUNCTION grown bugs=0 outcome=unsupported
int grown(struct buffer *b) {
    if (!b->start) //~PRECONDITION null-deref
        b->start = b->grow(b->start, 1); //~PRECONDITION null-deref
    return b->start ? 1 : 2;
}

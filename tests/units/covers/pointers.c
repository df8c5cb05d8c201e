// Pointers to structs, to pointers, into structs.
//~FUNCTION follow outcome=complete branches=8/8 preconditions=0
//~FUNCTION pair outcome=complete branches=10/10 preconditions=0
//~FUNCTION chain outcome=complete branches=8/8 preconditions=0
struct leaf { int v; };
struct inner { struct leaf *leaf; int *number; };
struct outer { struct inner in; struct outer *up; };

int follow(int **pp) {
    if (!pp)
        return 0;
    if (!*pp)
        return 1;
    if (**pp == 42)
        return 2;
    if (**pp < -9)
        return 3;
    return 4;
}

int pair(struct leaf *a, struct leaf *b) {
    if (a == 0 || b == 0)
        return 0;
    if (a == b)
        return 1;
    if (a->v > b->v)
        return 2;
    if (a->v == b->v)
        return 3;
    return 4;
}

int chain(const struct outer *o) {
    if (o && o->up && o->up->in.leaf && o->up->in.leaf->v == 11)
        return 1;
    return 0;
}

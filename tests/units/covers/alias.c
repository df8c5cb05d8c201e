// Two inputs of one type may be the same object. CUTE cannot see this one.
// The path of an alias ends at another jump, though at one that is not symbolic.
//~FUNCTION alias outcome=complete paths=4 branches=6/6
//~FUNCTION fields outcome=complete paths=4 branches=6/6
struct pair { int a, b; };

int alias(int *p, int *q) {
    if (!p || !q)
        return -1;
    *p = 0;
    *q = 1;
    if (*p == 1)
        return 1;
    return 0;
}

int fields(struct pair *p, struct pair *q) {
    if (!p || !q)
        return -1;
    p->a = 5;
    q->a = 6;
    if (p->a == 6)
        return 1;
    return 0;
}

// The unit rewrites the list while the search makes cells of it the same.
// What a store into an input object hides from a later read depends on which pointers are equal.
//~FUNCTION unlink_second outcome=complete branches=10/10
struct cell { int v; struct cell *next; };

int unlink_second(struct cell *l, int v) {
    if (!l || !l->next)
        return 0;
    if (l->next->v == v)
        l->next = l->next->next;
    l = l->next;
    if (!l)
        return 1;
    if (l->next)
        return 2;
    return 3;
}

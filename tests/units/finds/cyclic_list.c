// A list that is only read: no flip makes two of its pointers equal, and yet the caller may pass a cycle.
//~FLAGS --executions 200
struct node {
    struct node *next;
    int value;
};
int last(struct node *l) {
    if (l)
        while (l->next) //~PRECONDITION infinite-loop
            l = l->next;
    return l ? l->value : 0;
}

/* Inserting into a sorted list leaves it sorted? Not where equal numbers are no order. */
#include <acute.h>
#include <stddef.h>

struct node {
    int v;
    struct node *next;
};

static int is_sorted(const struct node *p, int most) {
    for (; p && p->next; p = p->next)
        if (p->v >= p->next->v || most-- == 0)
            return 0;
    return 1;
}

static struct node *insert(struct node *list, struct node *new) {
    struct node **at = &list;
    while (*at && (*at)->v < new->v)
        at = &(*at)->next;
    new->next = *at;
    *at = new;
    return list;
}

int main(void) {
    struct node *list, new = {0, NULL};
    ACUTE_input(list);
    ACUTE_input(new.v);
    ACUTE_assume(is_sorted(list, 3));
    ACUTE_assert(is_sorted(insert(list, &new), 4));
    return 0;
}

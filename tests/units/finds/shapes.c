// Bugs that need a memory graph of a certain shape.
//~FUNCTION self_loop outcome=complete bugs=1
//~FUNCTION two_cycle outcome=complete bugs=1
//~FUNCTION shared outcome=complete bugs=1
//~FUNCTION diamond outcome=complete bugs=1
#include <stdlib.h>

struct cell { int v; struct cell *next; };
struct node { struct node *left, *right; int key; };

int self_loop(const struct cell *p) {
    if (p && p->next == p)
        abort(); //~BUG abort
    return 0;
}

int two_cycle(const struct cell *p) {
    if (p && p->next && p->next != p && p->next->next == p)
        if (p->v + 1 == p->next->v)
            abort(); //~BUG abort
    return 0;
}

int shared(const struct cell *p, const struct cell *q, const struct cell *r) {
    if (p && q && r && p != q && q->next == r && p->next == r)
        abort(); //~BUG abort
    return 0;
}

int diamond(const struct node *t) {
    if (!t || !t->left || !t->right || t->left == t->right)
        return 0;
    if (t->left->right && t->left->right == t->right->left && t->left->right->key == 77)
        abort(); //~BUG abort
    return 1;
}

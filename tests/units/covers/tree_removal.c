// The root of a binary search tree is taken out; any of its pointers may be the same.
//~FUNCTION take_out outcome=complete paths=14 branches=12/12 bugs=0
#include <stddef.h>

struct node {
    int key;
    struct node *left, *right;
};

struct node *take_out(struct node *t) {
    if (t == NULL)
        return NULL;
    if (t->left == NULL)
        return t->right;
    if (t->right == NULL)
        return t->left;
    struct node *next = t->right, *above = t;
    for (int i = 0; i < 3 && next->left != NULL; i++) {
        above = next;
        next = next->left;
    }
    if (above == t)
        t->right = next->right;
    else
        above->left = next->right;
    t->key = next->key;
    return t;
}

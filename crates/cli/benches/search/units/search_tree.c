// Any search tree with at most HIGHEST elements on a way down, any one operation on it.
#include <acute.h>
#include <stddef.h>

#ifndef HIGHEST
#define HIGHEST 4
#endif

struct node {
    int key;
    struct node *left, *right;
};

// Invariant: all keys are strictly between those of `low` and `high`, so that no element is met twice.
static int tree_ok(const struct node *t, const struct node *low, const struct node *high) {
    if (t == NULL)
        return 1;
    if ((low != NULL && t->key <= low->key) || (high != NULL && t->key >= high->key))
        return 0;
    return tree_ok(t->left, low, t) && tree_ok(t->right, t, high);
}

static int tree_within(const struct node *t, int n) {
    return t == NULL || (n > 0 && tree_within(t->left, n - 1) && tree_within(t->right, n - 1));
}

static struct node **place(struct node **t, int key) {
    while (*t != NULL && (*t)->key != key)
        t = key < (*t)->key ? &(*t)->left : &(*t)->right;
    return t;
}

static int add(struct node **t, struct node *e) {
    t = place(t, e->key);
    if (*t != NULL)
        return 0;
    *t = e;
    return 1;
}

static int take_out(struct node **t, int key) {
    t = place(t, key);
    struct node *gone = *t;
    if (gone == NULL)
        return 0;
    if (gone->left == NULL) {
        *t = gone->right;
    } else if (gone->right == NULL) {
        *t = gone->left;
    } else {
        struct node **next = &gone->right;
        while ((*next)->left != NULL)
            next = &(*next)->left;
        struct node *heir = *next;
        *next = heir->right;
        heir->left = gone->left;
        heir->right = gone->right;
        *t = heir;
    }
    return 1;
}

int main(void) {
    struct node *t, e = {0, NULL, NULL};
    int operation, key;
    ACUTE_input(t);
    ACUTE_assume(tree_within(t, HIGHEST) && tree_ok(t, NULL, NULL));
    ACUTE_input(operation);
    ACUTE_input(key);
    e.key = key;
    switch (operation) {
    case 0:
        add(&t, &e);
        ACUTE_assert(*place(&t, key) != NULL);
        break;
    case 1:
        take_out(&t, key);
        ACUTE_assert(*place(&t, key) == NULL);
        break;
    default:
        break;
    }
    ACUTE_assert(tree_ok(t, NULL, NULL));
    return 0;
}

// A search tree behind its invariant: an element is taken out of a valid one.
#include <stddef.h>

struct node {
    int key;
    struct node *left, *right;
};

// Strictly between two keys, so that no element is met twice, and not too high.
static int tree_ok(const struct node *t, const struct node *low, const struct node *high, int height) {
    if (t == NULL)
        return 1;
    if (height == 0)
        return 0;
    if (low != NULL && t->key <= low->key)
        return 0;
    if (high != NULL && t->key >= high->key)
        return 0;
    return tree_ok(t->left, low, t, height - 1) && tree_ok(t->right, t, high, height - 1);
}

int take_out(struct node *t, int key) {
    struct node **at = &t;
    if (!tree_ok(t, NULL, NULL, 5))
        return -1;
    while (*at != NULL && (*at)->key != key)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    struct node *gone = *at;
    if (gone == NULL)
        return 0;
    if (gone->left == NULL) {
        *at = gone->right;
    } else if (gone->right == NULL) {
        *at = gone->left;
    } else {
        struct node **next = &gone->right;
        int steps = 0;
        for (; (*next)->left != NULL; steps++)
            next = &(*next)->left;
        struct node *heir = *next;
        *next = heir->right;
        heir->left = gone->left;
        heir->right = gone->right;
        *at = heir;
        if (steps == 3 && heir->key == key + 1)
            return 4;
    }
    if (!tree_ok(t, NULL, NULL, 5))
        return -2;
    return t == NULL ? 1 : t->key > 1000000 ? 2 : 3;
}

#ifdef FUZZ
#include "fuzz.h"
// Each pointer is a byte: NULL, a new node, or one that is there.
static struct node nodes[16];
static int count;

static struct node *pointer(void) {
    uint8_t which = take_byte();
    if (which < 96 || (which < 192 && count == 16))
        return NULL;
    if (which < 192)
        return &nodes[count++];
    return count == 0 ? NULL : &nodes[which % count];
}

static void call(void) {
    int key;
    count = 0;
    take(&key, sizeof key);
    struct node *root = pointer();
    for (int i = 0; i < count; i++) {
        take(&nodes[i].key, sizeof nodes[i].key);
        nodes[i].left = pointer();
        nodes[i].right = pointer();
    }
    take_out(root, key);
}
#endif

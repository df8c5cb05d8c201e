// Five keys into a binary search tree, equal keys counted: one path for each weak order of five.
//~ORDERS 5 bst_of_five(k[0], k[1], k[2], k[3], k[4])
//~FUNCTION bst_of_five outcome=complete paths=541
//~FLAGS --function bst_of_five
#include <stddef.h>

struct node {
    int key, count;
    struct node *left, *right;
};

static void insert(struct node **root, struct node *fresh) {
    struct node **at = root;
    while (*at != NULL) {
        if (fresh->key < (*at)->key)
            at = &(*at)->left;
        else if (fresh->key > (*at)->key)
            at = &(*at)->right;
        else {
            (*at)->count++;
            return;
        }
    }
    *at = fresh;
}

int bst_of_five(int a, int b, int c, int d, int e) {
    struct node nodes[5] = {{a, 1, NULL, NULL}, {b, 1, NULL, NULL}, {c, 1, NULL, NULL}, {d, 1, NULL, NULL}, {e, 1, NULL, NULL}};
    struct node *root = NULL;
    for (int i = 0; i < 5; i++)
        insert(&root, &nodes[i]);
    return root->count;
}

// The same with nodes from malloc and a recursive insert; two keys that differ only.
//~ORDERS 4 bst_of_four(k[0], k[1], k[2], k[3])
//~FUNCTION bst_of_four outcome=complete paths=75
//~FLAGS --function bst_of_four
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

static struct node *insert(struct node *root, int key) {
    if (!root) {
        struct node *fresh = calloc(1, sizeof *fresh);
        if (!fresh)
            exit(1);
        fresh->key = key;
        return fresh;
    }
    if (key == root->key)
        return root;
    if (key < root->key)
        root->left = insert(root->left, key);
    else
        root->right = insert(root->right, key);
    return root;
}

static int size(const struct node *root) {
    return root ? 1 + size(root->left) + size(root->right) : 0;
}

static void drop(struct node *root) {
    if (root) {
        drop(root->left);
        drop(root->right);
        free(root);
    }
}

int bst_of_four(int a, int b, int c, int d) {
    struct node *root = insert(insert(insert(insert(NULL, a), b), c), d);
    int n = size(root);
    drop(root);
    return n;
}

// Binary search trees as arguments, one of the programs of CAUT (Wang et al. 2009), Table 4.
//~FLAGS --depth 12
//~FUNCTION find outcome=complete branches=8/8 bugs=0
//~FUNCTION smallest outcome=complete branches=6/6 bugs=0
//~FUNCTION is_search_tree outcome=bounded reason~depth branches=14/14 bugs=0
#include <stddef.h>

struct node {
    int key;
    struct node *left, *right;
};

int is_search_tree(const struct node *t, const struct node *low, const struct node *high) {
    if (t == NULL)
        return 1;
    if ((low != NULL && t->key <= low->key) || (high != NULL && t->key >= high->key))
        return 0;
    return is_search_tree(t->left, low, t) && is_search_tree(t->right, t, high);
}

struct node *find(struct node *t, int key) {
    for (int i = 0; i < 3 && t != NULL; i++) {
        if (t->key == key)
            return t;
        t = key < t->key ? t->left : t->right;
    }
    return NULL;
}

struct node *smallest(struct node *t) {
    for (int i = 0; i < 3 && t != NULL && t->left != NULL; i++)
        t = t->left;
    return t;
}

//~FLAGS --depth 9
//~FUNCTION depth outcome=bounded
//~FUNCTION is_search_tree outcome=bounded
//~FUNCTION find outcome=bounded branches=7/8
#include <limits.h>
#include <stddef.h>

struct node {
    int key;
    struct node *left, *right;
};

static int depth_to(const struct node *t, int most) {
    if (!t || most == 0)
        return 0;
    int l = depth_to(t->left, most - 1), r = depth_to(t->right, most - 1);
    return 1 + (l > r ? l : r);
}

int depth(const struct node *t) {
    return depth_to(t, 3);
}

static int between(const struct node *t, long low, long high, int most) {
    if (!t || most == 0)
        return 1;
    if (t->key <= low || t->key >= high)
        return 0;
    return between(t->left, low, t->key, most - 1) && between(t->right, t->key, high, most - 1);
}

int is_search_tree(const struct node *t) {
    return between(t, LONG_MIN, LONG_MAX, 3);
}

const struct node *find(const struct node *t, int key) {
    for (int i = 0; i < 10 && t; i++) {
        if (t->key == key)
            return t;
        t = key < t->key ? t->left : t->right;
    }
    return NULL;
}

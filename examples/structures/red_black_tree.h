// Red-black trees by recursion. Keys are unique; the caller owns the elements.
#ifndef RED_BLACK_TREE_H
#define RED_BLACK_TREE_H

#include <stddef.h>

struct rb {
    int key, red;
    struct rb *left, *right;
};

static inline int rb_red(const struct rb *t) {
    return t != NULL && t->red;
}

// The number of black elements on each way down, -1 if the ways differ, a red element has a red child,
// or a key is not between those of `low` and `high`. That is strict, so no element can be met twice.
static inline int rb_height(const struct rb *t, const struct rb *low, const struct rb *high) {
    if (t == NULL)
        return 0;
    if ((low != NULL && t->key <= low->key) || (high != NULL && t->key >= high->key))
        return -1;
    if (t->red && (rb_red(t->left) || rb_red(t->right)))
        return -1;
    int left = rb_height(t->left, low, t);
    if (left < 0 || rb_height(t->right, t, high) != left)
        return -1;
    return t->red ? left : left + 1;
}

// Invariant: the root is black, and what rb_height says.
static inline int rb_ok(const struct rb *t) {
    return !rb_red(t) && rb_height(t, NULL, NULL) >= 0;
}

// Whether no way down has more than n elements.
static inline int rb_within(const struct rb *t, int n) {
    return t == NULL || (n > 0 && rb_within(t->left, n - 1) && rb_within(t->right, n - 1));
}

static inline int rb_length(const struct rb *t) {
    return t == NULL ? 0 : rb_length(t->left) + 1 + rb_length(t->right);
}

// The element with this key, or NULL.
static inline struct rb *rb_find(struct rb *t, int key) {
    while (t != NULL && t->key != key) {
        if (key < t->key)
            t = t->left;
        else
            t = t->right;
    }
    return t;
}

// Whether this very element is in the tree.
static inline int rb_member(struct rb *t, const struct rb *e) {
    return rb_find(t, e->key) == e;
}

// What is done on one side of an element is done on the other one with left and right exchanged.
//
// RB_TWO_REDS: the child on `side` may be red and have a red child.
//
//        top                  child
//       /   \                /     \          (or, with a red uncle,
//    CHILD   uncle   ==>  OUTER     TOP        the colours move up)
//    /   \                         /   \         capitals are red
//  OUTER  inner                inner   uncle
#define RB_TWO_REDS(name, side, other)                                                             \
    static inline void name(struct rb **t) {                                                       \
        struct rb *top = *t, *child = top->side;                                                   \
        if (!rb_red(child) || (!rb_red(child->left) && !rb_red(child->right)))                     \
            return;                                                                                \
        if (rb_red(top->other)) {                                                                  \
            top->red = 1;                                                                          \
            child->red = 0;                                                                        \
            top->other->red = 0;                                                                   \
            return;                                                                                \
        }                                                                                          \
        if (rb_red(child->other)) {                                                                \
            struct rb *inner = child->other;                                                       \
            child->other = inner->side;                                                            \
            inner->side = child;                                                                   \
            child = inner;                                                                         \
        }                                                                                          \
        top->side = child->other;                                                                  \
        child->other = top;                                                                        \
        top->red = 1;                                                                              \
        child->red = 0;                                                                            \
        *t = child;                                                                                \
    }
RB_TWO_REDS(rb_two_reds_left, left, right)
RB_TWO_REDS(rb_two_reds_right, right, left)

// RB_SHORT: the ways through `side` have one black element too few; says whether the ways through
// t still have.
#define RB_SHORT(name, side, other)                                                                \
    static inline int name(struct rb **t) {                                                        \
        struct rb *top = *t, *sibling = top->other;                                                \
        if (sibling->red) {                                                                        \
            top->other = sibling->side;                                                            \
            sibling->side = top;                                                                   \
            sibling->red = 0;                                                                      \
            top->red = 1;                                                                          \
            *t = sibling;                                                                          \
            return name(&sibling->side);                                                           \
        }                                                                                          \
        if (!rb_red(sibling->left) && !rb_red(sibling->right)) {                                   \
            int shorter = !top->red;                                                               \
            sibling->red = 1;                                                                      \
            top->red = 0;                                                                          \
            return shorter;                                                                        \
        }                                                                                          \
        if (!rb_red(sibling->other)) {                                                             \
            struct rb *inner = sibling->side;                                                      \
            sibling->side = inner->other;                                                          \
            inner->other = sibling;                                                                \
            inner->red = 0;                                                                        \
            sibling->red = 1;                                                                      \
            sibling = inner;                                                                       \
        }                                                                                          \
        top->other = sibling->side;                                                                \
        sibling->side = top;                                                                       \
        sibling->red = top->red;                                                                   \
        top->red = 0;                                                                              \
        sibling->other->red = 0;                                                                   \
        *t = sibling;                                                                              \
        return 0;                                                                                  \
    }
RB_SHORT(rb_short_left, left, right)
RB_SHORT(rb_short_right, right, left)

static inline void rb_insert(struct rb **t, struct rb *e) {
    if (*t == NULL) {
        e->red = 1;
        e->left = NULL;
        e->right = NULL;
        *t = e;
    } else if (e->key < (*t)->key) {
        rb_insert(&(*t)->left, e);
        rb_two_reds_left(t);
    } else {
        rb_insert(&(*t)->right, e);
        rb_two_reds_right(t);
    }
}

// Takes the element out of a place with at most one child, which comes up. Says whether the ways
// through t are shorter now.
static inline int rb_unlink(struct rb **t) {
    struct rb *e = *t;
    *t = e->left;
    if (*t == NULL)
        *t = e->right;
    if (e->red)
        return 0;
    if (*t == NULL)
        return 1;
    (*t)->red = 0;
    return 0;
}

// Takes out the smallest element.
static inline int rb_unlink_first(struct rb **t, struct rb **first) {
    if ((*t)->left == NULL) {
        *first = *t;
        return rb_unlink(t);
    }
    return rb_unlink_first(&(*t)->left, first) && rb_short_left(t);
}

static inline int rb_remove(struct rb **t, struct rb *e) {
    if (e->key < (*t)->key)
        return rb_remove(&(*t)->left, e) && rb_short_left(t);
    if (e->key > (*t)->key)
        return rb_remove(&(*t)->right, e) && rb_short_right(t);
    if (e->left == NULL || e->right == NULL)
        return rb_unlink(t);
    struct rb *next = NULL;
    int shorter = rb_unlink_first(&e->right, &next);
    next->left = e->left;
    next->right = e->right;
    next->red = e->red;
    *t = next;
    return shorter && rb_short_right(t);
}

// Adds e. No element of the tree may have its key.
static inline void rb_add(struct rb **t, struct rb *e) {
    rb_insert(t, e);
    (*t)->red = 0;
}

// Adds e if no element has its key, and says whether it did.
static inline int rb_add_if_not_member(struct rb **t, struct rb *e) {
    if (rb_find(*t, e->key) != NULL)
        return 0;
    rb_add(t, e);
    return 1;
}

// Takes out this very element, which must be in the tree.
static inline void rb_delete(struct rb **t, struct rb *e) {
    rb_remove(t, e);
    if (*t != NULL)
        (*t)->red = 0;
    e->left = NULL;
    e->right = NULL;
}

// Takes out the element with this key and returns it, or NULL.
static inline struct rb *rb_delete_if_member(struct rb **t, int key) {
    struct rb *e = rb_find(*t, key);
    if (e != NULL)
        rb_delete(t, e);
    return e;
}

// Goes over a tree in order. No way down is longer than twice the logarithm of all there is.
struct rb_iterator {
    struct rb *path[128];
    int depth;
};

static inline void rb_descend(struct rb_iterator *it, struct rb *t) {
    for (; t != NULL; t = t->left)
        it->path[it->depth++] = t;
}

static inline struct rb *rb_iterate_next(struct rb_iterator *it) {
    if (it->depth == 0)
        return NULL;
    struct rb *e = it->path[--it->depth];
    rb_descend(it, e->right);
    return e;
}

static inline struct rb *rb_iterate(struct rb_iterator *it, struct rb *t) {
    it->depth = 0;
    rb_descend(it, t);
    return rb_iterate_next(it);
}

// Calls visit for each element, in order.
static inline void rb_map(struct rb *t, void (*visit)(struct rb *e, void *with), void *with) {
    if (t == NULL)
        return;
    rb_map(t->left, visit, with);
    visit(t, with);
    rb_map(t->right, visit, with);
}

#endif

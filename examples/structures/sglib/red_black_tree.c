// SGLIB's red-black trees: any tree with unique keys, any one operation on it; and a tree built by calls, of
// elements whose keys may be equal. sglib.h is to be found by -I.
#include <acute.h>
#include <sglib.h>
#include <stddef.h>

// Higher trees are left out, so that there are finitely many. A deletion can meet a red sibling with red
// grandchildren only in a tree of four levels.
#ifndef HIGHEST
#define HIGHEST 4
#endif

typedef struct rbtree {
    int key;
    char red;
    struct rbtree *left, *right;
} rbtree;

#define COMPARE(a, b) SGLIB_NUMERIC_COMPARATOR((a)->key, (b)->key)
SGLIB_DEFINE_RBTREE_PROTOTYPES(rbtree, left, right, red, COMPARE)
SGLIB_DEFINE_RBTREE_FUNCTIONS(rbtree, left, right, red, COMPARE)

static int is_red(const rbtree *t) {
    return t != NULL && t->red;
}

// The same invariant as that of our own trees; SGLIB's colours are 0 and 1.
static int height(const rbtree *t, const rbtree *low, const rbtree *high) {
    if (t == NULL)
        return 0;
    if (t->red != 0 && t->red != 1)
        return -1;
    if ((low != NULL && t->key <= low->key) || (high != NULL && t->key >= high->key))
        return -1;
    if (t->red && (is_red(t->left) || is_red(t->right)))
        return -1;
    int left = height(t->left, low, t);
    if (left < 0 || height(t->right, t, high) != left)
        return -1;
    return t->red ? left : left + 1;
}

static int rb_ok(const rbtree *t) {
    return !is_red(t) && height(t, NULL, NULL) >= 0;
}

static int rb_within(const rbtree *t, int n) {
    return t == NULL || (n > 0 && rb_within(t->left, n - 1) && rb_within(t->right, n - 1));
}

// An order that SGLIB is handed as a function.
static int compare(rbtree *a, rbtree *b) {
    return COMPARE(a, b);
}

// Added in this order: those with equal keys go by their addresses.
static rbtree elements[3];
static rbtree *const order[3] = {&elements[1], &elements[0], &elements[2]};

int main(void) {
    rbtree *t, e = {0, 0, NULL, NULL}, *place, *member;
    struct sglib_rbtree_iterator it;
    int operation, key, n = 0;
    ACUTE_input(t);
    ACUTE_assume(rb_within(t, HIGHEST) && rb_ok(t));
    ACUTE_input(operation);
    ACUTE_input(key);
    e.key = key;
    int length = sglib_rbtree_len(t), after = length;
    switch (operation) {
    case 0:
        ACUTE_assume(sglib_rbtree_find_member(t, &e) == NULL);
        sglib_rbtree_add(&t, &e);
        after++;
        ACUTE_assert(sglib_rbtree_is_member(t, &e));
        break;
    case 1:
        after += sglib_rbtree_add_if_not_member(&t, &e, &member);
        ACUTE_assert(sglib_rbtree_find_member(t, &e) != NULL);
        break;
    case 2:
        place = sglib_rbtree_find_member(t, &e);
        ACUTE_assume(place != NULL);
        sglib_rbtree_delete(&t, place);
        after--;
        ACUTE_assert(!sglib_rbtree_is_member(t, place));
        break;
    case 3:
        after -= sglib_rbtree_delete_if_member(&t, &e, &member);
        ACUTE_assert(sglib_rbtree_find_member(t, &e) == NULL);
        break;
    case 4:
        for (place = sglib_rbtree_it_init_inorder(&it, t); place != NULL; place = sglib_rbtree_it_next(&it))
            n++;
        ACUTE_assert(n == length);
        break;
    case 5:
        for (place = sglib_rbtree_it_init_preorder(&it, t); place != NULL; place = sglib_rbtree_it_next(&it))
            n++;
        ACUTE_assert(n == length);
        break;
    case 6:
        for (place = sglib_rbtree_it_init_postorder(&it, t); place != NULL; place = sglib_rbtree_it_next(&it))
            n++;
        ACUTE_assert(n == length && sglib_rbtree_it_current(&it) == NULL);
        break;
    case 7:
        sglib___rbtree_consistency_check(t);
        break;
    case 8:
        for (place = sglib_rbtree_it_init_on_equal(&it, t, NULL, &e); place != NULL; place = sglib_rbtree_it_next(&it)) {
            ACUTE_assert(place->key == key);
            n++;
        }
        ACUTE_assert((n > 0) == (sglib_rbtree_find_member(t, &e) != NULL));
        break;
    case 9:
        for (place = sglib_rbtree_it_init_on_equal(&it, t, compare, &e); place != NULL; place = sglib_rbtree_it_next(&it)) {
            ACUTE_assert(place->key == key);
            n++;
        }
        ACUTE_assert((n > 0) == (sglib_rbtree_find_member(t, &e) != NULL));
        break;
    case 10:
        ACUTE_assume(t == NULL);
        for (int i = 0; i < 3; i++) {
            ACUTE_input(order[i]->key);
            sglib_rbtree_add(&t, order[i]);
            if (order[i]->key == key)
                n++;
        }
        for (int i = 0; i < 3; i++)
            ACUTE_assert(sglib_rbtree_is_member(t, order[i]));
        ACUTE_assert(!sglib_rbtree_is_member(t, &e));
        sglib___rbtree_consistency_check(t);
        for (place = sglib_rbtree_it_init_on_equal(&it, t, NULL, &e); place != NULL; place = sglib_rbtree_it_next(&it))
            n--;
        ACUTE_assert(n == 0);
        for (place = sglib_rbtree_it_init_on_equal(&it, t, compare, &e); place != NULL; place = sglib_rbtree_it_next(&it))
            ACUTE_assert(place->key == key);
        ACUTE_input(n);
        for (place = elements; place < &elements[2] && n > 0; n--)
            place++;
        sglib_rbtree_delete(&t, place);
        ACUTE_assert(!sglib_rbtree_is_member(t, place) && sglib_rbtree_len(t) == 2);
        sglib___rbtree_consistency_check(t);
        return 0;
    default:
        break;
    }
    ACUTE_assert(rb_ok(t));
    ACUTE_assert(sglib_rbtree_len(t) == after);
    return 0;
}

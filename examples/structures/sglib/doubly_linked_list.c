// SGLIB's doubly linked lists: any list, given by any of its elements, and any one operation on it;
// sglib.h is to be found by -I.
#include <acute.h>
#include <sglib.h>
#include <stddef.h>

// Lists of more elements are left out, so that there are finitely many.
#ifndef LONGEST
#define LONGEST 2
#endif

typedef struct dllist {
    int key;
    struct dllist *prev, *next;
} dllist;

#define COMPARE(a, b) SGLIB_NUMERIC_COMPARATOR((a)->key, (b)->key)
SGLIB_DEFINE_DL_LIST_PROTOTYPES(dllist, COMPARE, prev, next)
SGLIB_DEFINE_DL_LIST_FUNCTIONS(dllist, COMPARE, prev, next)

// The same invariant as that of our own doubly linked lists.
static int dll_ok(const dllist *l) {
    if (l == NULL)
        return 1;
    for (const dllist *p = l; p->next != NULL; p = p->next)
        if (p->next == l || p->next->prev != p)
            return 0;
    for (const dllist *p = l; p->prev != NULL; p = p->prev)
        if (p->prev->next != p)
            return 0;
    return 1;
}

static int dll_within(const dllist *l, int n) {
    const dllist *p = l, *q = l;
    for (int i = 0; p != NULL && i < n; i++)
        p = p->next == l ? NULL : p->next;
    for (int i = 0; q != NULL && i < n; i++)
        q = q->prev == l ? NULL : q->prev;
    return p == NULL && q == NULL;
}

// An order that SGLIB is handed as a function.
static int compare(dllist *a, dllist *b) {
    return COMPARE(a, b);
}

int main(void) {
    dllist *l, *second, e = {0, NULL, NULL}, *place, *member;
    struct sglib_dllist_iterator it;
    int operation, key, n;
    ACUTE_input(l);
    ACUTE_assume(dll_within(l, LONGEST) && dll_ok(l));
    ACUTE_input(operation);
    ACUTE_input(key);
    e.key = key;
    int length = sglib_dllist_len(l), after = length;
    switch (operation) {
    case 0:
        sglib_dllist_add(&l, &e);
        after++;
        ACUTE_assert(sglib_dllist_is_member(l, &e));
        break;
    case 1:
        sglib_dllist_add_after(&l, &e);
        after++;
        break;
    case 2:
        sglib_dllist_add_before(&l, &e);
        after++;
        break;
    case 3:
        after += sglib_dllist_add_if_not_member(&l, &e, &member);
        ACUTE_assert(sglib_dllist_find_member(l, &e) != NULL);
        break;
    case 4:
        after += sglib_dllist_add_after_if_not_member(&l, &e, &member);
        break;
    case 5:
        after += sglib_dllist_add_before_if_not_member(&l, &e, &member);
        break;
    case 6:
        ACUTE_input(n);
        for (place = sglib_dllist_get_first(l); place != NULL && n > 0; n--)
            place = place->next;
        ACUTE_assume(place != NULL);
        ACUTE_assert(sglib_dllist_is_member(l, place));
        sglib_dllist_delete(&l, place);
        after--;
        ACUTE_assert(!sglib_dllist_is_member(l, place));
        break;
    case 7:
        after -= sglib_dllist_delete_if_member(&l, &e, &member);
        break;
    case 8:
        ACUTE_input(second);
        ACUTE_assume(dll_within(second, LONGEST) && dll_ok(second));
        ACUTE_assume(l == NULL || sglib_dllist_get_first(l) != sglib_dllist_get_first(second));
        after += sglib_dllist_len(second);
        sglib_dllist_concat(&l, second);
        break;
    case 9:
        place = sglib_dllist_get_last(l);
        sglib_dllist_reverse(&l);
        ACUTE_assert(sglib_dllist_get_first(l) == place);
        break;
    case 10:
        sglib_dllist_sort(&l);
        for (place = sglib_dllist_get_first(l); place != NULL && place->next != NULL; place = place->next)
            ACUTE_assert(place->key <= place->next->key);
        break;
    case 11:
        n = 0;
        for (place = sglib_dllist_it_init(&it, l); place != NULL; place = sglib_dllist_it_next(&it))
            n++;
        ACUTE_assert(n == length && sglib_dllist_it_current(&it) == NULL);
        break;
    case 12:
        n = 0;
        for (place = sglib_dllist_it_init_on_equal(&it, l, compare, &e); place != NULL; place = sglib_dllist_it_next(&it)) {
            ACUTE_assert(place->key == key);
            n++;
        }
        ACUTE_assert((n > 0) == (sglib_dllist_find_member(l, &e) != NULL));
        break;
    default:
        break;
    }
    ACUTE_assert(dll_ok(l));
    ACUTE_assert(sglib_dllist_len(l) == after);
    return 0;
}

// SGLIB's sorted lists: any sorted list, any one operation on it, and sorting any list; sglib.h is to be found by -I.
#include <acute.h>
#include <sglib.h>
#include <stddef.h>

// Lists of more elements are left out, so that there are finitely many.
#ifndef LONGEST
#define LONGEST 3
#endif

typedef struct ilist {
    int key;
    struct ilist *next;
} ilist;

#define COMPARE(a, b) SGLIB_NUMERIC_COMPARATOR((a)->key, (b)->key)
SGLIB_DEFINE_SORTED_LIST_PROTOTYPES(ilist, COMPARE, next)
SGLIB_DEFINE_SORTED_LIST_FUNCTIONS(ilist, COMPARE, next)

// The same invariant as that of our own sorted lists.
static int sorted_ok(const ilist *l) {
    const ilist *slow = l, *fast = l;
    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast)
            return 0;
    }
    for (; l != NULL && l->next != NULL; l = l->next)
        if (l->key > l->next->key)
            return 0;
    return 1;
}

static int list_within(const ilist *l, int n) {
    for (; l != NULL && n > 0; n--)
        l = l->next;
    return l == NULL;
}

// An order that SGLIB is handed as a function.
static int compare(ilist *a, ilist *b) {
    return COMPARE(a, b);
}

int main(void) {
    ilist *l, *unsorted, e = {0, NULL}, *place, *member;
    struct sglib_ilist_iterator it;
    int operation, key, n;
    ACUTE_input(l);
    ACUTE_assume(sorted_ok(l) && list_within(l, LONGEST));
    ACUTE_input(operation);
    ACUTE_input(key);
    e.key = key;
    int length = sglib_ilist_len(l), after = length;
    switch (operation) {
    case 0:
        sglib_ilist_add(&l, &e);
        after++;
        ACUTE_assert(sglib_ilist_is_member(l, &e));
        break;
    case 1:
        after += sglib_ilist_add_if_not_member(&l, &e, &member);
        ACUTE_assert(sglib_ilist_find_member(l, &e) != NULL);
        break;
    case 2:
        ACUTE_input(n);
        for (place = l; place != NULL && n > 0; n--)
            place = place->next;
        ACUTE_assume(place != NULL);
        sglib_ilist_delete(&l, place);
        after--;
        ACUTE_assert(!sglib_ilist_is_member(l, place));
        break;
    case 3:
        after -= sglib_ilist_delete_if_member(&l, &e, &member);
        break;
    case 4:
        ACUTE_assume(l == NULL);
        ACUTE_input(unsorted);
        ACUTE_assume(list_within(unsorted, LONGEST));
        after = sglib_ilist_len(unsorted);
        sglib_ilist_sort(&unsorted);
        l = unsorted;
        break;
    case 5:
        n = 0;
        for (place = sglib_ilist_it_init(&it, l); place != NULL; place = sglib_ilist_it_next(&it))
            n++;
        ACUTE_assert(n == length && sglib_ilist_it_current(&it) == NULL);
        break;
    case 6:
        n = 0;
        for (place = sglib_ilist_it_init_on_equal(&it, l, compare, &e); place != NULL; place = sglib_ilist_it_next(&it)) {
            ACUTE_assert(place->key == key);
            n++;
        }
        ACUTE_assert((n > 0) == (sglib_ilist_find_member(l, &e) != NULL));
        break;
    default:
        break;
    }
    ACUTE_assert(sorted_ok(l));
    ACUTE_assert(sglib_ilist_len(l) == after);
    return 0;
}

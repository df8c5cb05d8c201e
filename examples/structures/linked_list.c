// Any list that ends within LONGEST elements, any one operation on it.
#include "sorted_list.h"
#include <acute.h>

// Lists of more elements are left out, so that there are finitely many.
#ifndef LONGEST
#define LONGEST 3
#endif

static void count(struct list *e, void *with) {
    int *n = with;
    (void)e;
    ++*n;
}

int main(void) {
    struct list *l, *second, e = {0, NULL}, *place;
    int operation, key, n;
    ACUTE_input(l);
    ACUTE_assume(list_ok(l) && list_within(l, LONGEST));
    ACUTE_input(operation);
    ACUTE_input(key);
    e.key = key;
    int length = list_length(l), after = length;
    switch (operation) {
    case 0:
        list_add(&l, &e);
        after++;
        ACUTE_assert(list_member(l, &e));
        break;
    case 1:
        after += list_add_if_not_member(&l, &e);
        ACUTE_assert(list_find(l, key) != NULL);
        break;
    case 2:
        ACUTE_input(n);
        for (place = l; place != NULL && n > 0; n--)
            place = place->next;
        ACUTE_assume(place != NULL);
        list_delete(&l, place);
        after--;
        ACUTE_assert(!list_member(l, place));
        break;
    case 3:
        after -= list_delete_if_member(&l, key) != NULL;
        break;
    case 4:
        ACUTE_input(second);
        ACUTE_assume(list_ok(second) && list_within(second, LONGEST));
        // Lists that share elements share the last one.
        ACUTE_assume(l == NULL || list_last(l) != list_last(second));
        after += list_length(second);
        list_concat(&l, second);
        break;
    case 5:
        place = list_last(l);
        list_reverse(&l);
        ACUTE_assert(l == place);
        break;
    case 6:
        place = l;
        n = sorted_ok(l);
        list_sort(&l);
        ACUTE_assert(sorted_ok(l));
        ACUTE_assert(!n || l == place);
        break;
    case 7:
        n = 0;
        list_map(l, count, &n);
        ACUTE_assert(n == length);
        break;
    default:
        break;
    }
    ACUTE_assert(list_ok(l));
    ACUTE_assert(list_length(l) == after);
    return 0;
}

// Any doubly linked list, given by any of its elements, at most LONGEST each way, and any one operation
// on it.
#include "doubly_linked_list.h"
#include <acute.h>

// Lists of more elements are left out, so that there are finitely many.
#ifndef LONGEST
#define LONGEST 2
#endif

int main(void) {
    struct dll *l, *second, e = {0, NULL, NULL}, *place;
    struct dll_iterator it;
    int operation, key, n;
    ACUTE_input(l);
    ACUTE_assume(dll_within(l, LONGEST) && dll_ok(l));
    ACUTE_input(operation);
    ACUTE_input(key);
    e.key = key;
    int length = dll_length(l), after = length;
    switch (operation) {
    case 0:
        dll_add_after(&l, &e);
        after++;
        ACUTE_assert(dll_member(l, &e));
        break;
    case 1:
        dll_add_before(&l, &e);
        after++;
        ACUTE_assert(dll_member(l, &e));
        break;
    case 2:
        after += dll_add_after_if_not_member(&l, &e);
        ACUTE_assert(dll_find(l, key) != NULL);
        break;
    case 3:
        after += dll_add_before_if_not_member(&l, &e);
        ACUTE_assert(dll_find(l, key) != NULL);
        break;
    case 4:
        ACUTE_input(n);
        for (place = dll_first(l); place != NULL && n > 0; n--)
            place = place->next;
        ACUTE_assume(place != NULL);
        dll_delete(&l, place);
        after--;
        ACUTE_assert(!dll_member(l, place));
        break;
    case 5:
        after -= dll_delete_if_member(&l, key) != NULL;
        break;
    case 6:
        ACUTE_input(second);
        ACUTE_assume(dll_within(second, LONGEST) && dll_ok(second));
        // Lists that share elements are the same.
        ACUTE_assume(l == NULL || dll_first(l) != dll_first(second));
        after += dll_length(second);
        dll_concat(&l, second);
        break;
    case 7:
        place = dll_last(l);
        dll_reverse(&l);
        ACUTE_assert(dll_first(l) == place);
        break;
    case 8:
        dll_sort(&l);
        for (place = l; place != NULL && place->next != NULL; place = place->next)
            ACUTE_assert(place->key <= place->next->key);
        break;
    case 9:
        n = 0;
        for (place = dll_iterate(&it, l); place != NULL; place = dll_iterate_next(&it))
            n++;
        ACUTE_assert(n == length);
        break;
    default:
        break;
    }
    ACUTE_assert(dll_ok(l));
    ACUTE_assert(dll_length(l) == after);
    return 0;
}

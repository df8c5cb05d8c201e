// Any sorted list of at most LONGEST elements, any one operation on it.
#include "sorted_list.h"
#include <acute.h>

// Lists of more elements are left out, so that there are finitely many.
#ifndef LONGEST
#define LONGEST 3
#endif

int main(void) {
    struct list *l, e = {0, NULL}, *place;
    int operation, key, n;
    ACUTE_input(l);
    ACUTE_assume(sorted_ok(l) && list_within(l, LONGEST));
    ACUTE_input(operation);
    ACUTE_input(key);
    e.key = key;
    int length = list_length(l);
    switch (operation) {
    case 0:
        sorted_add(&l, &e);
        length++;
        ACUTE_assert(sorted_member(l, &e));
        break;
    case 1:
        length += sorted_add_if_not_member(&l, &e);
        ACUTE_assert(sorted_find(l, key) != NULL);
        break;
    case 2:
        ACUTE_input(n);
        for (place = l; place != NULL && n > 0; n--)
            place = place->next;
        ACUTE_assume(place != NULL);
        sorted_delete(&l, place);
        length--;
        ACUTE_assert(!sorted_member(l, place));
        break;
    case 3:
        length -= sorted_delete_if_member(&l, key) != NULL;
        break;
    default:
        break;
    }
    ACUTE_assert(sorted_ok(l));
    ACUTE_assert(list_length(l) == length);
    return 0;
}

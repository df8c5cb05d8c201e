// A hash table of chains, by calls: CALLS operations on elements with any keys.
#include "hash_table.h"
#include <acute.h>

#ifndef CALLS
#define CALLS 3
#endif

enum { ELEMENTS = 3 };

static struct list *table[BUCKETS], elements[ELEMENTS];

int main(void) {
    struct hash_iterator it;
    int length = 0, n = 0;
    hash_init(table);
    for (int i = 0; i < ELEMENTS; i++) {
        elements[i].next = NULL;
        ACUTE_input(elements[i].key);
    }
    for (int call = 0; call < CALLS; call++) {
        int operation, which;
        ACUTE_input(operation);
        ACUTE_input(which);
        ACUTE_assume(which >= 0 && which < ELEMENTS);
        struct list *e = &elements[0];
        for (int i = 0; i < which; i++)
            e++;
        switch (operation) {
        case 0:
            length += !hash_member(table, e);
            hash_add(table, e);
            break;
        case 1:
            length += hash_add_if_not_member(table, e);
            break;
        case 2:
            if (hash_member(table, e)) {
                hash_delete(table, e);
                length--;
            }
            break;
        case 3:
            length -= hash_delete_if_member(table, e->key) != NULL;
            ACUTE_assert(!hash_member(table, e) || hash_find(table, e->key) != NULL);
            break;
        default:
            break;
        }
        ACUTE_assert(hash_ok(table));
    }
    for (struct list *e = hash_iterate(&it, table); e != NULL; e = hash_iterate_next(&it))
        n++;
    ACUTE_assert(n == length);
    return 0;
}

// A hash table with open addressing, by calls: CALLS operations with any keys.
#include "hash_table.h"
#include <acute.h>

#ifndef CALLS
#define CALLS 3
#endif

static struct open_table table;

int main(void) {
    int length = 0;
    open_init(&table);
    for (int call = 0; call < CALLS; call++) {
        int operation, key;
        ACUTE_input(operation);
        ACUTE_input(key);
        switch (operation) {
        case 0:
            length += open_add(&table, key);
            ACUTE_assert(open_find(&table, key) != NULL);
            break;
        case 1:
            length -= open_delete(&table, key);
            ACUTE_assert(open_find(&table, key) == NULL);
            break;
        default:
            break;
        }
        ACUTE_assert(open_ok(&table));
        ACUTE_assert(open_length(&table) == length);
    }
    return 0;
}

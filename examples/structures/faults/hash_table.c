// A planted fault: an element added twice becomes its own successor, and looking another one up never
// ends, as in SGLIB 1.0.1 (CUTE, section 5.2). The calls are found, not given.
#define hash_add hash_add_of_the_library
#include "../hash_table.h"
#undef hash_add
#include <acute.h>

static void hash_add(struct list *table[BUCKETS], struct list *e) {
    list_add(&table[hash_of(e->key)], e);
}

enum { CALLS = 3, ELEMENTS = 2 };

static struct list *table[BUCKETS], elements[ELEMENTS];

int main(void) {
    hash_init(table);
    for (int i = 0; i < ELEMENTS; i++) {
        elements[i].next = NULL;
        ACUTE_input(elements[i].key);
    }
    for (int call = 0; call < CALLS; call++) {
        int operation, which;
        ACUTE_input(operation);
        ACUTE_input(which);
        struct list *e = &elements[0];
        if (which != 0)
            e = &elements[1];
        switch (operation) {
        case 0:
            hash_add(table, e);
            break;
        case 1:
            hash_add_if_not_member(table, e);
            break;
        case 2:
            hash_delete_if_member(table, e->key);
            break;
        default:
            hash_member(table, e);
            break;
        }
    }
    return 0;
}

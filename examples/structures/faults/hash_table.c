// A planted fault: an element added twice becomes its own successor, and looking another one up never
// ends, as in SGLIB 1.0.1 (CUTE, section 5.2). The calls before that are found; the look-up is given.
#define hash_add hash_add_of_the_library
#include "../hash_table.h"
#undef hash_add
#include <acute.h>

static void hash_add(struct list *table[BUCKETS], struct list *e) {
    list_add(&table[hash_of(e->key)], e);
}

enum { CALLS = 2 };

static struct list *table[BUCKETS], elements[CALLS + 1];

// Each call is about a new element, with any key, or about the same as the call before. Then the table is
// asked for one more.
int main(void) {
    struct list *next = elements, *e = next;
    hash_init(table);
    for (int call = 0; call < CALLS; call++) {
        int operation, fresh;
        ACUTE_input(operation);
        ACUTE_input(fresh);
        if (call == 0 || fresh) {
            e = next++;
            e->next = NULL;
            ACUTE_input(e->key);
        }
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
    ACUTE_input(next->key);
    hash_member(table, next);
    return 0;
}

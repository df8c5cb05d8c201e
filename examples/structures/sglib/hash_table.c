// SGLIB's hash table of lists, by calls: CALLS operations on elements with any keys. Its documentation
// leaves open whether an element may be added twice; with -DTWICE the calls do so, as the ones in CUTE,
// section 5.2. sglib.h is to be found by -I.
#include <acute.h>
#include <sglib.h>
#include <stddef.h>

#ifndef CALLS
#define CALLS 3
#endif

enum { BUCKETS = 10, ELEMENTS = 3 };

typedef struct ilist {
    int key;
    struct ilist *next;
} ilist;

#define COMPARE(a, b) SGLIB_NUMERIC_COMPARATOR((a)->key, (b)->key)
static unsigned hash(const ilist *e) {
    return (unsigned)e->key;
}

// An order that SGLIB is handed as a function.
static int compare(ilist *a, ilist *b) {
    return COMPARE(a, b);
}

SGLIB_DEFINE_LIST_PROTOTYPES(ilist, COMPARE, next)
SGLIB_DEFINE_LIST_FUNCTIONS(ilist, COMPARE, next)
SGLIB_DEFINE_HASHED_CONTAINER_PROTOTYPES(ilist, BUCKETS, hash)
SGLIB_DEFINE_HASHED_CONTAINER_FUNCTIONS(ilist, BUCKETS, hash)

static ilist *table[BUCKETS], elements[ELEMENTS];

int main(void) {
    ilist *member;
    struct sglib_hashed_ilist_iterator it;
    int length = 0, n = 0;
    sglib_hashed_ilist_init(table);
    for (int i = 0; i < ELEMENTS; i++) {
        elements[i].next = NULL;
        ACUTE_input(elements[i].key);
    }
    for (int call = 0; call < CALLS; call++) {
        int operation, which;
        ACUTE_input(operation);
        ACUTE_input(which);
        ACUTE_assume(which >= 0 && which < ELEMENTS);
        ilist *e = &elements[0];
        for (int i = 0; i < which; i++)
            e++;
        switch (operation) {
        case 0:
#ifndef TWICE
            ACUTE_assume(!sglib_hashed_ilist_is_member(table, e));
#endif
            sglib_hashed_ilist_add(table, e);
            length++;
            break;
        case 1:
            length += sglib_hashed_ilist_add_if_not_member(table, e, &member);
            break;
        case 2:
            ACUTE_assume(sglib_hashed_ilist_is_member(table, e));
            sglib_hashed_ilist_delete(table, e);
            length--;
            break;
        case 3:
            length -= sglib_hashed_ilist_delete_if_member(table, e, &member);
            break;
        default:
            sglib_hashed_ilist_find_member(table, e);
            break;
        }
    }
    for (ilist *e = sglib_hashed_ilist_it_init(&it, table); e != NULL; e = sglib_hashed_ilist_it_next(&it))
        n++;
    ACUTE_assert(n == length && sglib_hashed_ilist_it_current(&it) == NULL);
    for (ilist *e = sglib_hashed_ilist_it_init_on_equal(&it, table, compare, &elements[0]); e != NULL;
         e = sglib_hashed_ilist_it_next(&it))
        ACUTE_assert(e->key == elements[0].key);
    return 0;
}

// Five keys into a sorted list, a new one before its equals: a path for each order of comparisons.
//~ORDERS 5 list_of_five(k[0], k[1], k[2], k[3], k[4])
//~FUNCTION list_of_five outcome=complete
//~FLAGS --function list_of_five
#include <stddef.h>

struct cell {
    int key;
    struct cell *next;
};

static void insert(struct cell **list, struct cell *fresh) {
    while (*list != NULL && (*list)->key < fresh->key)
        list = &(*list)->next;
    fresh->next = *list;
    *list = fresh;
}

int list_of_five(int a, int b, int c, int d, int e) {
    struct cell cells[5] = {{a, NULL}, {b, NULL}, {c, NULL}, {d, NULL}, {e, NULL}};
    struct cell *list = NULL;
    for (int i = 0; i < 5; i++)
        insert(&list, &cells[i]);
    return list->key;
}

// A sorted list without duplicates: three outcomes at each cell.
//~ORDERS 5 set_of_five(k[0], k[1], k[2], k[3], k[4])
//~FUNCTION set_of_five outcome=complete
//~FLAGS --function set_of_five
#include <stdlib.h>

struct cell {
    int key;
    struct cell *next;
};

static struct cell *add(struct cell *list, int key) {
    if (list && list->key == key)
        return list;
    if (!list || list->key > key) {
        struct cell *fresh = malloc(sizeof *fresh);
        if (!fresh)
            exit(1);
        fresh->key = key;
        fresh->next = list;
        return fresh;
    }
    list->next = add(list->next, key);
    return list;
}

int set_of_five(int a, int b, int c, int d, int e) {
    struct cell *list = add(add(add(add(add(NULL, a), b), c), d), e);
    int length = 0;
    while (list) {
        struct cell *next = list->next;
        free(list);
        list = next;
        length++;
    }
    return length;
}

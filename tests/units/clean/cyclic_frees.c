// What frees a tree uses or frees some of it twice where there is a cycle: the caller's fault, though only one pointer
// leads to what is freed twice.
//~FLAGS --time 3
//~FUNCTION drop bugs=0
#include <stdlib.h>

struct node {
    struct node *next;
    char *name;
    int seen;
};

void drop(struct node *n) {
    for (int k = 0; n != NULL && k < 3; k++) {
        struct node *next = n->next; //~PRECONDITION use-after-free
        n->seen++;
        free(n->name); //~PRECONDITION double-free
        n = next;
    }
}

// What is freed was never allocated.
//~FUNCTION wild outcome=complete bugs=1
//~FUNCTION global outcome=complete bugs=1
//~FUNCTION constant outcome=complete bugs=1
//~FUNCTION middle outcome=complete bugs=1
//~FUNCTION resized outcome=complete bugs=1
//~FUNCTION input_middle outcome=complete bugs=1
//~FUNCTION by_caller outcome=complete bugs=0 preconditions=1
//~FUNCTION behind_null outcome=complete bugs=1 preconditions=1
#include <stdlib.h>

struct pair { long a, b[3]; };
int g;
int table[64];

int wild(int n) {
    void *volatile p = (void *)0xdeadbeef;
    if (n == 3)
        free(p); //~BUG invalid-free
    return 0;
}

int global(int n) {
    void *volatile p = &g;
    if (n == 4)
        free(p); //~BUG invalid-free
    return 0;
}

int constant(int n) {
    void *volatile p = (void *)"constant";
    if (n == 4)
        free(p); //~BUG invalid-free
    return 0;
}

int middle(int n) {
    char *volatile p = malloc(64);
    free(n == 6 ? p + 16 : p); //~BUG invalid-free
    return 0;
}

int resized(int n) {
    void *volatile p = &table[n & 3];
    if (n == 7)
        p = realloc(p, 100); //~BUG invalid-free
    return 0;
}

int input_middle(struct pair *p, int n) {
    void *volatile inside = p ? &p->b[1] : NULL;
    if (n == 8)
        free(inside); //~BUG invalid-free
    return 0;
}

// Whoever passes that address knows what it does.
int by_caller(int *p) {
    if (p == &g)
        free(p); //~PRECONDITION invalid-free
    return 0;
}

int behind_null(struct pair *p) {
    void *volatile inside = p->b;
    free(inside); //~PRECONDITION invalid-free //~BUG invalid-free
    return 0;
}

// A pointer that an index or `?:` chose is followed: a run speaks of what it chose, and flips try the others.
//~FUNCTION of_locals outcome=complete branches=4/4 bugs=0
//~FUNCTION of_inputs outcome=complete branches=8/8 bugs=0
//~FUNCTION of_two outcome=complete branches=10/10 bugs=0
//~FUNCTION of_rows outcome=complete branches=6/6 bugs=0
//~FUNCTION of_chains outcome=complete branches=5/6 bugs=0
//~FUNCTION of_buckets outcome=complete branches=3/4 bugs=0
//~FUNCTION store outcome=complete branches=2/2 bugs=0
//~FUNCTION null_in_table outcome=complete branches=2/2 bugs=1
#include <stddef.h>

struct entry { int v; struct entry *next; };
struct table { struct entry *at[8]; };

int of_locals(unsigned i) {
    int x = 1, y = 2, *p[3] = {&x, &y, &x};
    if (i > 2)
        return -1;
    if (*p[i] == 2)
        return 1;
    return 0;
}

int of_inputs(const struct table *t, unsigned h) {
    if (t == NULL)
        return -1;
    if (t->at[h % 8]) {
        if (t->at[h % 8]->v == 7)
            return 1;
        if (t->at[h % 8]->next)
            return t->at[h % 8]->next->v;
    }
    return 0;
}

int of_two(struct entry *a, struct entry *b, int c) {
    struct entry *e = c > 3 ? a : b;
    if (a == NULL || b == NULL)
        return -1;
    if (e->v == 5)
        return 1;
    e->v = 6;
    if (a->v == 6)
        return 2;
    return 0;
}

int of_rows(unsigned i, unsigned j) {
    int one[3] = {1, 2, 3}, two[3] = {4, 5, 6}, *rows[2] = {one, two};
    if (i > 1 || j > 2)
        return -1;
    if (rows[i][j] == 5)
        return 1;
    return 0;
}

int of_chains(unsigned key, unsigned other) {
    struct entry e[2] = {{1, NULL}, {2, NULL}}, *table[4] = {NULL};
    e[0].next = table[key % 4];
    table[key % 4] = &e[0];
    e[1].next = table[other % 4];
    table[other % 4] = &e[1];
    struct entry *found = table[3];
    if (found && found->next && found->next->v == 1)
        return 1;
    return 0;
}

static struct entry *first(struct entry **bucket) {
    return *bucket; //~PRECONDITION null-deref
}

// The pointer to the bucket is followed where nothing shows that it is at an index.
int of_buckets(unsigned key) {
    struct entry e = {3, NULL}, *table[4] = {NULL, &e, NULL, NULL};
    struct entry *found = first(&table[key % 4]);
    if (found && found->v == 3)
        return 1;
    return 0;
}

static void set(int *at, int x) {
    *at = x; //~PRECONDITION null-deref
}

int store(unsigned char key) {
    int counts[5] = {0};
    set(&counts[key % 5], 1);
    if (counts[3])
        return 1;
    return 0;
}

int null_in_table(unsigned i) {
    int x = 1, *p[4] = {&x, &x, NULL, &x};
    if (i > 3)
        return -1;
    return *p[i]; //~BUG null-deref
}

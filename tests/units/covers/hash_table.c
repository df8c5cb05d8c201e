// A table with buckets chosen by a hash of a key that is constant, values that are inputs. It is lost in the end.
//~FUNCTION look_up outcome=complete branches=4/4
//~FLAGS --function look_up
#include <stdlib.h>

enum { BUCKETS = 4 };
struct entry { unsigned key; int value; struct entry *next; };

static void put(struct entry **table, unsigned key, int value) {
    struct entry *e = malloc(sizeof *e); //~BUG leak message~line_29 //~BUG leak message~line_30
    if (!e)
        abort();
    e->key = key;
    e->value = value;
    e->next = table[key % BUCKETS];
    table[key % BUCKETS] = e;
}

static const struct entry *get(struct entry *const *table, unsigned key) {
    const struct entry *e = table[key % BUCKETS];
    while (e && e->key != key)
        e = e->next;
    return e;
}

int look_up(int a, int b) {
    struct entry *table[BUCKETS] = {0};
    put(table, 5, a);
    put(table, 9, b);
    put(table, 6, a + b);
    if (get(table, 6)->value == 10)
        return 1;
    if (get(table, 9)->value > get(table, 5)->value)
        return 2;
    return 0;
}

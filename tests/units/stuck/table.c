// A table that grows when it has become full: nothing new is covered until several different keys were put in, and which place
// a key goes to takes a solver long to say. Inputs that did something more often than others are changed by chance.
//~FLAGS --function run --nonnull --time 120 --until coverage
//~FUNCTION run outcome=covered branches=16/16 executions<=30000
#include <stdint.h>
#include <string.h>

#define MOST 8

struct table {
    uint16_t key[MOST];
    unsigned size, used, grown, refused;
};

static unsigned place(const struct table *t, uint16_t key) {
    uint32_t hash = key * 0x9e3779b1u;
    unsigned at = (hash >> 16 ^ hash >> 27) % t->size;
    while (t->key[at] != 0 && t->key[at] != key)
        at = (at + 1) % t->size;
    return at;
}

static void grow(struct table *t) {
    struct table old = *t;
    memset(t->key, 0, sizeof t->key);
    t->size *= 2;
    t->grown++;
    for (unsigned i = 0; i < old.size; i++)
        if (old.key[i] != 0)
            t->key[place(t, old.key[i])] = old.key[i];
}

int run(const unsigned char *ops, unsigned length) {
    struct table t = {.size = 4};
    for (unsigned i = 0; i + 2 < length && i < 60; i += 3) {
        uint16_t key = (uint16_t)(ops[i + 1] << 8 | ops[i + 2]);
        if (ops[i] != 'p' || key == 0)
            continue;
        unsigned at = place(&t, key);
        if (t.key[at] == key)
            continue;
        if (t.used + 1 > t.size * 3 / 4) {
            if (t.size == MOST) {
                t.refused++;
                continue;
            }
            grow(&t);
            at = place(&t, key);
        }
        t.key[at] = key;
        t.used++;
    }
    return t.refused > 0 ? 2 : t.grown > 0;
}

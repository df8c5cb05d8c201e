// Two hash tables of elements that the caller owns: one chains elements that fall into one bucket,
// one puts them into the next free slot.
#ifndef HASH_TABLE_H
#define HASH_TABLE_H

#include "list.h"

enum { BUCKETS = 10 };

static inline unsigned hash_of(int key) {
    return (unsigned)key % BUCKETS;
}

// Chains.

static inline void hash_init(struct list *table[BUCKETS]) {
    for (int i = 0; i < BUCKETS; i++)
        table[i] = NULL;
}

// Invariant: each chain ends, and each element is in the chain of its key.
static inline int hash_ok(struct list *const table[BUCKETS]) {
    for (unsigned i = 0; i < BUCKETS; i++) {
        if (!list_ok(table[i]))
            return 0;
        for (const struct list *e = table[i]; e != NULL; e = e->next)
            if (hash_of(e->key) != i)
                return 0;
    }
    return 1;
}

// Whether this very element is in the table.
static inline int hash_member(struct list *table[BUCKETS], const struct list *e) {
    return list_member(table[hash_of(e->key)], e);
}

// An element with this key, or NULL.
static inline struct list *hash_find(struct list *table[BUCKETS], int key) {
    return list_find(table[hash_of(key)], key);
}

// Adds e. Adding an element that is there already changes nothing.
static inline void hash_add(struct list *table[BUCKETS], struct list *e) {
    if (!hash_member(table, e))
        list_add(&table[hash_of(e->key)], e);
}

// Adds e if no element has its key, and says whether it did.
static inline int hash_add_if_not_member(struct list *table[BUCKETS], struct list *e) {
    return list_add_if_not_member(&table[hash_of(e->key)], e);
}

// Takes out this very element, which must be in the table.
static inline void hash_delete(struct list *table[BUCKETS], struct list *e) {
    list_delete(&table[hash_of(e->key)], e);
}

// Takes out an element with this key and returns it, or NULL.
static inline struct list *hash_delete_if_member(struct list *table[BUCKETS], int key) {
    return list_delete_if_member(&table[hash_of(key)], key);
}

// Goes over all elements, in no order. The element it gave last may be taken out meanwhile.
struct hash_iterator {
    struct list **table;
    unsigned bucket;
    struct list_iterator chain;
};

static inline struct list *hash_iterate_next(struct hash_iterator *it) {
    struct list *e = list_iterate_next(&it->chain);
    while (e == NULL && ++it->bucket < BUCKETS)
        e = list_iterate(&it->chain, it->table[it->bucket]);
    return e;
}

static inline struct list *hash_iterate(struct hash_iterator *it, struct list *table[BUCKETS]) {
    it->table = table;
    it->bucket = 0;
    it->chain.next = table[0];
    return hash_iterate_next(it);
}

// Open addressing.

enum slot_state { SLOT_FREE, SLOT_USED, SLOT_LEFT };

// invariant: from the slot of a key's hash on, no free slot comes before the key's own.
struct open_table {
    struct slot {
        enum slot_state state;
        int key;
    } slot[BUCKETS];
};

static inline void open_init(struct open_table *t) {
    for (int i = 0; i < BUCKETS; i++)
        t->slot[i].state = SLOT_FREE;
}

// The slot with this key, or NULL.
static inline struct slot *open_find(struct open_table *t, int key) {
    unsigned at = hash_of(key);
    for (int tried = 0; tried < BUCKETS; tried++) {
        struct slot *s = &t->slot[at];
        if (s->state == SLOT_FREE)
            return NULL;
        if (s->state == SLOT_USED && s->key == key)
            return s;
        at = (at + 1) % BUCKETS;
    }
    return NULL;
}

// Adds a key that is not there yet; 0 if it is, or if no slot is left.
static inline int open_add(struct open_table *t, int key) {
    if (open_find(t, key) != NULL)
        return 0;
    unsigned at = hash_of(key);
    for (int tried = 0; tried < BUCKETS; tried++) {
        struct slot *s = &t->slot[at];
        if (s->state != SLOT_USED) {
            s->state = SLOT_USED;
            s->key = key;
            return 1;
        }
        at = (at + 1) % BUCKETS;
    }
    return 0;
}

// Takes a key out and says whether it was there.
static inline int open_delete(struct open_table *t, int key) {
    struct slot *s = open_find(t, key);
    if (s == NULL)
        return 0;
    s->state = SLOT_LEFT;
    return 1;
}

static inline int open_length(const struct open_table *t) {
    int n = 0;
    for (int i = 0; i < BUCKETS; i++)
        if (t->slot[i].state == SLOT_USED)
            n++;
    return n;
}

// Invariant: each key that is in the table is found where it is.
static inline int open_ok(struct open_table *t) {
    for (int i = 0; i < BUCKETS; i++)
        if (t->slot[i].state == SLOT_USED && open_find(t, t->slot[i].key) != &t->slot[i])
            return 0;
    return 1;
}

#endif

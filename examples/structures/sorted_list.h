// Singly linked lists whose keys never fall.
#ifndef SORTED_LIST_H
#define SORTED_LIST_H

#include "list.h"

// Invariant: it ends, and no key is greater than the next one.
static inline int sorted_ok(const struct list *l) {
    if (!list_ok(l))
        return 0;
    for (; l != NULL && l->next != NULL; l = l->next)
        if (l->key > l->next->key)
            return 0;
    return 1;
}

// Where the first element that is not smaller stands, or would stand.
static inline struct list **sorted_place(struct list **l, int key) {
    while (*l != NULL && (*l)->key < key)
        l = &(*l)->next;
    return l;
}

// The first element with this key, or NULL.
static inline struct list *sorted_find(struct list *l, int key) {
    struct list *e = *sorted_place(&l, key);
    return e != NULL && e->key == key ? e : NULL;
}

// Whether this very element is in the list.
static inline int sorted_member(struct list *l, const struct list *e) {
    l = sorted_find(l, e->key);
    while (l != NULL && l != e && l->key == e->key)
        l = l->next;
    return l == e;
}

// Adds e, which must not be in the list, before its equals.
static inline void sorted_add(struct list **l, struct list *e) {
    list_add(sorted_place(l, e->key), e);
}

// Adds e if no element has its key, and says whether it did.
static inline int sorted_add_if_not_member(struct list **l, struct list *e) {
    l = sorted_place(l, e->key);
    if (*l != NULL && (*l)->key == e->key)
        return 0;
    list_add(l, e);
    return 1;
}

// Takes out this very element, which must be in the list.
static inline void sorted_delete(struct list **l, struct list *e) {
    list_delete(sorted_place(l, e->key), e);
}

// Takes out the first element with this key and returns it, or NULL.
static inline struct list *sorted_delete_if_member(struct list **l, int key) {
    l = sorted_place(l, key);
    struct list *e = *l;
    if (e == NULL || e->key != key)
        return NULL;
    list_delete(l, e);
    return e;
}

#endif

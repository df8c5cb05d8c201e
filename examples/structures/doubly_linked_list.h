// Doubly linked lists. Any element stands for its whole list, NULL for the empty one.
#ifndef DOUBLY_LINKED_LIST_H
#define DOUBLY_LINKED_LIST_H

#include <stddef.h>

struct dll {
    int key;
    struct dll *prev, *next;
};

// Invariant: neighbours know each other, and neither way leads back to where it began. A way that
// came back anywhere else would find an element that knows another neighbour.
static inline int dll_ok(const struct dll *l) {
    if (l == NULL)
        return 1;
    for (const struct dll *p = l; p->next != NULL; p = p->next)
        if (p->next == l || p->next->prev != p)
            return 0;
    for (const struct dll *p = l; p->prev != NULL; p = p->prev)
        if (p->prev->next != p)
            return 0;
    return 1;
}

// Whether both ways end, or come back to l, within n elements.
static inline int dll_within(const struct dll *l, int n) {
    const struct dll *p = l, *q = l;
    for (int i = 0; p != NULL && i < n; i++)
        p = p->next == l ? NULL : p->next;
    for (int i = 0; q != NULL && i < n; i++)
        q = q->prev == l ? NULL : q->prev;
    return p == NULL && q == NULL;
}

static inline struct dll *dll_first(struct dll *l) {
    while (l != NULL && l->prev != NULL)
        l = l->prev;
    return l;
}

static inline struct dll *dll_last(struct dll *l) {
    while (l != NULL && l->next != NULL)
        l = l->next;
    return l;
}

static inline int dll_length(const struct dll *l) {
    if (l == NULL)
        return 0;
    int n = 1;
    for (const struct dll *p = l->next; p != NULL; p = p->next)
        n++;
    for (const struct dll *p = l->prev; p != NULL; p = p->prev)
        n++;
    return n;
}

// Whether this very element is in the list.
static inline int dll_member(struct dll *l, const struct dll *e) {
    struct dll *p = dll_first(l);
    while (p != NULL && p != e)
        p = p->next;
    return p != NULL;
}

// The first element with this key, or NULL.
static inline struct dll *dll_find(struct dll *l, int key) {
    struct dll *p = dll_first(l);
    while (p != NULL && p->key != key)
        p = p->next;
    return p;
}

// Makes e the only element of a list.
static inline void dll_single(struct dll **l, struct dll *e) {
    e->prev = NULL;
    e->next = NULL;
    *l = e;
}

// Adds e, which must not be in the list, behind the element l.
static inline void dll_add_after(struct dll **l, struct dll *e) {
    struct dll *place = *l;
    if (place == NULL) {
        dll_single(l, e);
        return;
    }
    e->prev = place;
    e->next = place->next;
    if (e->next != NULL)
        e->next->prev = e;
    place->next = e;
}

// Adds e, which must not be in the list, before the element l.
static inline void dll_add_before(struct dll **l, struct dll *e) {
    struct dll *place = *l;
    if (place == NULL) {
        dll_single(l, e);
        return;
    }
    e->next = place;
    e->prev = place->prev;
    if (e->prev != NULL)
        e->prev->next = e;
    place->prev = e;
}

// Both add e if no element has its key, and say whether they did.
static inline int dll_add_after_if_not_member(struct dll **l, struct dll *e) {
    if (dll_find(*l, e->key) != NULL)
        return 0;
    dll_add_after(l, e);
    return 1;
}

static inline int dll_add_before_if_not_member(struct dll **l, struct dll *e) {
    if (dll_find(*l, e->key) != NULL)
        return 0;
    dll_add_before(l, e);
    return 1;
}

// Takes out this very element, which must be in the list. If it stood for the list, a neighbour does.
static inline void dll_delete(struct dll **l, struct dll *e) {
    if (*l == e) {
        *l = e->next;
        if (*l == NULL)
            *l = e->prev;
    }
    if (e->next != NULL)
        e->next->prev = e->prev;
    if (e->prev != NULL)
        e->prev->next = e->next;
    e->prev = NULL;
    e->next = NULL;
}

// Takes out the first element with this key and returns it, or NULL.
static inline struct dll *dll_delete_if_member(struct dll **l, int key) {
    struct dll *e = dll_find(*l, key);
    if (e != NULL)
        dll_delete(l, e);
    return e;
}

// Appends the whole second list to the first. They must not share elements.
static inline void dll_concat(struct dll **first, struct dll *second) {
    struct dll *last = dll_last(*first), *begin = dll_first(second);
    if (last == NULL) {
        *first = begin;
    } else if (begin != NULL) {
        last->next = begin;
        begin->prev = last;
    }
}

static inline void dll_reverse(struct dll **l) {
    struct dll *p = dll_first(*l);
    while (p != NULL) {
        struct dll *next = p->next;
        p->next = p->prev;
        p->prev = next;
        p = next;
    }
}

// Insertion sort; equal elements keep their order, and l becomes the first element.
static inline void dll_sort(struct dll **l) {
    struct dll *rest = dll_first(*l), *sorted = NULL;
    while (rest != NULL) {
        struct dll *e = rest;
        rest = rest->next;
        struct dll *place = dll_last(sorted);
        while (place != NULL && place->key > e->key)
            place = place->prev;
        if (place == NULL) {
            dll_add_before(&sorted, e);
            sorted = e;
        } else {
            dll_add_after(&place, e);
        }
    }
    *l = sorted;
}

// Goes over a list from its first element. The element it gave last may be taken out meanwhile.
struct dll_iterator {
    struct dll *next;
};

static inline struct dll *dll_iterate_next(struct dll_iterator *it) {
    struct dll *e = it->next;
    if (e != NULL)
        it->next = e->next;
    return e;
}

static inline struct dll *dll_iterate(struct dll_iterator *it, struct dll *l) {
    it->next = dll_first(l);
    return dll_iterate_next(it);
}

#endif

// Singly linked lists of elements that the caller owns.
#ifndef LIST_H
#define LIST_H

#include <stddef.h>

struct list {
    int key;
    struct list *next;
};

// Invariant: following next ends. Two runners, one twice as fast, meet if it does not.
static inline int list_ok(const struct list *l) {
    const struct list *slow = l, *fast = l;
    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast)
            return 0;
    }
    return 1;
}

// Whether it ends within n elements: a bound for those who want finitely many lists.
static inline int list_within(const struct list *l, int n) {
    for (; l != NULL && n > 0; n--)
        l = l->next;
    return l == NULL;
}

static inline int list_length(const struct list *l) {
    int n = 0;
    for (; l != NULL; l = l->next)
        n++;
    return n;
}

// The last element, NULL of an empty list.
static inline struct list *list_last(struct list *l) {
    while (l != NULL && l->next != NULL)
        l = l->next;
    return l;
}

// Whether this very element is in the list.
static inline int list_member(const struct list *l, const struct list *e) {
    while (l != NULL && l != e)
        l = l->next;
    return l != NULL;
}

// The first element with this key, or NULL.
static inline struct list *list_find(struct list *l, int key) {
    while (l != NULL && l->key != key)
        l = l->next;
    return l;
}

// Adds e in front. It must not be in the list.
static inline void list_add(struct list **l, struct list *e) {
    e->next = *l;
    *l = e;
}

// Adds e if no element has its key, and says whether it did.
static inline int list_add_if_not_member(struct list **l, struct list *e) {
    if (list_find(*l, e->key) != NULL)
        return 0;
    list_add(l, e);
    return 1;
}

// Takes out this very element, which must be in the list.
static inline void list_delete(struct list **l, struct list *e) {
    while (*l != e)
        l = &(*l)->next;
    *l = e->next;
    e->next = NULL;
}

// Takes out the first element with this key and returns it, or NULL.
static inline struct list *list_delete_if_member(struct list **l, int key) {
    struct list *e = list_find(*l, key);
    if (e != NULL)
        list_delete(l, e);
    return e;
}

// Appends the second list to the first. They must not share elements.
static inline void list_concat(struct list **first, struct list *second) {
    struct list *last = list_last(*first);
    if (last == NULL)
        *first = second;
    else
        last->next = second;
}

static inline void list_reverse(struct list **l) {
    struct list *reversed = NULL;
    while (*l != NULL) {
        struct list *e = *l;
        *l = e->next;
        list_add(&reversed, e);
    }
    *l = reversed;
}

// Two sorted lists become one. Of equal elements those of the first list come first.
static inline struct list *list_merge(struct list *a, struct list *b) {
    struct list *merged = NULL, **end = &merged;
    while (a != NULL && b != NULL) {
        struct list **smaller = &a;
        if (b->key < a->key)
            smaller = &b;
        *end = *smaller;
        end = &(*end)->next;
        *smaller = *end;
    }
    *end = a;
    if (a == NULL)
        *end = b;
    return merged;
}

// Merge sort; equal elements keep their order.
static inline void list_sort(struct list **l) {
    if (*l == NULL || (*l)->next == NULL)
        return;
    struct list *middle = *l;
    for (const struct list *p = (*l)->next; p != NULL && p->next != NULL; p = p->next->next)
        middle = middle->next;
    struct list *half = middle->next;
    middle->next = NULL;
    list_sort(l);
    list_sort(&half);
    *l = list_merge(*l, half);
}

// Goes over a list. The element it gave last may be taken out meanwhile.
struct list_iterator {
    struct list *next;
};

static inline struct list *list_iterate_next(struct list_iterator *it) {
    struct list *e = it->next;
    if (e != NULL)
        it->next = e->next;
    return e;
}

static inline struct list *list_iterate(struct list_iterator *it, struct list *l) {
    it->next = l;
    return list_iterate_next(it);
}

// Calls visit for each element, which it may take out.
static inline void list_map(struct list *l, void (*visit)(struct list *e, void *with), void *with) {
    struct list_iterator it;
    for (struct list *e = list_iterate(&it, l); e != NULL; e = list_iterate_next(&it))
        visit(e, with);
}

#endif

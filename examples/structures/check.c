// The structures against a naive model: random operations on a small set of keys, each followed by
// the invariant and a comparison. Prints how many, or fails an assertion.
#undef NDEBUG
#include "doubly_linked_list.h"
#include "hash_table.h"
#include "list.h"
#include "red_black_tree.h"
#include "sort.h"
#include "sorted_list.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATIONS = 100000, ELEMENTS = 24, KEYS = 12, SIZE = 16 };

static int below(int n) {
    return rand() % n;
}

// The model of a list: keys in their order. What adds a key only if it is new may go beyond ELEMENTS.
struct model {
    int key[ELEMENTS + KEYS];
    int n;
};

static int model_index(const struct model *m, int key) {
    int i = 0;
    while (i < m->n && m->key[i] != key)
        i++;
    return i;
}

static void model_insert(struct model *m, int at, int key) {
    memmove(&m->key[at + 1], &m->key[at], (size_t)(m->n - at) * sizeof *m->key);
    m->key[at] = key;
    m->n++;
}

static void model_remove(struct model *m, int at) {
    m->n--;
    memmove(&m->key[at], &m->key[at + 1], (size_t)(m->n - at) * sizeof *m->key);
}

static void model_reverse(struct model *m) {
    for (int i = 0, j = m->n - 1; i < j; i++, j--) {
        int t = m->key[i];
        m->key[i] = m->key[j];
        m->key[j] = t;
    }
}

static int compare_ints(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void model_sort(struct model *m) {
    qsort(m->key, (size_t)m->n, sizeof *m->key, compare_ints);
}

// Where a sorted model takes a key: before its equals.
static int model_place(const struct model *m, int key) {
    int i = 0;
    while (i < m->n && m->key[i] < key)
        i++;
    return i;
}

static void check_sorting(void) {
    for (int round = 0; round < OPERATIONS / 10; round++) {
        int a[SIZE], b[SIZE], expected[SIZE], n = below(SIZE + 1);
        for (int i = 0; i < n; i++)
            a[i] = b[i] = expected[i] = below(KEYS);
        qsort(expected, (size_t)n, sizeof *expected, compare_ints);
        array_quick_sort(a, n);
        array_heap_sort(b, n);
        assert(array_sorted(a, n) && array_sorted(b, n));
        assert(memcmp(a, expected, (size_t)n * sizeof *a) == 0);
        assert(memcmp(b, expected, (size_t)n * sizeof *b) == 0);
    }
}

static struct list *fresh_list(int key) {
    struct list *e = malloc(sizeof *e);
    assert(e != NULL);
    *e = (struct list){key, NULL};
    return e;
}

static void add_key(struct list *e, void *with) {
    struct model *m = with;
    model_insert(m, m->n, e->key);
}

static void compare_list(struct list *l, const struct model *m) {
    struct model seen = {{0}, 0};
    assert(list_ok(l) && list_length(l) == m->n);
    list_map(l, add_key, &seen);
    assert(seen.n == m->n && memcmp(seen.key, m->key, (size_t)m->n * sizeof *m->key) == 0);
    assert(m->n == 0 || list_last(l)->key == m->key[m->n - 1]);
}

static struct list *nth(struct list *l, int n) {
    while (n-- > 0)
        l = l->next;
    return l;
}

static void free_list(struct list *l) {
    struct list_iterator it;
    for (struct list *e = list_iterate(&it, l); e != NULL; e = list_iterate_next(&it))
        free(e);
}

static void check_list(void) {
    struct list *l = NULL;
    struct model m = {{0}, 0};
    for (int round = 0; round < OPERATIONS; round++) {
        int key = below(KEYS), at = model_index(&m, key), i = m.n > 0 ? below(m.n) : 0;
        struct list *e = fresh_list(key), *old = nth(l, i), *found = list_find(l, key);
        assert((found != NULL) == (at < m.n) && (found == NULL || found == nth(l, at)));
        assert(list_member(l, old) == (m.n > 0) && !list_member(l, e));
        int kept = 0;
        switch (below(8)) {
        case 0:
            if (m.n < ELEMENTS) {
                list_add(&l, e);
                model_insert(&m, 0, key);
                kept = 1;
            }
            break;
        case 1:
            kept = list_add_if_not_member(&l, e);
            assert(kept == (at == m.n));
            if (kept)
                model_insert(&m, 0, key);
            break;
        case 2:
            if (m.n > 0) {
                list_delete(&l, old);
                free(old);
                model_remove(&m, i);
            }
            break;
        case 3: {
            struct list *gone = list_delete_if_member(&l, key);
            assert(gone == found);
            free(gone);
            if (gone)
                model_remove(&m, at);
            break;
        }
        case 4:
            if (m.n + 2 <= ELEMENTS) {
                struct list *second = below(3) == 0 ? NULL : e;
                if (second != NULL) {
                    list_add(&second, fresh_list(key + 1));
                    model_insert(&m, m.n, key + 1);
                    model_insert(&m, m.n, key);
                    kept = 1;
                }
                list_concat(&l, second);
            }
            break;
        case 5:
            list_reverse(&l);
            model_reverse(&m);
            break;
        case 6:
            list_sort(&l);
            model_sort(&m);
            assert(sorted_ok(l));
            break;
        default:
            break;
        }
        if (!kept)
            free(e);
        compare_list(l, &m);
    }
    // A ring is no list.
    if (l != NULL) {
        struct list *last = list_last(l);
        last->next = l;
        assert(!list_ok(l));
        last->next = NULL;
    }
    free_list(l);
}

static void check_sorted_list(void) {
    struct list *l = NULL;
    struct model m = {{0}, 0};
    for (int round = 0; round < OPERATIONS; round++) {
        int key = below(KEYS), at = model_place(&m, key), i = m.n > 0 ? below(m.n) : 0;
        int there = at < m.n && m.key[at] == key;
        struct list *e = fresh_list(key), *old = nth(l, i);
        assert((sorted_find(l, key) != NULL) == there && !sorted_member(l, e));
        assert(old == NULL || sorted_member(l, old));
        int kept = 0;
        switch (below(4)) {
        case 0:
            if (m.n < ELEMENTS) {
                sorted_add(&l, e);
                model_insert(&m, at, key);
                kept = 1;
            }
            break;
        case 1:
            kept = sorted_add_if_not_member(&l, e);
            assert(kept == !there);
            if (kept)
                model_insert(&m, at, key);
            break;
        case 2:
            if (m.n > 0) {
                sorted_delete(&l, old);
                free(old);
                model_remove(&m, i);
            }
            break;
        default: {
            struct list *gone = sorted_delete_if_member(&l, key);
            assert((gone != NULL) == there);
            free(gone);
            if (gone)
                model_remove(&m, at);
        }
        }
        if (!kept)
            free(e);
        compare_list(l, &m);
        assert(sorted_ok(l));
    }
    free_list(l);
}

static void compare_dll(struct dll *l, const struct model *m) {
    assert(dll_ok(l) && dll_length(l) == m->n);
    struct dll_iterator it;
    int i = 0;
    for (struct dll *e = dll_iterate(&it, l); e != NULL; e = dll_iterate_next(&it))
        assert(e->key == m->key[i++]);
    assert(i == m->n);
    assert(m->n == 0 || dll_last(l)->key == m->key[m->n - 1]);
}

static struct dll *fresh_dll(int key) {
    struct dll *e = malloc(sizeof *e);
    assert(e != NULL);
    *e = (struct dll){key, NULL, NULL};
    return e;
}

static void check_doubly_linked_list(void) {
    struct dll *l = NULL;
    struct model m = {{0}, 0};
    for (int round = 0; round < OPERATIONS; round++) {
        int key = below(KEYS), at = model_index(&m, key), i = m.n > 0 ? below(m.n) : 0, here = 0;
        struct dll *e = fresh_dll(key), *old = dll_first(l), *found = dll_find(l, key);
        for (int n = 0; n < i; n++)
            old = old->next;
        // Where the element that stands for the list is.
        for (struct dll *p = dll_first(l); p != l; p = p->next)
            here++;
        assert((found != NULL) == (at < m.n) && !dll_member(l, e) && dll_member(l, old) == (m.n > 0));
        int kept = 0;
        switch (below(10)) {
        case 0:
            if (m.n < ELEMENTS) {
                dll_add_after(&l, e);
                model_insert(&m, m.n > 0 ? here + 1 : 0, key);
                kept = 1;
            }
            break;
        case 1:
            if (m.n < ELEMENTS) {
                dll_add_before(&l, e);
                model_insert(&m, here, key);
                kept = 1;
            }
            break;
        case 2:
            kept = dll_add_after_if_not_member(&l, e);
            assert(kept == (at == m.n));
            if (kept)
                model_insert(&m, m.n > 0 ? here + 1 : 0, key);
            break;
        case 3:
            kept = dll_add_before_if_not_member(&l, e);
            assert(kept == (at == m.n));
            if (kept)
                model_insert(&m, here, key);
            break;
        case 4:
            if (m.n > 0) {
                dll_delete(&l, old);
                free(old);
                model_remove(&m, i);
            }
            break;
        case 5: {
            struct dll *gone = dll_delete_if_member(&l, key);
            assert(gone == found);
            free(gone);
            if (gone)
                model_remove(&m, at);
            break;
        }
        case 6:
            if (m.n + 2 <= ELEMENTS) {
                struct dll *second = below(3) == 0 ? NULL : e;
                if (second != NULL) {
                    // The second list is handed over by its last element.
                    dll_add_before(&second, fresh_dll(key + 1));
                    model_insert(&m, m.n, key + 1);
                    model_insert(&m, m.n, key);
                    kept = 1;
                }
                dll_concat(&l, second);
            }
            break;
        case 7:
            dll_reverse(&l);
            model_reverse(&m);
            break;
        case 8:
            dll_sort(&l);
            model_sort(&m);
            break;
        default:
            if (m.n > 0)
                l = old;
        }
        if (!kept)
            free(e);
        compare_dll(l, &m);
    }
    if (dll_length(l) > 1) {
        struct dll *first = dll_first(l), *second = first->next;
        second->prev = NULL;
        assert(!dll_ok(first));
        second->prev = first;
    }
    struct dll_iterator it;
    for (struct dll *e = dll_iterate(&it, l); e != NULL; e = dll_iterate_next(&it))
        free(e);
}

static void check_hash_tables(void) {
    struct list *table[BUCKETS], elements[ELEMENTS];
    int in[ELEMENTS] = {0}, in_open[ELEMENTS] = {0}, open_n = 0;
    struct open_table open;
    hash_init(table);
    open_init(&open);
    for (int i = 0; i < ELEMENTS; i++)
        elements[i] = (struct list){i, NULL};
    for (int round = 0; round < OPERATIONS; round++) {
        int i = below(ELEMENTS), n = 0;
        struct list *e = &elements[i];
        switch (below(4)) {
        case 0:
            hash_add(table, e);
            in[i] = 1;
            break;
        case 1:
            assert(hash_add_if_not_member(table, e) == !in[i]);
            in[i] = 1;
            break;
        case 2:
            if (in[i])
                hash_delete(table, e);
            in[i] = 0;
            break;
        default:
            assert(hash_delete_if_member(table, i) == (in[i] ? e : NULL));
            in[i] = 0;
        }
        assert(hash_ok(table));
        struct hash_iterator it;
        for (struct list *p = hash_iterate(&it, table); p != NULL; p = hash_iterate_next(&it), n++)
            assert(in[p->key]);
        for (int k = 0; k < ELEMENTS; k++) {
            assert(hash_member(table, &elements[k]) == in[k]);
            assert(hash_find(table, k) == (in[k] ? &elements[k] : NULL));
            n -= in[k];
        }
        assert(n == 0);
        if (below(2)) {
            int fits = !in_open[i] && open_n < BUCKETS;
            assert(open_add(&open, i) == fits);
            in_open[i] |= fits;
            open_n += fits;
        } else {
            assert(open_delete(&open, i) == in_open[i]);
            open_n -= in_open[i];
            in_open[i] = 0;
        }
        assert(open_ok(&open) && open_length(&open) == open_n);
        for (int k = 0; k < ELEMENTS; k++)
            assert((open_find(&open, k) != NULL) == in_open[k]);
    }
}

static void count_up(struct rb *e, void *with) {
    int *last = with;
    assert(e->key > *last);
    *last = e->key;
}

static void check_red_black_tree(void) {
    enum { MANY = 40 };
    struct rb elements[MANY], *t = NULL;
    int in[MANY] = {0};
    for (int i = 0; i < MANY; i++)
        elements[i] = (struct rb){i, 0, NULL, NULL};
    for (int round = 0; round < OPERATIONS; round++) {
        int i = below(MANY), n = 0, last = -1;
        struct rb *e = &elements[i];
        switch (below(4)) {
        case 0:
            if (!in[i])
                rb_add(&t, e);
            in[i] = 1;
            break;
        case 1:
            assert(rb_add_if_not_member(&t, e) == !in[i]);
            in[i] = 1;
            break;
        case 2:
            if (in[i])
                rb_delete(&t, e);
            in[i] = 0;
            break;
        default:
            assert(rb_delete_if_member(&t, i) == (in[i] ? e : NULL));
            in[i] = 0;
        }
        assert(rb_ok(t));
        for (int k = 0; k < MANY; k++) {
            assert(rb_member(t, &elements[k]) == in[k]);
            n += in[k];
        }
        assert(rb_length(t) == n);
        struct rb_iterator it;
        for (struct rb *p = rb_iterate(&it, t); p != NULL; p = rb_iterate_next(&it), n--)
            assert(in[p->key]);
        assert(n == 0);
        rb_map(t, count_up, &last);
    }
    if (t != NULL) {
        struct rb *right = t->right;
        t->right = t->left;
        assert(t->left == NULL || !rb_ok(t));
        t->right = right;
    }
}

int main(int argc, char **argv) {
    srand(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
    check_sorting();
    check_list();
    check_sorted_list();
    check_doubly_linked_list();
    check_hash_tables();
    check_red_black_tree();
    printf("%d operations on each structure are as the model says\n", OPERATIONS);
    return 0;
}

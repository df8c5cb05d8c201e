// An assertion about what the function was given is its precondition, wherever it stands: the caller passed what it rules
// out. One about what the function computed is a bug.
//~FUNCTION pointer outcome=complete bugs=0 preconditions=1
//~FUNCTION number outcome=complete bugs=0 preconditions=1
//~FUNCTION fields outcome=complete bugs=0 preconditions=1
//~FUNCTION after_others outcome=complete bugs=0 preconditions=1
//~FUNCTION computed_inside outcome=complete bugs=0 preconditions=1
//~FUNCTION element bugs=0 preconditions=1
//~FUNCTION called bugs=0 preconditions=1
//~FUNCTION handed_on outcome=complete bugs=0 preconditions=1
//~FUNCTION checked_before outcome=complete bugs=0 preconditions=1
//~FUNCTION follows outcome=complete bugs=0 preconditions=1
//~FUNCTION each bugs=0 preconditions=1
//~FUNCTION no_input bugs=0 preconditions=1
//~FUNCTION no_inputs_field bugs=0
//~FUNCTION tag outcome=complete bugs=0 preconditions=1
//~FUNCTION tag_of_element bugs=0
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct list { int len, cap; struct list *next; };

int pointer(const int *p) {
    assert(p); //~PRECONDITION assertion message~`p`
    return *p;
}

int number(int n) {
    assert(n > 0); //~PRECONDITION assertion
    return 10 / n;
}

int fields(const struct list *l) {
    if (!l)
        return 0;
    assert(l->len <= l->cap); //~PRECONDITION assertion
    return l->len;
}

int after_others(int a, int b) {
    if (a < 0)
        return 1;
    if (b < a)
        return 2;
    assert(a != 7 && b != 9000); //~PRECONDITION assertion
    return 0;
}

int computed_inside(int a, int b) {
    assert(a + 2 * b != 31); //~PRECONDITION assertion
    return 1;
}

int element(const int *a, int n) {
    if (!a || n < 1 || n > 3)
        return 0;
    assert(a[n - 1] != 12345); //~PRECONDITION assertion
    return 1;
}

static int is_odd(int x) { return x & 1; }

int called(int x) {
    assert(is_odd(x)); //~PRECONDITION assertion
    return x;
}

static int inner(const struct list *l) {
    assert(l != NULL); //~PRECONDITION assertion
    return l->len;
}

int handed_on(const struct list *l, int x) { return x > 5 ? inner(l) : 0; }

int checked_before(const struct list *l) {
    int r = 0;
    if (!l)
        r++;
    assert(l); //~PRECONDITION assertion
    return r + l->len;
}

int follows(const struct list *l) {
    if (!l)
        return 0;
    const struct list *next = l->next;
    assert(next); //~PRECONDITION assertion
    return next->len;
}

struct pair { const char *key, *value; };

int each(const struct pair *from, const struct pair *to, int *count) {
    if (!from || !to || !count)
        return 0;
    *count = 0;
    for (const struct pair *p = from; p != to && *count < 3; p++) {
        assert(p->key); //~PRECONDITION assertion
        ++*count;
    }
    return 1;
}

// What is no input stays NULL.
int no_input(FILE *file, int n) {
    if (n < 5)
        return 0;
    assert(file); //~PRECONDITION assertion
    return 1;
}

struct stream { int (*read)(void); int have; };

int no_inputs_field(struct stream *s) {
    if (!s)
        return 0;
    s->have = 0;
    assert(s->read); //~PRECONDITION assertion
    return 1;
}

struct node { int type; int value; };

int tag(const struct node *n) {
    if (!n)
        return 0;
    switch (n->type) {
    case 1: return n->value;
    case 2: return -n->value;
    default: assert(0 && "an unknown type"); //~PRECONDITION assertion
    }
    return 0;
}

int tag_of_element(const struct node *nodes, int k) {
    if (!nodes || k < 0 || k > 1)
        return 0;
    switch (nodes[k].type) {
    case 1: return 1;
    default: assert(0); //~PRECONDITION assertion
    }
    return 0;
}

// A global that another function sets is a matter of state.
static int level;
void set_level(int n) { level = n > 0; }
//~FUNCTION global outcome=complete bugs=0 states=1
int global(void) {
    assert(level >= 0 && level < 2); //~STATE assertion
    return level;
}

// Uses of a local variable of a function that has returned; the twins are in clean/use_after_return_shapes.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function in_returned_struct --function by_global --function by_out_parameter --function text_of_helper
//~FLAGS --function list_of_locals --function in_switch --function written --function behind_three_conditions
//~FUNCTION in_returned_struct bugs=1
//~FUNCTION by_global bugs=1
//~FUNCTION by_out_parameter bugs=1
//~FUNCTION text_of_helper bugs=1
//~FUNCTION list_of_locals bugs=1
//~FUNCTION in_switch bugs=1
//~FUNCTION written bugs=1
//~FUNCTION behind_three_conditions bugs=1
#ifdef __clang__
#pragma clang diagnostic ignored "-Wreturn-stack-address"
#else
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wdangling-pointer"
#pragma GCC diagnostic ignored "-Wreturn-local-addr"
#endif
#include <string.h>

struct view { const int *items; int length; };

static struct view sorted(int a, int b) {
    int pair[2] = { a < b ? a : b, a < b ? b : a };
    struct view v = { pair, 2 };
    return v;
}

// call: in_returned_struct(3, 1)
int in_returned_struct(int a, int b) {
    struct view v = sorted(a, b);
    return v.items[0]; //~BUG use-after-return
}

static const int *current;

static void remember(int k) {
    int value = k + 1;
    current = &value;
}

// call: by_global(4)
int by_global(int k) {
    if (k < 0 || k > 100)
        return -1;
    remember(k);
    int r = *current; //~BUG use-after-return
    current = NULL;
    return r;
}

static void find(const char **out, int k) {
    char text[4] = { 'a', 'b', 'c', 0 };
    text[0] = (char)('a' + (k & 7));
    *out = text;
}

// call: by_out_parameter(2)
int by_out_parameter(int k) {
    const char *s = "";
    if (k > 1)
        find(&s, k);
    return s[0]; //~BUG use-after-return
}

static char *shown(unsigned n, char *given) {
    char b[8], *p = b;
    (void)given;
    p = b;
    p[0] = (char)('0' + n % 10);
    p[1] = b[0] = '\0';
    return p;
}

// call: text_of_helper(7)
int text_of_helper(unsigned n) {
    char mine[8];
    mine[0] = '\0';
    char *s = shown(n, mine);
    if (n < 5)
        return mine[0];
    return s[0]; //~BUG use-after-return
}

struct cell { int value; struct cell *next; };

static void pushed(struct cell **list, int value) {
    struct cell here;
    struct cell *c = &here;
    c->value = value;
    c->next = *list;
    *list = c;
}

// call: list_of_locals(3)
int list_of_locals(int value) {
    struct cell *list = NULL;
    pushed(&list, value);
    return list->value; //~BUG use-after-return
}

static int *chosen(int k) {
    int zero = 0, one = 1, *p = NULL;
    switch (k) {
    case 0: p = &zero; break;
    case 1: p = &one; break;
    default: break;
    }
    return p;
}

// call: in_switch(1)
int in_switch(int k) {
    int *p = chosen(k);
    return p ? *p : -1; //~BUG use-after-return
}

static void written_to(int **where) {
    int local[3] = { 1, 2, 3 };
    *where = local;
}

// call: written(2)
int written(unsigned i) {
    int *p = NULL;
    if (i > 2)
        return -1;
    written_to(&p);
    p[i] = 5; //~BUG use-after-return
    return p != NULL;
}

static const long *deep_address(long v) {
    long copy = v;
    const long *p = &copy;
    return p;
}

// call: behind_three_conditions(15, 38, 15 ^ 0x55)
long behind_three_conditions(int a, int b, int c) {
    const long *p = deep_address(a);
    if (a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55 || b != 38)
        return 0;
    return *p; //~BUG use-after-return
}

// The twins of finds/use_after_return_shapes.c: nothing points to a local of a function that has returned.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function in_returned_struct --function by_global --function by_out_parameter --function text_of_helper
//~FLAGS --function list_of_locals --function in_switch --function written --function behind_three_conditions
//~FUNCTION in_returned_struct bugs=0
//~FUNCTION by_global bugs=0
//~FUNCTION by_out_parameter bugs=0
//~FUNCTION text_of_helper bugs=0
//~FUNCTION list_of_locals bugs=0
//~FUNCTION in_switch bugs=0
//~FUNCTION written bugs=0
//~FUNCTION behind_three_conditions bugs=0
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
    static int pair[2];
    pair[0] = a < b ? a : b;
    pair[1] = a < b ? b : a;
    struct view v = { pair, 2 };
    return v;
}

int in_returned_struct(int a, int b) {
    struct view v = sorted(a, b);
    return v.items[0];
}

static const int *current;

static void remember(int k) {
    static int value;
    value = k + 1;
    current = &value;
}

int by_global(int k) {
    if (k < 0 || k > 100)
        return -1;
    remember(k);
    int r = *current;
    current = NULL;
    return r;
}

static void find(const char **out, int k) {
    static char text[4] = { 'a', 'b', 'c', 0 };
    text[0] = (char)('a' + (k & 7));
    *out = text;
}

int by_out_parameter(int k) {
    const char *s = "";
    if (k > 1)
        find(&s, k);
    return s[0];
}

static char *shown(unsigned n, char *given) {
    char b[8], *p = b;
    (void)given;
    p = given;
    p[0] = (char)('0' + n % 10);
    p[1] = b[0] = '\0';
    return p;
}

int text_of_helper(unsigned n) {
    char mine[8];
    mine[0] = '\0';
    char *s = shown(n, mine);
    if (n < 5)
        return mine[0];
    return s[0];
}

struct cell { int value; struct cell *next; };

static void pushed(struct cell **list, int value) {
    static struct cell here;
    struct cell *c = &here;
    c->value = value;
    c->next = *list;
    *list = c;
}

int list_of_locals(int value) {
    struct cell *list = NULL;
    pushed(&list, value);
    return list->value;
}

static int *chosen(int k) {
    static int zero = 0, one = 1;
    int *p = NULL;
    switch (k) {
    case 0: p = &zero; break;
    case 1: p = &one; break;
    default: break;
    }
    return p;
}

int in_switch(int k) {
    int *p = chosen(k);
    return p ? *p : -1;
}

static void written_to(int **where) {
    static int local[3] = { 1, 2, 3 };
    *where = local;
}

int written(unsigned i) {
    int *p = NULL;
    if (i > 2)
        return -1;
    written_to(&p);
    p[i] = 5;
    return p != NULL;
}

static const long *deep_address(long v) {
    static long copy;
    const long *p = &copy;
    copy = v;
    return p;
}

long behind_three_conditions(int a, int b, int c) {
    const long *p = deep_address(a);
    if (a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55 || b != 38)
        return 0;
    return *p;
}

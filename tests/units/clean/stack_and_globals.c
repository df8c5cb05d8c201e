// The twins of finds/stack_and_globals.c, and what lies on the stack without being a local variable of the unit.
//~FLAGS --executions 2000 --time 60
//~FUNCTION on_the_stack bugs=0
//~FUNCTION in_a_global bugs=0
//~FUNCTION in_a_constant bugs=0
//~FUNCTION before bugs=0
//~FUNCTION dynamic bugs=0
//~FUNCTION copied bugs=0
//~FUNCTION scalar bugs=0
//~FUNCTION wide bugs=0
//~FUNCTION recursive bugs=0
//~FUNCTION kept bugs=0
//~FUNCTION through_a_field bugs=0
//~FUNCTION sorted bugs=0
//~FUNCTION variadic bugs=0
//~FUNCTION by_value bugs=0
//~FUNCTION jumps bugs=0
//~FUNCTION loops bugs=0
//~FUNCTION linked_set bugs=0
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i]; //~PRECONDITION null-deref
    return s;
}

int on_the_stack(int n) {
    int a[4] = {1, 2, 3, 4};
    return n < 0 || n > 4 ? 0 : sum(a, n);
}

static int numbers[4] = {1, 2, 3, 4};

int in_a_global(int n) {
    return n < 0 || n > 4 ? 0 : sum(numbers, n);
}

int in_a_constant(unsigned n) {
    const char *text = "hello";
    return n > 5 ? 0 : text[n];
}

int before(int n) {
    int a[4] = {1, 2, 3, 4}, *p = a + 2;
    return n < 0 || n > 2 ? 0 : p[-n];
}

int dynamic(int n) {
    if (n < 1 || n > 8)
        return 0;
    char a[n], *p = a;
    memset(a, 1, n);
    return p[n - 1];
}

int copied(const char *s) {
    char b[8];
    if (!s || strlen(s) > 7)
        return 0;
    strcpy(b, s);
    return b[0];
}

static void set(int *p, int n) {
    p[n] = 1; //~PRECONDITION null-deref //~PRECONDITION out-of-bounds
}

int scalar(int n) {
    int x = 0;
    if (n == 0)
        set(&x, n);
    return x;
}

static long load(const char *p) {
    long x;
    memcpy(&x, p, sizeof x); //~PRECONDITION null-deref
    return x;
}

int wide(unsigned at) {
    char b[16] = "0123456789abcde";
    return at > 8 ? 0 : load(b + at) != 0;
}

int recursive(int depth) {
    char b[4] = "abc", *p = b;
    if (depth <= 0 || depth > 4)
        return 0;
    return p[depth - 1] + recursive(depth - 1);
}

static const char *last;
static char word[8];

static int parse(const char *s) {
    strncpy(word, s, sizeof word - 1); //~PRECONDITION null-deref
    last = word;
    return word[0] == 'x' && word[1] == 'y';
}

int kept(const char *s) {
    if (!s || !parse(s))
        return 0;
    return last[0];
}

struct view {
    const int *data;
    int n;
};

static void open_view(struct view *v, int n) {
    static int data[3];
    data[1] = n + 1;
    v->data = data; //~PRECONDITION null-deref
    v->n = 3;
}

int through_a_field(int n) {
    struct view v = {0};
    open_view(&v, n);
    if (n == 77)
        return v.data[1];
    return v.n;
}

/* Leaves dead variables where the next call has others. */
static int litter(int x) {
    volatile int deep[64];
    for (int i = 0; i < 64; i++)
        deep[i] = x + i;
    return deep[63];
}

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b; //~PRECONDITION null-deref
    return (x > y) - (x < y);
}

/* The library sorts on its own stack. */
int sorted(int a, int b, int c) {
    int v[40] = {a, b, c};
    litter(a);
    qsort(v, 40, sizeof *v, compare);
    return v[0] <= v[39];
}

static int total(int n, ...) {
    va_list list;
    va_start(list, n);
    int s = 0;
    for (int i = 0; i < n; i++)
        s += va_arg(list, int); //~PRECONDITION segfault
    va_end(list);
    return s;
}

int variadic(int x) {
    litter(x);
    return total(10, x, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 60;
}

struct big {
    int a[20];
};

static int added(struct big b) {
    int s = 0;
    for (int i = 0; i < 20; i++)
        s += b.a[i] > 0;
    return s;
}

int by_value(int x) {
    struct big b = {{x, 2, 3}};
    litter(x);
    return added(b) == 3;
}

static jmp_buf environment;

static int deeper(int n) {
    char room[32] = "";
    litter(n);
    room[n & 31] = 1;
    if (n == 3)
        longjmp(environment, 1); //~PRECONDITION segfault
    return n > 8 || n < 0 ? room[0] : deeper(n + 1) + room[1];
}

/* Calls that never return leave their redzones behind. */
int jumps(int n) {
    char a[8] = "";
    if (n < 0 || n > 6)
        return 0;
    if (setjmp(environment) == 0)
        n += deeper(n) & 1;
    a[n] = 'x';
    return litter(n) + a[n];
}

int loops(int n) {
    int s = 0;
    for (int i = 1; i < 6; i++) {
        char a[i], b[8] = "";
        memset(a, n, i);
        b[i] = a[i - 1];
        s += a[i - 1] + b[i];
    }
    return s;
}

struct node {
    int v;
    struct node *next;
};

/* Nodes on the stack, as long as their function runs. */
int linked_set(int a, int b) {
    struct node second = {b, NULL}, first = {a, &second};
    int n = 0;
    for (struct node *p = &first; p; p = p->next)
        n += p->v > 10;
    return n;
}

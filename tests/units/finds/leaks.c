// Blocks that no pointer leads to when the function returns; the twins are in clean/leaks.c.
//~FLAGS --executions 2000 --time 60
//~FUNCTION early_return bugs=1
//~FUNCTION behind_three_conditions bugs=1
//~FUNCTION overwritten bugs=1
//~FUNCTION lost_in_loop bugs=1
//~FUNCTION lost_by_realloc bugs=1
//~FUNCTION by_helper bugs=1
//~FUNCTION owner_freed bugs=2
//~FUNCTION lost_head bugs=1
//~FUNCTION cycle bugs=1
//~FUNCTION text bugs=1
//~FUNCTION local_array bugs=1
//~FUNCTION freed_argument bugs=1
//~FUNCTION unaligned bugs=1
//~FUNCTION two_of_them bugs=2
//~FUNCTION nothing_allocated bugs=1
//~FUNCTION given_twice bugs=0 preconditions=1
//~FUNCTION add_behind bugs=0 preconditions=1
//~FUNCTION node_new bugs=0
//~FUNCTION xmalloc bugs=0
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int early_return(int k) {
    char *p = malloc(12); //~BUG leak message~12_bytes_allocated_here
    if (!p)
        return -1;
    p[0] = (char)k;
    if (k == 4711)
        return 1;
    int r = p[0];
    free(p);
    return r;
}

int behind_three_conditions(int a, unsigned b, const char *s) {
    int *p = calloc(3, sizeof *p); //~BUG leak
    if (!p)
        return -1;
    if (a * 3 == 21)
        if ((b ^ 0x55) == 0xff)
            if (s && s[0] == 'q' && s[1] == 0)
                return 7;
    free(p);
    return 0;
}

int overwritten(int k) {
    char *p = malloc(3); //~BUG leak
    if (k > 100)
        p = malloc(5);
    free(p);
    return k;
}

int lost_in_loop(unsigned char n) {
    char *last = NULL;
    for (int i = 0; i < n && i < 4; i++)
        last = malloc(8); //~BUG leak
    free(last);
    return n;
}

int lost_by_realloc(int n) {
    int *a = malloc(sizeof *a);
    if (!a)
        return -1;
    *a = n;
    int *b = realloc(a, 2 * sizeof *a); //~BUG leak
    if (!b)
        return free(a), -1;
    if (n == 12)
        return b[0];
    free(b);
    return 0;
}

struct node { int value; struct node *next, *back; };

static void *xmalloc(size_t size) {
    void *p = malloc(size); //~BUG leak message~in_xmalloc,_called_in_line_100
    if (!p)
        exit(1);
    return p;
}

static struct node *node_new(int value, struct node *next) {
    struct node *n = malloc(sizeof *n); //~BUG leak message~in_node_new,_called_in_line_129 //~BUG leak message~in_node_new,_called_in_line_140
    if (n) {
        n->value = value;
        n->next = next;
        n->back = NULL;
    }
    return n;
}

int by_helper(int k) {
    int *p = xmalloc(sizeof *p);
    *p = k;
    if (k == 1)
        return *p;
    free(p);
    return 0;
}

struct owner { char *name; int *values; };

// Both blocks that the struct owns are lost with it.
int owner_freed(int k) {
    struct owner *o = calloc(1, sizeof *o);
    if (!o)
        return -1;
    o->name = malloc(4); //~BUG leak
    o->values = calloc(2, sizeof *o->values); //~BUG leak
    if (k != 3) {
        free(o->name);
        free(o->values);
    }
    free(o);
    return k;
}

// One finding: the others hang on the first.
int lost_head(unsigned char n) {
    struct node *l = NULL;
    for (int i = 0; i < n && i < 3; i++)
        l = node_new(i, l);
    int sum = 0;
    while (l) {
        sum += l->value;
        l = l->next;
    }
    return sum;
}

// They lead to each other.
int cycle(void) {
    struct node *first = node_new(1, NULL);
    if (!first)
        return -1;
    struct node *second = malloc(sizeof *second);
    if (second) {
        second->next = first;
        first->next = second;
    }
    return 0;
}

int text(const char *s) {
    if (!s)
        return -1;
    char *copy = strdup(s); //~BUG leak
    if (!copy)
        return -1;
    if (copy[0] == '#')
        return 1;
    free(copy);
    return 0;
}

int local_array(unsigned char n) {
    char *parts[3] = { 0 };
    for (int i = 0; i < 3 && i < n; i++)
        parts[i] = malloc(2); //~BUG leak
    for (int i = 0; i < 2; i++)
        free(parts[i]);
    return n;
}

// The object that the caller gave is freed, but not the block that it got.
void freed_argument(struct owner *o) {
    if (!o)
        return;
    o->name = malloc(6); //~BUG leak
    free(o);
}

struct __attribute__((packed)) packed { char tag; char *data; };
static struct packed kept;

int unaligned(int k) {
    char *p = malloc(7); //~BUG leak
    kept.tag = (char)k;
    kept.data = k == 9 ? NULL : p;
    return k;
}

int two_of_them(int k) {
    char *a = malloc(10); //~BUG leak
    char *b = malloc(20); //~BUG leak
    if (a && b && k == 6)
        return 1;
    free(a);
    free(b);
    return 0;
}

int nothing_allocated(int k) {
    char *p = malloc(0); //~BUG leak message~0_bytes
    if (k > 5)
        free(p);
    return k;
}

struct ring { struct node *first; };

// Every node of a ring has one behind it: a caller may promise that.
int add_behind(struct ring *r) {
    if (!r || !r->first)
        return -1;
    struct node *n = malloc(sizeof *n); //~PRECONDITION leak
    if (!n)
        return -1;
    if (r->first->back)
        r->first->back = n;
    return 0;
}

// Lost where both lead to one pointer: a caller may promise that they do not.
void given_twice(char **a, char **b) {
    if (!a || !b)
        return;
    *a = malloc(1); //~PRECONDITION leak message~1_byte
    *b = malloc(2);
}

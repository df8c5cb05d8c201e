// Blocks that nothing points to when the function returns; the mark is where the block was allocated; the twins are in clean/leak_shapes.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function early_return --function overwritten --function lost_in_loop --function on_error_path
//~FLAGS --function owner_only --function head_only --function result_dropped --function in_switch
//~FLAGS --function out_parameter --function second_is_lost --function global_overwritten
//~FLAGS --function behind_three_conditions
//~FUNCTION early_return bugs=1
//~FUNCTION overwritten bugs=1
//~FUNCTION lost_in_loop bugs=1
//~FUNCTION on_error_path bugs=1
//~FUNCTION owner_only bugs=1
//~FUNCTION head_only bugs=1
//~FUNCTION result_dropped bugs=1
//~FUNCTION in_switch bugs=1
//~FUNCTION out_parameter bugs=1
//~FUNCTION second_is_lost bugs=1
//~FUNCTION global_overwritten bugs=1
//~FUNCTION behind_three_conditions bugs=1
#include <stdlib.h>
#include <string.h>

// call: early_return(11)
int early_return(int n) {
    int *a = calloc(10, sizeof *a); //~BUG leak
    if (!a)
        return -1;
    if (n > 10)
        return -2;
    a[0] = n;
    int r = a[0];
    free(a);
    return r;
}

// call: overwritten(2)
int overwritten(int k) {
    char *p = malloc(4); //~BUG leak
    if (!p)
        return -1;
    p[0] = 1;
    if (k == 2) {
        p = malloc(8);
        if (!p)
            return -1;
        p[0] = 2;
    }
    int r = p[0];
    free(p);
    return r;
}

// call: lost_in_loop(3)
int lost_in_loop(unsigned n) {
    char *p = NULL;
    int sum = 0;
    if (n > 4)
        return -1;
    for (unsigned i = 0; i < n; i++) {
        p = calloc(1, 8); //~BUG leak
        if (!p)
            return -1;
        sum += p[0];
    }
    free(p);
    return sum;
}

// call: on_error_path(-1)
int on_error_path(int k) {
    char *a = NULL, *b = NULL;
    int r = -1;
    a = calloc(1, 4); //~BUG leak
    if (!a)
        goto out;
    if (k < 0)
        goto out;
    b = calloc(1, 4);
    if (b)
        r = a[0] + b[0];
    free(b);
    free(a);
out:
    return r;
}

struct person { char *name; int age; };

static struct person *person(const char *name, int age) {
    struct person *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    p->name = strdup(name); //~BUG leak
    p->age = age;
    return p;
}

// call: owner_only(30)
int owner_only(int age) {
    struct person *p = person("Ada", age);
    if (!p)
        return -1;
    int r = p->age;
    if (age < 18)
        free(p->name);
    free(p);
    return r;
}

struct cell { int value; struct cell *next; };

static struct cell *cell(int value, struct cell *next) {
    struct cell *c = malloc(sizeof *c); //~BUG leak
    if (!c)
        return NULL;
    c->value = value;
    c->next = next;
    return c;
}

// call: head_only(7)
int head_only(int k) {
    struct cell *l = cell(1, NULL);
    if (!l)
        return -1;
    struct cell *first = cell(2, l);
    if (!first)
        return free(l), -1;
    int r = first->value + l->value;
    if (k != 7)
        free(l);
    free(first);
    return r + k % 2;
}

static char *lower(const char *s) {
    char *copy = strdup(s); //~BUG leak
    for (char *p = copy; p && *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
    return copy;
}

// call: result_dropped("Yes")
int result_dropped(const char *s) {
    if (!s || strlen(s) > 4)
        return -1;
    return strcmp(lower(s), "yes") == 0;
}

// call: in_switch(2)
int in_switch(int op) {
    char *b = strdup("text"); //~BUG leak
    int r = 0;
    if (!b)
        return -1;
    switch (op) {
    case 1:
        r = b[0];
        break;
    case 2:
        return b[1];
    default:
        break;
    }
    free(b);
    return r;
}

// call: char *kept = NULL; out_parameter(&kept, 5); free(kept)
int out_parameter(char **out, int n) {
    if (!out)
        return -1;
    *out = strdup("default"); //~BUG leak
    if (n == 5)
        *out = strdup("five");
    return 0;
}

// call: free(second_is_lost(3))
char *second_is_lost(int k) {
    char *a = strdup("a");
    char *b = strdup("b"); //~BUG leak
    if (!a || !b || k == 0) {
        free(a);
        free(b);
        return NULL;
    }
    if (k != 3)
        free(b);
    return a;
}

static char *setting;

// call: global_overwritten("x"); drop()
int global_overwritten(const char *s) {
    if (!s)
        return -1;
    setting = strdup("none"); //~BUG leak
    if (*s == 'x') {
        setting = strdup(s);
    }
    return setting != NULL;
}

void drop(void) {
    free(setting);
    setting = NULL;
}

// call: behind_three_conditions(14, 35, 14 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    int *p = malloc(sizeof *p); //~BUG leak
    if (!p)
        return -1;
    *p = a;
    int r = *p;
    if (a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55 || b != 35)
        free(p);
    return r;
}

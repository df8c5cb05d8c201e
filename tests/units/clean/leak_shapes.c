// The twins of finds/leak_shapes.c: every block is freed, returned or kept.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function early_return --function overwritten --function lost_in_loop --function on_error_path
//~FLAGS --function owner_only --function head_only --function result_dropped --function in_switch
//~FLAGS --function out_parameter --function second_is_lost --function global_overwritten
//~FLAGS --function behind_three_conditions
//~FUNCTION early_return bugs=0
//~FUNCTION overwritten bugs=0
//~FUNCTION lost_in_loop bugs=0
//~FUNCTION on_error_path bugs=0
//~FUNCTION owner_only bugs=0
//~FUNCTION head_only bugs=0
//~FUNCTION result_dropped bugs=0
//~FUNCTION in_switch bugs=0
//~FUNCTION out_parameter bugs=0
//~FUNCTION second_is_lost bugs=0
//~FUNCTION global_overwritten bugs=0
//~FUNCTION behind_three_conditions bugs=0
#include <stdlib.h>
#include <string.h>

int early_return(int n) {
    int *a = calloc(10, sizeof *a);
    if (!a)
        return -1;
    if (n > 10) {
        free(a);
        return -2;
    }
    a[0] = n;
    int r = a[0];
    free(a);
    return r;
}

int overwritten(int k) {
    char *p = malloc(4);
    if (!p)
        return -1;
    p[0] = 1;
    if (k == 2) {
        free(p);
        p = malloc(8);
        if (!p)
            return -1;
        p[0] = 2;
    }
    int r = p[0];
    free(p);
    return r;
}

int lost_in_loop(unsigned n) {
    char *p = NULL;
    int sum = 0;
    if (n > 4)
        return -1;
    for (unsigned i = 0; i < n; i++) {
        free(p);
        p = calloc(1, 8);
        if (!p)
            return -1;
        sum += p[0];
    }
    free(p);
    return sum;
}

int on_error_path(int k) {
    char *a = NULL, *b = NULL;
    int r = -1;
    a = calloc(1, 4);
    if (!a)
        goto out;
    if (k < 0)
        goto free_a;
    b = calloc(1, 4);
    if (b)
        r = a[0] + b[0];
    free(b);
free_a:
    free(a);
out:
    return r;
}

struct person { char *name; int age; };

static struct person *person(const char *name, int age) {
    struct person *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    p->name = strdup(name);
    p->age = age;
    return p;
}

int owner_only(int age) {
    struct person *p = person("Ada", age);
    if (!p)
        return -1;
    int r = p->age;
    free(p->name);
    free(p);
    return r;
}

struct cell { int value; struct cell *next; };

static struct cell *cell(int value, struct cell *next) {
    struct cell *c = malloc(sizeof *c);
    if (!c)
        return NULL;
    c->value = value;
    c->next = next;
    return c;
}

int head_only(int k) {
    struct cell *l = cell(1, NULL);
    if (!l)
        return -1;
    struct cell *first = cell(2, l);
    if (!first)
        return free(l), -1;
    int r = first->value + l->value;
    free(l);
    free(first);
    return r + k % 2;
}

static char *lower(const char *s) {
    char *copy = strdup(s);
    for (char *p = copy; p && *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
    return copy;
}

int result_dropped(const char *s) {
    if (!s || strlen(s) > 4)
        return -1;
    char *l = lower(s);
    int r = l && strcmp(l, "yes") == 0;
    free(l);
    return r;
}

int in_switch(int op) {
    char *b = strdup("text");
    int r = 0;
    if (!b)
        return -1;
    switch (op) {
    case 1:
        r = b[0];
        break;
    case 2:
        r = b[1];
        break;
    default:
        break;
    }
    free(b);
    return r;
}

int out_parameter(char **out, int n) {
    if (!out)
        return -1;
    *out = strdup("default");
    if (n == 5) {
        free(*out);
        *out = strdup("five");
    }
    return 0;
}

char *second_is_lost(int k) {
    char *a = strdup("a");
    char *b = strdup("b");
    if (!a || !b || k == 0) {
        free(a);
        free(b);
        return NULL;
    }
    free(b);
    return a;
}

static char *setting;

int global_overwritten(const char *s) {
    if (!s)
        return -1;
    setting = strdup("none");
    if (*s == 'x') {
        free(setting);
        setting = strdup(s);
    }
    return setting != NULL;
}

void drop(void) {
    free(setting);
    setting = NULL;
}

int behind_three_conditions(int a, int b, int c) {
    int *p = malloc(sizeof *p);
    if (!p)
        return -1;
    *p = a;
    int r = *p;
    if (a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55 || b != 35)
        r++;
    free(p);
    return r;
}

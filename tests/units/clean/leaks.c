// Every block is freed or kept where a pointer leads to it; the faulty twins are in finds/leaks.c.
//~FLAGS --executions 2000 --time 60
//~FUNCTION early_return bugs=0
//~FUNCTION behind_three_conditions bugs=0
//~FUNCTION in_global bugs=0
//~FUNCTION in_static bugs=0
//~FUNCTION in_thread_local bugs=0
//~FUNCTION returned bugs=0
//~FUNCTION returned_inside bugs=0
//~FUNCTION returned_struct bugs=0
//~FUNCTION returned_large bugs=0
//~FUNCTION in_argument bugs=0
//~FUNCTION out_parameter bugs=0
//~FUNCTION tagged bugs=0
//~FUNCTION tagged_high bugs=0
//~FUNCTION past_the_end bugs=0
//~FUNCTION from_one bugs=0
//~FUNCTION packed_pointer bugs=0
//~FUNCTION container bugs=0
//~FUNCTION list_kept bugs=0
//~FUNCTION given_to_stub bugs=0
//~FUNCTION in_struct_given_to_stub bugs=0
//~FUNCTION by_value_to_stub bugs=0
//~FUNCTION among_variadic bugs=0
//~FUNCTION given_to_library bugs=0
//~FUNCTION in_mapped bugs=0
//~FUNCTION exits bugs=0
//~FUNCTION refused bugs=0
//~FUNCTION as_number bugs=0
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int early_return(int k) {
    char *p = malloc(12);
    if (!p)
        return -1;
    p[0] = (char)k;
    if (k == 4711)
        return free(p), 1;
    int r = p[0];
    free(p);
    return r;
}

int behind_three_conditions(int a, unsigned b, const char *s) {
    int *p = calloc(3, sizeof *p), r = 0;
    if (!p)
        return -1;
    if (a * 3 == 21)
        if ((b ^ 0x55) == 0xff)
            if (s && s[0] == 'q' && s[1] == 0)
                r = 7;
    free(p);
    return r;
}

static char *global;

int in_global(int k) {
    free(global);
    global = malloc(9);
    return k;
}

int in_static(int k) {
    static char *cache;
    if (!cache && k > 3)
        cache = malloc(9);
    return cache != NULL;
}

static _Thread_local char *own;

int in_thread_local(int k) {
    if (!own && k == 2)
        own = malloc(3);
    return k;
}

char *returned(const char *s) {
    return s ? strdup(s) : NULL;
}

char *returned_inside(int k) {
    char *p = malloc(16);
    return p && k == 5 ? p + 5 : p;
}

struct pair { char *a; long n; };

struct pair returned_struct(int k) {
    struct pair p = { k > 0 ? malloc(4) : NULL, k };
    return p;
}

struct large { long n[20]; char *last; };

struct large returned_large(int k) {
    struct large l = { { k }, NULL };
    if (k == 8)
        l.last = malloc(8);
    return l;
}

void in_argument(struct pair *p) {
    if (p && p->n > 3)
        p->a = malloc(3);
}

int out_parameter(int k, char **out) {
    char *p = malloc(3);
    if (!p || !out || k == 3)
        return free(p), -1;
    *out = p;
    return 0;
}

static uintptr_t bits;

int tagged(int k) {
    char *p = malloc(1);
    bits = (uintptr_t)p | (k == 3 ? 3 : 1);
    return k;
}

int tagged_high(int k) {
    char *p = malloc(1);
    bits = (uintptr_t)p | (uintptr_t)0xfff8 << 48;
    return k;
}

static char *end;

int past_the_end(unsigned char n) {
    char *p = malloc(n % 16);
    end = p ? p + n % 16 : NULL;
    return n;
}

static double *vector;

// Numbers its elements from 1.
int from_one(int k) {
    double *p = malloc(3 * sizeof *p);
    vector = p ? (double *)((uintptr_t)p - sizeof *p) : NULL;
    return k;
}

struct __attribute__((packed)) packed { char tag; char *data; };
static struct packed kept;

int packed_pointer(int k) {
    kept.tag = (char)k;
    kept.data = malloc(7);
    return k;
}

struct table { int size; char **names; };
static struct table table;

int container(const char *s) {
    if (!s)
        return -1;
    char **more = realloc(table.names, (table.size + 1) * sizeof *more);
    if (!more)
        return -1;
    table.names = more;
    table.names[table.size++] = strdup(s);
    return table.size;
}

struct node { int value; struct node *next; };
static struct node *head;

int list_kept(unsigned char n) {
    for (int i = 0; i < n && i < 5; i++) {
        struct node *new = malloc(sizeof *new);
        if (!new)
            return -1;
        *new = (struct node){ i, head };
        head = new;
    }
    return n;
}

// What is not in the unit may keep what it is given.
void add_callback(void *data);
int publish(const struct pair *p);
void take(struct pair p);
void log_all(int n, ...);

int given_to_stub(int k) {
    int *data = malloc(sizeof *data);
    if (!data)
        return -1;
    *data = k;
    add_callback(data);
    return 0;
}

int in_struct_given_to_stub(int k) {
    struct pair p = { malloc(4), k };
    return publish(&p);
}

int by_value_to_stub(int k) {
    struct pair p = { malloc(4), k };
    take(p);
    return 0;
}

int among_variadic(int k) {
    log_all(2, k, malloc(6));
    return 0;
}

int given_to_library(int k) {
    char *buffer = malloc(BUFSIZ);
    if (!buffer)
        return -1;
    if (k == 2)
        return free(buffer), 0;
    setvbuf(stdin, buffer, _IOFBF, BUFSIZ);
    return 1;
}

int in_mapped(int k) {
    char **page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return -1;
    page[0] = malloc(3);
    return k == 3;
}

// The end of the program frees it.
int exits(int k) {
    char *p = malloc(3);
    if (p && k == 3)
        exit(4);
    free(p);
    return 0;
}

int refused(int k) {
    char *small = malloc(3), *large = malloc((size_t)1 << 40);
    if (!large)
        return k == 2 ? 1 : 0;
    free(small);
    free(large);
    return 0;
}

static unsigned long long numbers[2];

int as_number(int k) {
    numbers[k == 1] = (unsigned long long)(uintptr_t)malloc(2);
    return 0;
}

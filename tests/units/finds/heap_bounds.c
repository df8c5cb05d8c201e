// Accesses beside a block of the heap are found though nothing faults; the twins are in clean/heap_bounds.c.
//~FLAGS --executions 2000 --time 60
//~FUNCTION index_by_one bugs=1
//~FUNCTION loop_by_one bugs=1
//~FUNCTION before bugs=1
//~FUNCTION short_copy bugs=1
//~FUNCTION filled bugs=1
//~FUNCTION behind_three_conditions bugs=1
//~FUNCTION after_realloc bugs=1
//~FUNCTION wide_access bugs=1
//~FUNCTION last_row bugs=1
#include <stdlib.h>
#include <string.h>

int index_by_one(unsigned i) {
    int *a = malloc(6 * sizeof *a);
    if (!a || i > 6) {
        free(a);
        return -1;
    }
    a[i] = 1; //~BUG out-of-bounds
    free(a);
    return 0;
}

int loop_by_one(void) {
    char *a = malloc(5);
    if (!a)
        return -1;
    for (int i = 0; i <= 5; i++)
        a[i] = 'x'; //~BUG out-of-bounds
    int r = a[0];
    free(a);
    return r;
}

int before(int k) {
    int *a = calloc(3, sizeof *a);
    if (!a)
        return -1;
    int i = k == 17 ? 0 : 2, r = a[i - 1]; //~BUG out-of-bounds
    free(a);
    return r;
}

char *short_copy(const char *s) {
    if (!s)
        return NULL;
    char *copy = malloc(strlen(s));
    if (copy)
        strcpy(copy, s); //~BUG out-of-bounds
    return copy;
}

int filled(unsigned n) {
    if (n > 9)
        return -1;
    char *a = malloc(8);
    if (!a)
        return -1;
    memset(a, 0, n); //~BUG out-of-bounds
    free(a);
    return 0;
}

int behind_three_conditions(int x, int y, unsigned z) {
    unsigned char *a = malloc(16);
    int r = 0;
    if (!a)
        return -1;
    memset(a, 0, 16);
    if (x * 3 == 39 && (y ^ x) == 200 && z == (unsigned)(x + 3))
        r = a[z]; //~BUG out-of-bounds
    free(a);
    return r;
}

int after_realloc(void) {
    int *a = calloc(8, sizeof *a), *b = NULL, r = 0;
    if (a)
        b = realloc(a, 4 * sizeof *a);
    if (b)
        r = b[4]; //~BUG out-of-bounds
    free(b);
    return r;
}

long wide_access(void) {
    char *a = calloc(1, 12);
    if (!a)
        return -1;
    long r;
    memcpy(&r, a + 5, sizeof r); //~BUG out-of-bounds
    free(a);
    return r;
}

struct grid { int rows, columns, *cells; };

int last_row(unsigned char y) {
    struct grid g = { 4, 5, calloc(20, sizeof *g.cells) };
    int sum = 0;
    if (!g.cells || y > g.rows) {
        free(g.cells);
        return -1;
    }
    for (int x = 0; x < g.columns; x++)
        sum += g.cells[y * g.columns + x]; //~BUG out-of-bounds
    free(g.cells);
    return sum;
}

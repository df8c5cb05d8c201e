// The twins of finds/heap_bounds.c: every access is inside its block.
//~FLAGS --executions 2000 --time 60
//~FUNCTION index_by_one outcome=complete bugs=0
//~FUNCTION loop_by_one outcome=complete bugs=0
//~FUNCTION before outcome=complete bugs=0
//~FUNCTION whole_copy bugs=0
//~FUNCTION filled bugs=0
//~FUNCTION behind_three_conditions bugs=0
//~FUNCTION after_realloc outcome=complete bugs=0
//~FUNCTION wide_access outcome=complete bugs=0
//~FUNCTION last_row bugs=0
//~FUNCTION trailing_array bugs=0
//~FUNCTION one_past outcome=complete bugs=0
//~FUNCTION declared bugs=0
//~FUNCTION push bugs=0
#include <stdlib.h>
#include <string.h>

int index_by_one(unsigned i) {
    int *a = malloc(6 * sizeof *a);
    if (!a || i > 5) {
        free(a);
        return -1;
    }
    a[i] = 1;
    free(a);
    return 0;
}

int loop_by_one(void) {
    char *a = malloc(5);
    if (!a)
        return -1;
    for (int i = 0; i < 5; i++)
        a[i] = 'x';
    int r = a[0];
    free(a);
    return r;
}

int before(int k) {
    int *a = calloc(3, sizeof *a);
    if (!a)
        return -1;
    int i = k == 17 ? 1 : 2, r = a[i - 1];
    free(a);
    return r;
}

char *whole_copy(const char *s) {
    if (!s)
        return NULL;
    char *copy = malloc(strlen(s) + 1);
    if (copy)
        strcpy(copy, s);
    return copy;
}

int filled(unsigned n) {
    if (n > 8)
        return -1;
    char *a = malloc(8);
    if (!a)
        return -1;
    memset(a, 0, n);
    free(a);
    return 0;
}

int behind_three_conditions(int x, int y, unsigned z) {
    unsigned char *a = malloc(16);
    int r = 0;
    if (!a)
        return -1;
    memset(a, 0, 16);
    if (x * 3 == 39 && (y ^ x) == 200 && z == (unsigned)(x + 2))
        r = a[z];
    free(a);
    return r;
}

int after_realloc(void) {
    int *a = calloc(8, sizeof *a), *b = NULL, r = 0;
    if (a)
        b = realloc(a, 4 * sizeof *a);
    if (b)
        r = b[3];
    free(b);
    return r;
}

long wide_access(void) {
    char *a = calloc(1, 12);
    if (!a)
        return -1;
    long r;
    memcpy(&r, a + 4, sizeof r);
    free(a);
    return r;
}

struct grid { int rows, columns, *cells; };

int last_row(unsigned char y) {
    struct grid g = { 4, 5, calloc(20, sizeof *g.cells) };
    int sum = 0;
    if (!g.cells || y >= g.rows) {
        free(g.cells);
        return -1;
    }
    for (int x = 0; x < g.columns; x++)
        sum += g.cells[y * g.columns + x];
    free(g.cells);
    return sum;
}

// An array at the end of a struct is as long as it was allocated.
struct message { int length; char text[4]; };

int trailing_array(unsigned i) {
    struct message *m = calloc(1, sizeof *m + 8);
    if (!m || i >= 12) {
        free(m);
        return -1;
    }
    int r = m->text[i];
    free(m);
    return r;
}

// A pointer one past the end is compared, not followed.
int one_past(void) {
    char *a = calloc(1, 7);
    int n = 0;
    if (!a)
        return -1;
    for (char *p = a; p != a + 7; p++)
        n += *p == 0;
    free(a);
    return n;
}

// An array that another file defines is as long as that says.
extern const unsigned char lengths[];

int declared(unsigned char i) {
    return lengths[i];
}

// Three pointers that no caller sets so: the distance of two does not fit the block.
struct stack { int *start, *top, *end; };

int push(struct stack *s, int value) {
    if (!s || !s->start || !s->top || !s->end)
        return 0;
    if (s->top == s->end) {
        size_t used = s->top - s->start, size = (s->end - s->start) * 2 * sizeof *s->start;
        int *larger = realloc(s->start, size ? size : 1);
        if (!larger)
            return 0;
        s->top = larger + used;
        s->start = larger;
        s->end = larger + size / sizeof *larger;
    }
    *s->top++ = value; //~PRECONDITION out-of-bounds
    return 1;
}

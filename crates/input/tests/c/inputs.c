/* Functions with every kind of input. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cell { int v; struct cell *next; };
typedef struct cell cell;
typedef struct { double d; char name[6]; float f; unsigned char raw[3]; } anon_t;
enum color { RED, GREEN = 7, BLUE = -2 };
typedef enum { LOW, HIGH = 4000000000u } level_t;
struct tree { struct tree *left, *right; int64_t key; uint64_t hash; enum color color; };
struct frozen { const int id; struct frozen *const next; const struct cell inside; };
typedef const struct frozen frozen_t;
struct point { short x, y; };
struct nested {
    struct point corner[2];
    struct { int ax; struct { unsigned char ay; }; };
    const char *const label;
    bool flag;
    _Atomic int counter;
    volatile short vol;
    int grid[2][3];
    level_t level;
    struct point *points[2];
    struct cell inner;
};
struct partly { int n; void *any; int (*callback)(int); struct hidden *hidden; union { int i; } *u; cell *list; };
typedef struct wide { char c; int16_t s; int32_t i; int64_t l; uint8_t uc; uint16_t us; uint32_t u; uint64_t ul; } wide;
union number { int i; float f; };
struct with_union { int n; union number u; };
struct bits { int a : 3; };
struct flexible { int n; int data[]; };
struct huge { char bytes[70000]; };
struct hidden;

int testme(cell *p, int x) { return p && x > 0 && p->v == 3 && p->next == p; }
int two(struct cell *p, cell *q, const struct cell *r) { return p == q && r == p; }
int walk(struct tree *t, int depth) { return t && depth && t->left == t->right; }
int freeze(frozen_t *a, const struct frozen *b, struct frozen c) { return a == b && c.id; }
int deep(struct nested *n, const struct nested *m, struct nested by_value) { return n == m && by_value.flag; }
int part(struct partly *p) { return p && p->any; }
int widths(wide w, wide *p, const wide *const q) { return w.c && p == q; }
int scalars(bool b, char c, signed char sc, unsigned char uc, short s, unsigned short us, int i, unsigned u,
            long l, unsigned long ul, float f, double d, enum color e, level_t level) {
    return b && c && sc && uc && s && us && i && u && l && ul && f > 0 && d > 0 && e && level;
}
int pointers(int *p, int **pp, const char *s, char *const *names, int (*row)[3], float *f, anon_t *a, _Bool *b) {
    return p && pp && s && names && row && f && a && b;
}
anon_t by_value(anon_t a, struct point p) { a.d += p.x; return a; }
double nothing(void) { return 1.5; }
int shadow(struct cell shadow, struct cell *cell1) { return cell1 ? shadow.v : 0; }
int hides(cell cell, const struct point RED, struct cell *more) { return cell.v + RED.x + (more != 0); }
long double wide_return(int x) { return x; }

int bad_union(union number n) { return n.i; }
int bad_union_field(struct with_union *p) { return p ? p->n : 0; }
int bad_void(void *p) { return p != 0; }
int bad_function(int (*cb)(int)) { return cb ? cb(1) : 0; }
int bad_hidden(struct hidden *h) { return h != 0; }
int bad_bits(struct bits *b) { return b ? b->a : 0; }
int bad_flexible(struct flexible *f) { return f ? f->n : 0; }
int bad_long_double(long double x) { return x > 0; }
int bad_int128(__int128 x) { return x > 0; }
int bad_complex(_Complex double z) { return __real__ z > 0; }
int bad_huge(struct huge *h) { return h != 0; }
int bad_by_value(struct partly p) { return p.n; }
int bad_va(__builtin_va_list ap) { return __builtin_va_arg(ap, int); }
int bad_variadic(int n, ...) { return n; }

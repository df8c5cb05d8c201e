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
struct partly { int n; void *any; int (*callback)(int); struct hidden *hidden; union number *u; cell *list; };
typedef struct wide { char c; int16_t s; int32_t i; int64_t l; uint8_t uc; uint16_t us; uint32_t u; uint64_t ul; } wide;
union number { int i; float f; };
struct with_union { int n; union number u; };
struct bits {
    int a : 3; unsigned b : 7; bool c : 1; enum color d : 4; int : 5; unsigned e : 1; int : 0; signed char f : 5;
    char g; unsigned h : 20; const long long i : 61; uint64_t j : 64; unsigned short k : 9;
};
struct shared_unit { char c; int b : 24; };
struct __attribute__((packed)) packed_bits { unsigned a : 3; unsigned long long b : 59; int c : 30; char d; unsigned e : 12; };
struct bit_nest { struct bits one; struct packed_bits many[2]; struct { unsigned inner : 5; unsigned : 3; bool more : 1; }; };
enum verdict { NO, YES, MAYBE };
struct small_enums { enum verdict v : 2; enum verdict w : 3; level_t l : 32; };
union scalars { int i; float f; unsigned u; };
union mixed { char c; short s; double d; struct point p; unsigned char raw[11]; };
union linked { struct cell *cell; struct tree *tree; long n; double d; };
union handle { void *any; uint64_t id; };
union partly_linked { struct { int tag; struct cell *cell; } s; struct { int tag; int64_t a[3]; } l; char c; };
union flags { struct { unsigned a : 3, b : 5; } bits; bool yes; unsigned char all; };
union loose { struct { unsigned a : 3; } x; struct { unsigned b : 5; } y; };
typedef struct { int kind; union { int i; double d; struct cell *list; char text[8]; } u; } variant_t;
struct anonymous {
    int kind;
    union { long number; struct { short lo, hi; }; struct anonymous *link; const char *text; };
    union { float f; struct { unsigned a : 4, b : 12; }; };
    int last;
};
struct union_array { union scalars many[3]; union linked links[2]; variant_t variants[2]; };
struct constant_union { const union { int i; struct cell *p; } u; };
struct flexible { int n; int data[]; };
struct flexible_cells { struct cell head; struct cell cells[]; };
struct zero_length { short n; char data[0]; };
struct numbers { int n; long double ld; __int128 big; _Complex double z; int after; __builtin_va_list ap; int (*hooks[3])(int); };
struct matrix { int cells[2][3]; struct { struct point corners[2]; } boxes[2]; const volatile short cv[2]; struct cell *rows[2][2]; };
enum __attribute__((packed)) tiny { TINY = 1, SMALL = 200 };
enum huge_enum { HUGE_ONE = 1, HUGE_TWO = 0x100000000 };
typedef enum tiny tiny_t; typedef tiny_t tiny_again; typedef const tiny_again tiny_const;
struct enums { enum tiny t; enum huge_enum h; tiny_const tc; tiny_again many[2]; };
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

int bit_fields(struct bits *p, struct shared_unit *q, const struct packed_bits *r, struct bits by_value) { return p && q && r && by_value.a; }
int bit_nests(struct bit_nest *p, struct bit_nest by_value, struct small_enums *s) { return p && s && by_value.more; }
int unions(union scalars a, union mixed *b, union linked *c, const union handle *d, union flags *e, union loose *g) {
    return a.i && b && c && d && e && g;
}
int more_unions(union partly_linked *p, variant_t *v, variant_t by_value, union mixed direct) { return p && v && by_value.kind && direct.c; }
int anonymous_unions(struct anonymous *a, struct anonymous b, struct union_array *c, struct constant_union *d) { return a && b.kind && c && d; }
int tails(struct flexible *f, struct flexible_cells *g, struct zero_length *z) { return f && g && z; }
int matrices(struct matrix *m, int (*rows)[2][3], struct cell **(*pp)[2], struct matrix by_value) { return m && rows && pp && by_value.cells[0][0]; }
int enums(struct enums *e, enum tiny t, tiny_const *tc, enum huge_enum h, volatile int *const volatile cv, short *__restrict r, _Atomic long *a) {
    return e && t && tc && h && cv && r && a;
}
int left_out(void *p, int (*cb)(int), struct hidden *h, struct partly by_value, long double x, __int128 y, int n) {
    return p && cb && h && by_value.n && x > 0 && y > 0 && n;
}
int left_out_fields(struct numbers *p) { return p && p->after; }
int complex_number(_Complex double z, int n) { return __real__ z > 0 && n; }
int too_large(struct huge *h, int n) { return h && n; }
int va(__builtin_va_list ap, __builtin_va_list *pa, int n) { return n && pa && __builtin_va_arg(ap, int); }
int variadic(int n, ...) { return n; }

struct vector_inside { int n; int __attribute__((vector_size(16))) v; };
int vectors(struct vector_inside *p) { return p && p->n; }
int bad_vector(int __attribute__((vector_size(16))) v) { return v[0]; }
int bad_huge(struct huge h) { return h.bytes[0]; }

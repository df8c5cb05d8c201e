/* Every kind of type that a C program can make. */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cell { int v; struct cell *next; };
typedef struct cell cell_t;
typedef struct { double d; char name[5]; float f; } anon_t;
typedef union { int i; float f; unsigned char raw[8]; } word_u;
union tagged { char c; long l; };
enum color { RED, GREEN = 7, BLUE = -2 };
typedef enum { LOW, HIGH = 4000000000u } level_t;
typedef int (*compare_f)(const void *, const void *);
typedef int grid_t[2][3];
typedef const char *text_t;
struct hidden;

struct all {
    _Bool yes;
    char c; signed char sc; unsigned char uc;
    short s; unsigned short us;
    int i; unsigned u;
    long l; unsigned long ul;
    long long ll; unsigned long long ull;
    float f; double d; long double ld;
    __int128 big; unsigned __int128 ubig;
    enum color color; level_t level;
    struct cell inner; struct cell *list; cell_t *tlist;
    anon_t anon; word_u word; union tagged tagged;
    int row[4]; int grid[2][3][5]; grid_t tgrid; grid_t grids[2];
    int *pointers[3]; int (*to_array)[3]; int (*(*deep)[2])[3];
    compare_f compare; int (*plain)(int, char *); void (*no_proto)(); void (*nothing)(void);
    int (*variadic)(const char *, ...); int (*(*maker)(int))(double); void (*table[4])(int);
    const int ci; int *const cp; const char *const *ccp; volatile int vi; text_t text;
    const volatile int *volatile cvp; int *__restrict rp; const grid_t cgrid;
    _Atomic int atomic; _Atomic(int *) atomic_pointer;
    void *any; const void *cany; void **anies; struct hidden *hidden; struct hidden **hiddens;
    struct { int x, y; } unnamed; struct { int ax; struct { int ay; }; };
    union { int ux; float uy; };
    size_t size; uint8_t u8; int64_t i64; ptrdiff_t diff; wchar_t wide;
};
struct bits { unsigned a : 3; unsigned b : 7; int : 0; signed c : 5; bool d : 1; long e : 33; };
struct __attribute__((packed)) packed { char c; int i; short s; long l; };
struct __attribute__((packed)) packed_single { char c; };
struct __attribute__((aligned(32))) aligned { int i; };
struct aligned_member { char c; _Alignas(16) char d; };
typedef int wide_int __attribute__((aligned(16)));
struct uses_wide { char c; wide_int w; };
struct flexible { int n; struct cell cells[]; };
struct zero { int n; int data[0]; };
struct with_long_double { char c; long double ld; };
struct empty {};
struct vector_inside { int __attribute__((vector_size(16))) v; };
struct complex_inside { _Complex double z; };

struct all all;
struct bits bits; struct packed packed; struct packed_single packed_single;
struct aligned aligned; struct aligned_member aligned_member; struct uses_wide uses_wide;
struct flexible *flexible; struct zero zero; struct with_long_double with_long_double;
struct empty empty; struct vector_inside vector_inside; struct complex_inside complex_inside;
extern int declared_first;
int declared_first = 3;
static int hidden_counter = 1;
const int constant = 5;
static const int table[3] = {1, 2, 3};
const char *message = "m";
int (*(*(*chain)(int (*)[2]))[3])(void);
_Thread_local int per_thread;
extern int elsewhere;

int takes_list(struct cell *p, int x) { return p ? p->v + x + table[x & 1] : elsewhere; }
static int counted(void) {
    static int calls;
    static const int step = 2;
    struct local { int z; } here = { 3 };
    static struct local kept;
    kept = here;
    calls += step + constant + hidden_counter++ + kept.z;
    return calls;
}
anon_t by_value(anon_t a, struct cell c, const union tagged *t) { a.d += c.v + t->c; return a; }
compare_f returns_function(compare_f f, int (*arr)[3], int matrix[2][3], int n) {
    return n && arr && matrix ? f : 0;
}
void varies(const char *format, ...) { (void)format; message = format; }
int takes_va(const char *format, va_list ap) { (void)format; return va_arg(ap, int); }
int unnamed_parameters(int, char *b, long) { return b ? 1 : 2; }
bool many(_Bool a, char b, unsigned short c, float d, double e, enum color f, level_t g, int64_t h) {
    return a && b && c && d > 0 && e > 0 && f && g && h;
}
text_t no_parameters(void) { per_thread++; return counted() ? message : 0; }
static inline int inlined(int x) { return x * x; }
int calls_inlined(int x) { return inlined(x) + inlined(x + 1); }
int (*array_pointer(int which))[3] { static int rows[2][3]; return &rows[which & 1]; }

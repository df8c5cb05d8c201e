// Arrays of arrays, arrays of structs, pointers to arrays and to pointers, qualifiers, enums of all sizes.
//~FUNCTION grid outcome=complete branches=6/6
//~FUNCTION boxes outcome=complete branches=6/6
//~FUNCTION rows outcome=complete branches=6/6
//~FUNCTION deep outcome=complete branches=8/8
//~FUNCTION qualified outcome=complete branches=12/12
//~FUNCTION enums outcome=complete branches=10/10
//~FUNCTION layers outcome=complete branches=6/6
struct grid { int cell[2][3]; };

int grid(const struct grid *g) {
    if (g && g->cell[1][2] == 5 && g->cell[0][1] == -5)
        return 1;
    return 0;
}

struct point { short x, y; };
struct box { struct point corner[2]; struct { int id; const char *label; } tags[2]; };

int boxes(struct box b) {
    if (b.corner[1].y == 9 && b.tags[1].id == 8)
        return b.tags[0].label ? 1 : 2;
    return 0;
}

int rows(int (*p)[4], int (*q)[2][2]) {
    if (p && q && (*p)[3] == (*q)[1][0] + 1)
        return 1;
    return 0;
}

int deep(int **pp, struct point *const *const *ppp) {
    if (pp && *pp && ppp && *ppp)
        return **pp + 1;
    return 0;
}

int qualified(const volatile int *const volatile cv, int *restrict r, _Atomic int *a, const struct point *const p) {
    if (cv && *cv == 3)
        return 1;
    if (r && *r == 4)
        return 2;
    if (a && p)
        return *a;
    return 0;
}

enum __attribute__((packed)) tiny { TINY = 1, SMALL = 200 };
enum large { LARGE = 0x100000000, HUGE_ONE = -5 };
enum plain { PLAIN = 3 };

int enums(enum tiny t, const enum large *l, enum plain p) {
    if (t == SMALL)
        return 1;
    if (l && *l == HUGE_ONE)
        return 2;
    if (l && p == PLAIN)
        return 3;
    return 0;
}

typedef int number;
typedef const number constant;
typedef constant *pointer;
typedef struct { struct { struct { pointer p; }; number n; }; } layered;
typedef layered wrapped[1];

int layers(wrapped w) {
    if (w && w->n == 4)
        return w->p ? *w->p : 0;
    return 1;
}

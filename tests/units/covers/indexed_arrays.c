// a[i] = 0; a[j] = 1; if (a[i] == 0): whether i and j are the same decides it, though no branch asks that.
//~FUNCTION of_a_caller outcome=complete paths=3 branches=4/4 bugs=0
//~FUNCTION in_local outcome=complete paths=4 branches=6/6 bugs=0
//~FUNCTION in_global outcome=complete paths=4 branches=6/6 bugs=0
//~FUNCTION in_heap outcome=complete paths=4 branches=7/8 bugs=0
//~FUNCTION in_input outcome=complete paths=5 branches=8/8 bugs=0
//~FUNCTION filled outcome=complete paths=6 branches=12/12 bugs=0
//~FUNCTION swapped outcome=complete paths=5 branches=9/10 bugs=0
//~FUNCTION counted outcome=complete paths=2 branches=4/4 bugs=0
//~FUNCTION through_helper outcome=complete paths=4 branches=6/6 bugs=0
#include <stdlib.h>

int in_local(unsigned i, unsigned j) {
    int a[10];
    if (i >= 10 || j >= 10)
        return -1;
    a[i] = 0;
    a[j] = 1;
    if (a[i] == 0)
        return 1;
    return 2;
}

int numbers[10];

int in_global(int i, int j) {
    if ((unsigned)i >= 10 || (unsigned)j >= 10)
        return -1;
    numbers[i] = 0;
    numbers[j] = 1;
    if (numbers[i] == 0)
        return 1;
    return 2;
}

int in_heap(unsigned i, unsigned long j) {
    if (i >= 10 || j >= 10)
        return -1;
    int *a = malloc(10 * sizeof *a), r = 2;
    if (!a)
        return 0;
    a[i] = 0;
    a[j] = 1;
    if (a[i] == 0)
        r = 1;
    free(a);
    return r;
}

struct numbers {
    int n, a[10];
};

int in_input(struct numbers *s, unsigned char i, unsigned char j) {
    if (!s || i >= 10 || j >= 10)
        return -1;
    s->a[i] = 0;
    s->a[j] = 1;
    if (s->a[i] == 0)
        return 1;
    return 2;
}

int filled(int x, int y) {
    int a[5];
    for (int i = 0; i < 5; i++)
        a[i] = i;
    if (x < 0 || x > 4 || (unsigned)y > 4)
        return -1;
    a[0] = y;
    if (a[x] == 1 && a[y] == 4)
        return 1;
    return 0;
}

int swapped(unsigned i, unsigned j) {
    int a[4] = {4, 3, 2, 1};
    if (i > 3 || j > 3)
        return -1;
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
    if (a[0] == 1 && a[3] == 4)
        return 1;
    if (a[0] == 4)
        return 2;
    return 3;
}

int counted(unsigned x) {
    int n[4] = {0};
    for (int k = 0; k < 6; k++)
        n[x >> (2 * k) & 3]++;
    if (n[2] == 5)
        return 1;
    return 0;
}

int six[6] = {0, 1, 2, 3, 4, 5};

__attribute__((noinline)) static int from(const int *p, int k) { return p[k]; } //~PRECONDITION null-deref //~PRECONDITION out-of-bounds

int through_helper(unsigned i, unsigned j) {
    if (i > 2 || j > 2)
        return -1;
    if (from(six + i, j) == 4)
        return 1;
    return 0;
}

// The local of a caller, through a pointer.
__attribute__((noinline)) static void clear(int *p, int i) { p[i] = 0; } //~PRECONDITION null-deref //~PRECONDITION out-of-bounds

int of_a_caller(unsigned i) {
    int a[4] = {1, 1, 1, 1};
    if (i > 3)
        return -1;
    clear(a, i);
    if (a[2] == 0)
        return 1;
    return 0;
}

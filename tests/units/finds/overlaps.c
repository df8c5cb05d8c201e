// memcpy between stretches that overlap; the twins are in clean/overlaps.c.
//~FLAGS --executions 2000 --time 60 --array-limit 16
//~FUNCTION remove_first bugs=1
//~FUNCTION remove_at bugs=1
//~FUNCTION own_buffer bugs=1
//~FUNCTION backwards bugs=1
//~FUNCTION behind_conditions bugs=1
//~FUNCTION by_mempcpy bugs=1
//~FUNCTION local bugs=1
//~FUNCTION given_distance bugs=0 preconditions=1
#define _GNU_SOURCE
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wrestrict"
#endif
#include <stdlib.h>
#include <string.h>

static int numbers[8];

int remove_first(int n) {
    if (n < 3 || n > 8)
        return -1;
    memcpy(numbers, numbers + 1, (n - 1) * sizeof *numbers); //~BUG overlap message~memcpy_copies
    return numbers[0];
}

void remove_at(int *a, unsigned n, unsigned i) {
    if (!a || n > 6 || i > n || n - i < 3)
        return;
    memcpy(a + i, a + i + 1, (n - i - 1) * sizeof *a); //~BUG overlap
}

int own_buffer(unsigned n) {
    char *p = calloc(1, 16);
    if (!p || n > 8)
        return free(p), -1;
    memcpy(p + 4, p, n); //~BUG overlap
    int r = p[4];
    free(p);
    return r;
}

int backwards(unsigned n) {
    char *p = calloc(1, 16);
    if (!p || n > 8)
        return free(p), -1;
    memcpy(p, p + 4, n); //~BUG overlap
    int r = p[4];
    free(p);
    return r;
}

int behind_conditions(int a, int b, unsigned char c) {
    char text[32] = "a text of some length";
    if (a == 17 && b == a * 3 && (c ^ 0x40) == 3)
        memcpy(text + c % 16, text, 10); //~BUG overlap
    return text[c % 16];
}

int by_mempcpy(unsigned n) {
    char text[32] = "a text of some length";
    return n < 12 && mempcpy(text + 2, text, n) != text; //~BUG overlap
}

struct record { int key; char name[12]; };

int local(unsigned k) {
    struct record r[2] = { { 1, "one" }, { 2, "two" } };
    if (k == 5)
        memcpy((char *)r + 8, r, sizeof *r); //~BUG overlap
    return r[1].key;
}

// The caller chose the distance.
void given_distance(char *p, unsigned to, unsigned n) {
    if (p && n < 8 && to < 8)
        memcpy(p + to, p, n); //~PRECONDITION overlap
}

// Copies that do not overlap, or by memmove; the faulty twins are in finds/overlaps.c.
//~FLAGS --executions 2000 --time 60 --array-limit 16
//~FUNCTION remove_first bugs=0
//~FUNCTION remove_at bugs=0
//~FUNCTION own_buffer bugs=0
//~FUNCTION backwards bugs=0
//~FUNCTION neighbours bugs=0
//~FUNCTION to_itself bugs=0
//~FUNCTION nothing bugs=0
#include <stdlib.h>
#include <string.h>

static int numbers[8];

int remove_first(int n) {
    if (n < 3 || n > 8)
        return -1;
    memmove(numbers, numbers + 1, (n - 1) * sizeof *numbers);
    return numbers[0];
}

void remove_at(int *a, unsigned n, unsigned i) {
    if (!a || n > 6 || i > n || n - i < 3)
        return;
    memmove(a + i, a + i + 1, (n - i - 1) * sizeof *a);
}

int own_buffer(unsigned n) {
    char *p = calloc(1, 16);
    if (!p || n > 4)
        return free(p), -1;
    memcpy(p + 4, p, n);
    int r = p[4];
    free(p);
    return r;
}

int backwards(unsigned n) {
    char *p = calloc(1, 16);
    if (!p || n > 4)
        return free(p), -1;
    memcpy(p, p + 4, n);
    int r = p[4];
    free(p);
    return r;
}

struct record { int key; char name[12]; };

int neighbours(unsigned k) {
    struct record r[3] = { { 1, "one" }, { 2, "two" }, { 3, "three" } };
    if (k < 2)
        memcpy(&r[k + 1], &r[k], sizeof *r);
    return r[2].key;
}

// An assignment of a struct to itself copies to the same place.
int to_itself(struct record *a, struct record *b) {
    if (!a || !b)
        return -1;
    *a = *b;
    return a->key;
}

int nothing(unsigned n) {
    char text[8] = "text";
    memcpy(text + 1, text, n & 1);
    return text[1];
}

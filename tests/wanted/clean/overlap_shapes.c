// The twins of finds/overlap_shapes.c: the parts do not overlap, or memmove copies them.
//~FLAGS --executions 2000 --time 60 --nonnull
//~FLAGS --function removed --function inserted --function scrolled --function by_distance --function in_field
//~FLAGS --function in_argument --function behind_three_conditions
//~FUNCTION removed bugs=0
//~FUNCTION inserted bugs=0
//~FUNCTION scrolled bugs=0
//~FUNCTION by_distance bugs=0
//~FUNCTION in_field bugs=0
//~FUNCTION in_argument bugs=0
//~FUNCTION behind_three_conditions bugs=0
#include <stdlib.h>
#include <string.h>

int removed(unsigned at) {
    char b[32] = "0123456789abcdefghijklmnopqrstu";
    if (at > 20)
        return -1;
    memmove(b + at, b + at + 1, 31 - at);
    return b[0];
}

int inserted(unsigned at) {
    int *a = calloc(12, sizeof *a);
    if (!a || at > 8)
        return free(a), -1;
    memmove(a + at + 1, a + at, (11 - at) * sizeof *a);
    a[at] = 1;
    int r = a[11];
    free(a);
    return r;
}

static char history[40];

int scrolled(unsigned n) {
    if (n == 0 || n > 30)
        return -1;
    memmove(history, history + n, sizeof history - n);
    return history[0];
}

// Only where the distance is shorter than the length.
int by_distance(unsigned distance, unsigned n) {
    char b[32] = "abcdefghijklmnop";
    if (distance == 0 || distance > 16 || n > distance)
        return -1;
    memcpy(b + distance, b, n);
    return b[16];
}

struct line { int length; char text[24]; };

static void moved(char *to, const char *from, size_t n) {
    memcpy(to, from, n);
}

int in_field(unsigned n) {
    struct line l = { 20, "abcdefghijklmnopqrst" };
    if (n < 1 || n > 10)
        return -1;
    moved(l.text, l.text + 12, n);
    return l.text[0];
}

int in_argument(char b[static 32], unsigned n) {
    if (n < 16 || n > 16)
        return -1;
    memcpy(b, b + n, 16);
    return b[0];
}

int behind_three_conditions(int a, int b, int c) {
    char t[48] = "0123456789";
    if (a < 0 || a > 25 || a * 3 - 7 != b || (c ^ a) != 0x55 || a < 20)
        return 0;
    memcpy(t + a, t, 20);
    return t[40];
}

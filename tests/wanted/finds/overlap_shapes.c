// memcpy between overlapping parts of one object; the twins are in clean/overlap_shapes.c.
//~FLAGS --executions 2000 --time 60 --nonnull
//~FLAGS --function removed --function inserted --function scrolled --function by_distance --function in_field
//~FLAGS --function in_argument --function behind_three_conditions
//~FUNCTION removed bugs=1
//~FUNCTION inserted bugs=1
//~FUNCTION scrolled bugs=1
//~FUNCTION by_distance bugs=1
//~FUNCTION in_field bugs=1
//~FUNCTION in_argument bugs=1
//~FUNCTION behind_three_conditions bugs=1
#include <stdlib.h>
#include <string.h>

// call: removed(2)
int removed(unsigned at) {
    char b[32] = "0123456789abcdefghijklmnopqrstu";
    if (at > 20)
        return -1;
    memcpy(b + at, b + at + 1, 31 - at); //~BUG overlap
    return b[0];
}

// call: inserted(4)
int inserted(unsigned at) {
    int *a = calloc(12, sizeof *a);
    if (!a || at > 8)
        return free(a), -1;
    memcpy(a + at + 1, a + at, (11 - at) * sizeof *a); //~BUG overlap
    a[at] = 1;
    int r = a[11];
    free(a);
    return r;
}

static char history[40];

// call: scrolled(15)
int scrolled(unsigned n) {
    if (n == 0 || n > 30)
        return -1;
    memcpy(history, history + n, sizeof history - n); //~BUG overlap
    return history[0];
}

// Only where the distance is shorter than the length.
// call: by_distance(5, 9)
int by_distance(unsigned distance, unsigned n) {
    char b[32] = "abcdefghijklmnop";
    if (distance == 0 || distance > 16 || n > 16)
        return -1;
    memcpy(b + distance, b, n); //~BUG overlap
    return b[16];
}

struct line { int length; char text[24]; };

static void moved(char *to, const char *from, size_t n) {
    memcpy(to, from, n); //~BUG overlap
}

// call: in_field(6)
int in_field(unsigned n) {
    struct line l = { 20, "abcdefghijklmnopqrst" };
    if (n < 1 || n > 10)
        return -1;
    moved(l.text, l.text + n, 12);
    return l.text[0];
}

// call: char b[32] = "abcdefghijklmnopqrstuvwxyz"; in_argument(b, 8)
int in_argument(char b[static 32], unsigned n) {
    if (n < 1 || n > 16)
        return -1;
    memcpy(b, b + n, 16); //~BUG overlap
    return b[0];
}

// call: behind_three_conditions(21, 56, 21 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    char t[48] = "0123456789";
    if (a < 0 || a > 25 || a * 3 - 7 != b || (c ^ a) != 0x55 || a < 20)
        return 0;
    memcpy(t + a, t, 22); //~BUG overlap
    return t[40];
}

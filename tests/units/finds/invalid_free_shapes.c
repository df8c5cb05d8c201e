// Memory is freed that was never allocated, or not at its start; the twins are in clean/invalid_free_shapes.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function small_buffer --function global_buffer --function literal --function moved_pointer
//~FLAGS --function offset_pointer --function interior_field --function static_local --function resized_local
//~FLAGS --function behind_three_conditions
//~FUNCTION small_buffer bugs=1
//~FUNCTION global_buffer bugs=1
//~FUNCTION literal bugs=1
//~FUNCTION moved_pointer bugs=1
//~FUNCTION offset_pointer bugs=1
//~FUNCTION interior_field bugs=1
//~FUNCTION static_local bugs=1
//~FUNCTION resized_local bugs=1
//~FUNCTION behind_three_conditions bugs=1
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wfree-nonheap-object"
#endif
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void discard(void *p) {
    free(p); //~BUG invalid-free
}

// A local buffer where the text is short.
// call: small_buffer("abc")
int small_buffer(const char *s) {
    char small[8], *b = small;
    if (!s || strlen(s) > 20)
        return -1;
    size_t n = strlen(s) + 1;
    if (n > sizeof small)
        b = malloc(n);
    if (!b)
        return -1;
    memcpy(b, s, n);
    int r = b[0];
    discard(b);
    return r;
}

static char initial[16] = "initial";

// call: global_buffer(3)
int global_buffer(int n) {
    char *b = initial;
    if (n > 16)
        b = malloc(20);
    if (!b)
        return -1;
    b[0] = 'x';
    if (n != 0)
        free(b); //~BUG invalid-free
    return n;
}

// call: literal(2)
int literal(int k) {
    char *s = k == 1 ? strdup("one") : (char *)"other";
    if (!s)
        return -1;
    int r = s[1];
    if (k == 1 || k == 2)
        free(s); //~BUG invalid-free
    return r;
}

// CWE 761: the pointer was moved while it was searched.
// call: moved_pointer("  a")
int moved_pointer(const char *s) {
    if (!s)
        return -1;
    char *copy = strdup(s), *p = copy;
    if (!copy)
        return -1;
    while (*p == ' ')
        p++;
    int r = *p;
    free(p); //~BUG invalid-free
    return r;
}

// call: offset_pointer(11)
int offset_pointer(int k) {
    int *a = malloc(10 * sizeof *a);
    if (!a)
        return -1;
    a += 2;
    a[0] = k;
    int r = a[0];
    if (k != 11)
        a -= 2;
    free(a); //~BUG invalid-free
    return r;
}

struct block { long header; char payload[24]; };

// call: interior_field(1)
int interior_field(int whole) {
    struct block *b = calloc(1, sizeof *b);
    if (!b)
        return -1;
    char *p = whole == 0 ? (char *)b : b->payload;
    free(p); //~BUG invalid-free
    return 0;
}

// call: static_local(4)
int static_local(int k) {
    static int table[4];
    int *p = k == 4 ? table : malloc(sizeof *p);
    if (!p)
        return -1;
    *p = k;
    if (k > 0)
        free(p); //~BUG invalid-free
    else
        free(p == table ? NULL : p);
    return 0;
}

// call: resized_local(9)
int resized_local(unsigned n) {
    char local[8] = "abc", *b = local, *larger;
    if (n > 100)
        return -1;
    if (n > 8) {
        larger = realloc(b, n); //~BUG invalid-free
        if (!larger)
            return -1;
        b = larger;
    }
    int r = b[0];
    if (b != local)
        free(b);
    return r;
}

// call: behind_three_conditions(13, 32, 13 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    char *p = malloc(16), *q = p;
    if (!p)
        return -1;
    if (a > -1000 && a < 1000 && a * 3 - 7 == b && (c ^ a) == 0x55 && b == 32)
        q = p + 8;
    free(q); //~BUG invalid-free
    return 0;
}

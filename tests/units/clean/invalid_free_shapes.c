// The twins of finds/invalid_free_shapes.c: only the start of a block is freed.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function small_buffer --function global_buffer --function literal --function moved_pointer
//~FLAGS --function offset_pointer --function interior_field --function static_local --function resized_local
//~FLAGS --function behind_three_conditions
//~FUNCTION small_buffer bugs=0
//~FUNCTION global_buffer bugs=0
//~FUNCTION literal bugs=0
//~FUNCTION moved_pointer bugs=0
//~FUNCTION offset_pointer bugs=0
//~FUNCTION interior_field bugs=0
//~FUNCTION static_local bugs=0
//~FUNCTION resized_local bugs=0
//~FUNCTION behind_three_conditions bugs=0
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wfree-nonheap-object"
#endif
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void discard(void *p) {
    free(p);
}

// A local buffer where the text is short.
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
    if (b != small)
        discard(b);
    return r;
}

static char initial[16] = "initial";

int global_buffer(int n) {
    char *b = initial;
    if (n > 16)
        b = malloc(20);
    if (!b)
        return -1;
    b[0] = 'x';
    if (b != initial)
        free(b);
    return n;
}

int literal(int k) {
    char *s = k == 1 ? strdup("one") : (char *)"other";
    if (!s)
        return -1;
    int r = s[1];
    if (k == 1)
        free(s);
    return r;
}

// CWE 761: the pointer was moved while it was searched.
int moved_pointer(const char *s) {
    if (!s)
        return -1;
    char *copy = strdup(s), *p = copy;
    if (!copy)
        return -1;
    while (*p == ' ')
        p++;
    int r = *p;
    free(copy);
    return r;
}

int offset_pointer(int k) {
    int *a = malloc(10 * sizeof *a);
    if (!a)
        return -1;
    a += 2;
    a[0] = k;
    int r = a[0];
    a -= 2;
    free(a);
    return r;
}

struct block { long header; char payload[24]; };

int interior_field(int whole) {
    struct block *b = calloc(1, sizeof *b);
    if (!b)
        return -1;
    char *p = whole == 0 ? b->payload - offsetof(struct block, payload) : (char *)b;
    free(p);
    return 0;
}

int static_local(int k) {
    static int table[4];
    int *p = k == 4 ? table : malloc(sizeof *p);
    if (!p)
        return -1;
    *p = k;
    free(p == table ? NULL : p);
    return 0;
}

int resized_local(unsigned n) {
    char local[8] = "abc", *b = local, *larger;
    if (n > 100)
        return -1;
    if (n > 8) {
        larger = malloc(n);
        if (!larger)
            return -1;
        memcpy(larger, b, sizeof local);
        b = larger;
    }
    int r = b[0];
    if (b != local)
        free(b);
    return r;
}

int behind_three_conditions(int a, int b, int c) {
    char *p = malloc(16), *q = p;
    if (!p)
        return -1;
    if (a > -1000 && a < 1000 && a * 3 - 7 == b && (c ^ a) == 0x55 && b == 32)
        q = p;
    free(q);
    return 0;
}

// The twins of finds/bad_sizes.c: every length and index is tested before it is converted.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function negative_length --function sign_extended --function truncated_size --function product
//~FLAGS --function sum_wraps --function difference_wraps --function truncated_index --function negative_character
//~FLAGS --function signed_check --function behind_three_conditions
//~FUNCTION negative_length bugs=0
//~FUNCTION sign_extended bugs=0
//~FUNCTION truncated_size bugs=0
//~FUNCTION product bugs=0
//~FUNCTION sum_wraps bugs=0
//~FUNCTION difference_wraps bugs=0
//~FUNCTION truncated_index bugs=0
//~FUNCTION negative_character bugs=0
//~FUNCTION signed_check bugs=0
//~FUNCTION behind_three_conditions bugs=0
#include <stdlib.h>
#include <string.h>

// CWE 195: a negative length is a huge one.
int negative_length(int n) {
    char b[16], from[16] = "abc";
    if (n < 0 || n > (int)sizeof b)
        return -1;
    memcpy(b, from, (size_t)n);
    return n > 0 ? b[0] : 0;
}

// CWE 194: a byte that is negative.
int sign_extended(const char *s) {
    char b[128];
    if (!s)
        return -1;
    unsigned char n = (unsigned char)s[0] & 0x7f;
    b[0] = 1;
    memset(b, 0, (size_t)n);
    return b[0];
}

// CWE 197: the size is cut to a byte.
int truncated_size(unsigned n) {
    if (n == 0 || n > 300)
        return -1;
    unsigned size = n;
    char *b = malloc(size);
    if (!b)
        return -1;
    b[n - 1] = 1;
    int r = b[n - 1];
    free(b);
    return r;
}

// CWE 680: the product overflows before the allocation.
int product(unsigned n) {
    if (n < 2 || n > 1000)
        return -1;
    unsigned bytes = n * (unsigned)sizeof(int);
    if (bytes < 8)
        return -1;
    int *a = malloc(bytes);
    if (!a)
        return -1;
    a[1] = 2;
    int r = a[1];
    free(a);
    return r;
}

// CWE 680: the sum overflows before it is tested.
int sum_wraps(unsigned n) {
    unsigned size = n + 4;
    if (n > 100)
        return -1;
    char *b = malloc(size);
    if (!b)
        return -1;
    b[3] = '\0';
    int r = b[3];
    free(b);
    return r;
}

// CWE 191: the difference is below zero.
int difference_wraps(const char *s) {
    char b[32];
    if (!s || strlen(s) > 30)
        return -1;
    size_t n = strlen(s);
    if (n < 2)
        return 0;
    b[0] = 0;
    memcpy(b, s + 1, n - 2);
    return b[0];
}

int truncated_index(int n) {
    static int table[10];
    if (n < 0 || n > 9)
        return -1;
    short i = (short)n;
    if (i >= 10)
        return -2;
    table[i] += 1;
    return table[0];
}

int negative_character(const char *s) {
    static const unsigned char classes[256] = { 1, 2 };
    if (!s)
        return -1;
    return classes[(unsigned char)s[0]];
}

int signed_check(int at) {
    char b[8] = "abcdefg";
    if (at < 0 || at >= (int)sizeof b)
        return -1;
    return b[at];
}

int behind_three_conditions(int a, int b, int c, unsigned n) {
    unsigned char t[64] = { 1 };
    if (a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55 || b != 65)
        return 0;
    if ((n & 0xff) != 0xff || n > 300)
        return 1;
    memset(t, 0, n / 4);
    return t[0];
}

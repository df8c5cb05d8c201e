// Lengths and indices that a conversion or an overflow makes wrong, seen by the memory error they cause; the twins are in clean/bad_sizes.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function negative_length --function sign_extended --function truncated_size --function product
//~FLAGS --function sum_wraps --function difference_wraps --function truncated_index --function negative_character
//~FLAGS --function signed_check --function behind_three_conditions
//~FUNCTION negative_length bugs=1
//~FUNCTION sign_extended bugs=1
//~FUNCTION truncated_size bugs=1
//~FUNCTION product bugs=1
//~FUNCTION sum_wraps bugs=1
//~FUNCTION difference_wraps bugs=1
//~FUNCTION truncated_index bugs=1
//~FUNCTION negative_character bugs=1
//~FUNCTION signed_check bugs=1
//~FUNCTION behind_three_conditions bugs=1
#include <stdlib.h>
#include <string.h>

// CWE 195: a negative length is a huge one.
// call: negative_length(-1)
int negative_length(int n) {
    char b[16], from[16] = "abc";
    if (n > (int)sizeof b)
        return -1;
    memcpy(b, from, (size_t)n); //~BUG out-of-bounds
    return n > 0 ? b[0] : 0;
}

// CWE 194: a byte that is negative.
// call: sign_extended("\xf0")
int sign_extended(const char *s) {
    char b[128];
    if (!s)
        return -1;
    signed char n = (signed char)s[0];
    b[0] = 1;
    memset(b, 0, (size_t)n); //~BUG out-of-bounds
    return b[0];
}

// CWE 197: the size is cut to a byte.
// call: truncated_size(256)
int truncated_size(unsigned n) {
    if (n == 0 || n > 300)
        return -1;
    unsigned char size = (unsigned char)n;
    char *b = malloc(size);
    if (!b)
        return -1;
    b[n - 1] = 1; //~BUG out-of-bounds
    int r = b[n - 1];
    free(b);
    return r;
}

// CWE 680: the product overflows before the allocation.
// call: product(0x40000001u)
int product(unsigned n) {
    if (n < 2)
        return -1;
    unsigned bytes = n * (unsigned)sizeof(int);
    if (bytes > 4096)
        return -1;
    int *a = malloc(bytes);
    if (!a)
        return -1;
    a[1] = 2; //~BUG out-of-bounds
    int r = a[1];
    free(a);
    return r;
}

// CWE 680: the sum overflows before it is tested.
// call: sum_wraps(4294967293u)
int sum_wraps(unsigned n) {
    unsigned size = n + 4;
    if (size > 104)
        return -1;
    char *b = malloc(size);
    if (!b)
        return -1;
    b[3] = '\0'; //~BUG out-of-bounds
    int r = b[3];
    free(b);
    return r;
}

// CWE 191: the difference is below zero.
// call: difference_wraps("a")
int difference_wraps(const char *s) {
    char b[32];
    if (!s || strlen(s) > 30)
        return -1;
    size_t n = strlen(s);
    if (n == 0)
        return 0;
    b[0] = 0;
    memcpy(b, s + 1, n - 2); //~BUG out-of-bounds
    return b[0];
}

// call: truncated_index(40000)
int truncated_index(int n) {
    static int table[10];
    if (n < 0)
        return -1;
    short i = (short)n;
    if (i >= 10)
        return -2;
    table[i] += 1; //~BUG out-of-bounds
    return table[0];
}

// call: negative_character("\x80")
int negative_character(const char *s) {
    static const unsigned char classes[256] = { 1, 2 };
    if (!s)
        return -1;
    return classes[(signed char)s[0]]; //~BUG out-of-bounds
}

// call: signed_check(-2)
int signed_check(int at) {
    char b[8] = "abcdefg";
    if (at >= (int)sizeof b)
        return -1;
    return b[at]; //~BUG out-of-bounds
}

// call: behind_three_conditions(24, 65, 24 ^ 0x55, 511)
int behind_three_conditions(int a, int b, int c, unsigned n) {
    unsigned char t[64] = { 1 };
    if (a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55 || b != 65)
        return 0;
    if ((n & 0xff) != 0xff || n > 600)
        return 1;
    memset(t, 0, (signed char)n < 0 ? n / 4 : 4); //~BUG out-of-bounds
    return t[0];
}

// Arrays of characters without an end, passed to the library as strings; the twins are in clean/unterminated_shapes.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function length_of_local --function cut_off --function copied_from_heap --function global_code
//~FLAGS --function last_field --function by_helper --function duplicated --function behind_three_conditions
//~FUNCTION length_of_local bugs=1
//~FUNCTION cut_off bugs=1
//~FUNCTION copied_from_heap bugs=1
//~FUNCTION global_code bugs=1
//~FUNCTION last_field bugs=1
//~FUNCTION by_helper bugs=1
//~FUNCTION duplicated bugs=1
//~FUNCTION behind_three_conditions bugs=1
#ifdef __clang__
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#else
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#endif
#include <stdlib.h>
#include <string.h>

// call: length_of_local('d')
int length_of_local(char c) {
    char b[4] = { 'a', 'b', 'c', c };
    return (int)strlen(b); //~BUG unterminated
}

// call: cut_off("abcdefgh")
int cut_off(const char *s) {
    char b[8];
    if (!s)
        return -1;
    strncpy(b, s, sizeof b);
    return (int)strlen(b); //~BUG unterminated
}

// call: copied_from_heap(5)
int copied_from_heap(unsigned n) {
    char *a = malloc(6), b[16];
    if (!a || n > 5)
        return free(a), -1;
    memset(a, 'x', 6);
    if (n < 5)
        a[n] = '\0';
    strcpy(b, a); //~BUG unterminated
    free(a);
    return b[0];
}

static char code[4];

// call: global_code("wxyz")
int global_code(const char *s) {
    if (!s || strlen(s) < 4)
        return -1;
    memcpy(code, s, 4);
    return strcmp(code, "none") == 0; //~BUG unterminated
}

struct label { long id; char text[8]; };

// call: last_field(8)
int last_field(unsigned n) {
    struct label l = { 1, "" };
    if (n > 8)
        return -1;
    for (unsigned i = 0; i < n; i++)
        l.text[i] = 'z';
    return (int)strlen(l.text); //~BUG unterminated
}

static void filled(char *b, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        b[i] = (char)('a' + i);
    if (n < 5)
        b[n] = '\0';
}

// call: by_helper(5)
int by_helper(unsigned n) {
    char b[5], to[16] = "> ";
    if (n > 5)
        return -1;
    filled(b, n);
    strcat(to, b); //~BUG unterminated
    return to[2];
}

// call: duplicated(3)
int duplicated(int k) {
    char b[3] = { 'o', 'k', '\0' };
    if (k == 3)
        b[2] = '!';
    char *copy = strdup(b); //~BUG unterminated
    if (!copy)
        return -1;
    int r = copy[0];
    free(copy);
    return r;
}

// call: behind_three_conditions(22, 59, 22 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    char *t = malloc(4);
    int r = 0;
    if (!t)
        return -1;
    memcpy(t, "abc", 4);
    if (a > -1000 && a < 1000 && a * 3 - 7 == b && (c ^ a) == 0x55 && b == 59)
        t[3] = 'd';
    r = (int)strlen(t); //~BUG unterminated
    free(t);
    return r;
}

// The twins of finds/unterminated_shapes.c: every string has an end.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function length_of_local --function cut_off --function copied_from_heap --function global_code
//~FLAGS --function last_field --function by_helper --function duplicated --function behind_three_conditions
//~FUNCTION length_of_local bugs=0
//~FUNCTION cut_off bugs=0
//~FUNCTION copied_from_heap bugs=0
//~FUNCTION global_code bugs=0
//~FUNCTION last_field bugs=0
//~FUNCTION by_helper bugs=0
//~FUNCTION duplicated bugs=0
//~FUNCTION behind_three_conditions bugs=0
#ifdef __clang__
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#else
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#endif
#include <stdlib.h>
#include <string.h>

int length_of_local(char c) {
    char b[4] = { 'a', 'b', 'c', c };
    if (c != '\0')
        return 0;
    return (int)strlen(b);
}

int cut_off(const char *s) {
    char b[8];
    if (!s)
        return -1;
    strncpy(b, s, sizeof b);
    b[sizeof b - 1] = '\0';
    return (int)strlen(b);
}

int copied_from_heap(unsigned n) {
    char *a = malloc(6), b[16];
    if (!a || n > 5)
        return free(a), -1;
    memset(a, 'x', 6);
    a[n] = '\0';
    strcpy(b, a);
    free(a);
    return b[0];
}

static char code[4];

int global_code(const char *s) {
    if (!s || strlen(s) < 4)
        return -1;
    memcpy(code, s, 3);
    code[3] = '\0';
    return strcmp(code, "none") == 0;
}

struct label { long id; char text[8]; };

int last_field(unsigned n) {
    struct label l = { 1, "" };
    if (n > 7)
        return -1;
    for (unsigned i = 0; i < n; i++)
        l.text[i] = 'z';
    return (int)strlen(l.text);
}

static void filled(char *b, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        b[i] = (char)('a' + i);
    b[n < 5 ? n : 4] = '\0';
}

int by_helper(unsigned n) {
    char b[5], to[16] = "> ";
    if (n > 5)
        return -1;
    filled(b, n);
    strcat(to, b);
    return to[2];
}

int duplicated(int k) {
    char b[3] = { 'o', 'k', '\0' };
    if (k == 3)
        b[1] = '!';
    char *copy = strdup(b);
    if (!copy)
        return -1;
    int r = copy[0];
    free(copy);
    return r;
}

int behind_three_conditions(int a, int b, int c) {
    char *t = malloc(4);
    int r = 0;
    if (!t)
        return -1;
    memcpy(t, "abc", 4);
    if (a > -1000 && a < 1000 && a * 3 - 7 == b && (c ^ a) == 0x55 && b == 59)
        t[2] = 'd';
    r = (int)strlen(t);
    free(t);
    return r;
}

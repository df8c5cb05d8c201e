// Strings without an end that library functions read; the twins are in clean/unterminated.c.
//~FLAGS --executions 2000 --time 60
//~FUNCTION length bugs=1
//~FUNCTION copied bugs=1
//~FUNCTION compared bugs=1
//~FUNCTION searched bugs=1
//~FUNCTION number bugs=1
//~FUNCTION appended bugs=1
//~FUNCTION duplicated bugs=1
//~FUNCTION behind_conditions bugs=1
//~FUNCTION by_strncpy bugs=1
//~FUNCTION too_short bugs=1
//~FUNCTION in_local bugs=1
//~FUNCTION in_global bugs=1
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif
#include <stdlib.h>
#include <string.h>

static char *letters(unsigned n) {
    char *p = malloc(n);
    if (p)
        memset(p, 'x', n);
    return p;
}

int length(unsigned n) {
    char *p = letters(4);
    if (!p)
        return -1;
    if (n < 4)
        p[n] = 0;
    int r = (int)strlen(p); //~BUG unterminated message~strlen_reads_a_string_without_an_end
    free(p);
    return r;
}

int copied(void) {
    char *p = letters(3), to[16];
    if (!p)
        return -1;
    strcpy(to, p); //~BUG unterminated message~strcpy_reads
    free(p);
    return to[0];
}

int compared(int k) {
    char *p = letters(3);
    if (!p)
        return -1;
    int r = k == 7 && strcmp(p, "xxxxx") == 0; //~BUG unterminated
    free(p);
    return r;
}

int searched(char c) {
    char *p = letters(3);
    if (!p)
        return -1;
    int r = strchr(p, c) != NULL; //~BUG unterminated
    free(p);
    return r;
}

int number(void) {
    char *p = malloc(2);
    if (!p)
        return -1;
    p[0] = '4';
    p[1] = '2';
    int r = atoi(p); //~BUG unterminated
    free(p);
    return r;
}

// The string that is appended to has no end.
int appended(void) {
    char *p = letters(8);
    if (!p)
        return -1;
    strcat(p, "y"); //~BUG unterminated
    free(p);
    return 0;
}

char *duplicated(int k) {
    char *p = letters(5), *copy = NULL;
    if (!p)
        return NULL;
    p[4] = k == 3 ? 'z' : 0;
    copy = strdup(p); //~BUG unterminated
    free(p);
    return copy;
}

int behind_conditions(int a, unsigned b, int c) {
    char *p = letters(6);
    if (!p)
        return -1;
    p[5] = 0;
    if (a == 12 && b * 2 == 30 && (c ^ a) == 9)
        p[5] = '!';
    int r = (int)strlen(p); //~BUG unterminated
    free(p);
    return r;
}

int by_strncpy(const char *s) {
    char *p = malloc(4);
    if (!p || !s)
        return free(p), -1;
    strncpy(p, s, 4);
    int r = (int)strlen(p); //~BUG unterminated
    free(p);
    return r;
}

int in_local(int k) {
    char text[4] = { 'a', 'b', 'c', 0 };
    if (k == 3)
        text[3] = 'd';
    return (int)strlen(text); //~BUG unterminated
}

static char name[3] = { 'a', 'b', 0 };

int in_global(char c) {
    name[2] = c == 'x' ? c : 0;
    return strcmp(name, "abxy") == 0; //~BUG unterminated
}

// A string with its end that does not fit is another fault.
int too_short(void) {
    char *p = malloc(3);
    if (!p)
        return -1;
    strcpy(p, "abc"); //~BUG out-of-bounds
    free(p);
    return 0;
}

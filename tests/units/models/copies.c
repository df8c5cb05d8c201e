// Functions that copy, cut and search keep what they are given symbolic.
//~FUNCTION copied outcome=complete branches=3/4 bugs=0
//~FUNCTION padded outcome=complete branches=6/6 bugs=0
//~FUNCTION cut outcome=complete branches=4/4 bugs=0
//~FUNCTION tokens outcome=complete branches=6/6 bugs=0
//~FUNCTION found outcome=complete branches=2/2 bugs=0
//~FUNCTION plain outcome=complete paths=2 branches=2/2 bugs=0
//~FUNCTION wide outcome=complete branches=4/4 bugs=0
//~FUNCTION parsed outcome=complete branches=2/2 bugs=0
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

struct text { char s[6]; };

int copied(struct text t) {
    t.s[5] = '\0';
    char *copy = strdup(t.s), *half = strndup(t.s, 2);
    int r = 0;
    if (strcmp(copy, "key") == 0 && half[1] == 'e')
        r = 1;
    free(copy);
    free(half);
    return r;
}

int padded(struct text t) {
    char field[4], *end = stpncpy(field, t.s, sizeof field);
    if (end == field + sizeof field)
        return 2;
    return end == field + 1 && field[0] == 'q';
}

int cut(struct text t) {
    char *rest = t.s;
    t.s[5] = '\0';
    char *first = strsep(&rest, ":");
    if (first[0] == 'a' && rest)
        return 1;
    return 0;
}

int tokens(struct text t) {
    char *rest;
    t.s[4] = '\0';
    char *first = strtok_r(t.s, " ,", &rest), *second = strtok_r(NULL, " ,", &rest);
    if (first && second)
        return *second == 'x' ? 2 : 1;
    return 0;
}

int found(struct text t) {
    if (memmem(t.s, sizeof t.s, "\1\2", 2) == t.s + 3)
        return 1;
    return 0;
}

// Where the compiler may not know what they do, they are called.
int plain(struct text t) {
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    char to[6];
    copy(to, t.s, 6);
    if (to[3] == 77)
        return 1;
    return 0;
}

int wide(wchar_t c) {
    if (iswalpha((wint_t)c) && wcschr(L"xyz", c))
        return 1;
    return 0;
}

int parsed(struct text t) {
    char *end;
    t.s[3] = '\0';
    if (strtoimax(t.s, &end, 10) == 42)
        return 1;
    return 0;
}

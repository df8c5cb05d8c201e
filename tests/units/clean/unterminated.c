// Strings have an end wherever one is read to it; the faulty twins are in finds/unterminated.c.
//~FLAGS --executions 2000 --time 60
//~FUNCTION length bugs=0
//~FUNCTION copied bugs=0
//~FUNCTION compared bugs=0
//~FUNCTION searched bugs=0
//~FUNCTION number bugs=0
//~FUNCTION by_strncpy bugs=0
//~FUNCTION not_read_to_its_end bugs=0
#include <stdlib.h>
#include <string.h>

static char *letters(unsigned n) {
    char *p = malloc(n + 1);
    if (p) {
        memset(p, 'x', n);
        p[n] = 0;
    }
    return p;
}

int length(unsigned n) {
    char *p = letters(4);
    if (!p)
        return -1;
    if (n < 4)
        p[n] = 0;
    int r = (int)strlen(p);
    free(p);
    return r;
}

int copied(void) {
    char *p = letters(3), to[16];
    if (!p)
        return -1;
    strcpy(to, p);
    free(p);
    return to[0];
}

int compared(int k) {
    char *p = letters(3);
    if (!p)
        return -1;
    int r = k == 7 && strcmp(p, "xxxxx") == 0;
    free(p);
    return r;
}

int searched(char c) {
    char *p = letters(3);
    if (!p)
        return -1;
    int r = strchr(p, c) != NULL;
    free(p);
    return r;
}

int number(void) {
    char *p = malloc(3);
    if (!p)
        return -1;
    p[0] = '4';
    p[1] = '2';
    p[2] = 0;
    int r = atoi(p);
    free(p);
    return r;
}

int by_strncpy(const char *s) {
    char *p = malloc(5);
    if (!p || !s)
        return free(p), -1;
    strncpy(p, s, 4);
    p[4] = 0;
    int r = (int)strlen(p);
    free(p);
    return r;
}

// They stop at the length, or at what they look for.
int not_read_to_its_end(int k) {
    char *p = malloc(3);
    if (!p)
        return -1;
    memset(p, 'x', 3);
    int r = (int)strnlen(p, 3) + (memchr(p, k, 3) != NULL) + (strcmp(p, "xa") > 0) + (strncmp(p, "xxx", 3) == 0);
    free(p);
    return r;
}

// Comparisons of strings and memory split no path: the branch on what they say asks for all their bytes at once.
//~FUNCTION keyword outcome=complete paths=3 branches=4/4
//~FUNCTION either outcome=complete branches=14/14
//~FUNCTION any_case outcome=complete paths=4 branches=8/8
//~FUNCTION records outcome=complete paths=3 branches=4/4
//~FUNCTION difference outcome=complete paths=5 branches=10/10
//~FUNCTION at_an_offset outcome=complete branches=6/6
//~FUNCTION first_n outcome=complete branches=8/8
//~FUNCTION in_steps outcome=complete paths=5 branches=8/8
//~FUNCTION chain outcome=complete paths=7 branches=6/6
#include <stddef.h>
#include <string.h>
#include <strings.h>

int keyword(const char *s) {
    if (s == NULL)
        return -1;
    if (strcmp(s, "hello") == 0)
        return 1;
    return 0;
}

int either(char s[6], char t[6]) {
    if (s == NULL || t == NULL || s == t)
        return 0;
    s[5] = t[5] = 0;
    int r = strcmp(s, t);
    if (r < 0)
        return 1;
    if (r > 0)
        return 2;
    if (s[0] == 'x' && t[3] == 'y')
        return 4;
    return 3;
}

int any_case(char s[8]) {
    if (s == NULL)
        return 0;
    s[7] = 0;
    if (strcasecmp(s, "QuIt") == 0)
        return s[1] == 'U' ? 1 : 2;
    if (strncasecmp(s, "go", 2) == 0)
        return 3;
    return 4;
}

struct key {
    int a;
    short b, c;
};

int records(struct key x, struct key y) {
    if (memcmp(&x.a, &y.a, sizeof x.a) == 0)
        return 1;
    if (memcmp(&x, &y, sizeof x) < 0)
        return 2;
    return 3;
}

int difference(char s[8]) {
    if (s == NULL)
        return 0;
    s[7] = 0;
    switch (strcmp(s, "mmm")) {
    case 0:
        return 1;
    case 5:
        return 2;
    case -3:
        return 3;
    }
    return 4;
}

// Which bytes are compared depends on an input: one after the other.
int at_an_offset(char s[12], unsigned k) {
    if (s == NULL || k > 6)
        return 0;
    s[11] = 0;
    if (strcmp(s + k, "list") == 0)
        return 1;
    return 2;
}

int first_n(char s[12], unsigned n) {
    if (s == NULL || n > 5)
        return 0;
    if (strncmp(s, "list", n) == 0) {
        if (n == 3)
            return 3;
        return 1;
    }
    return 2;
}

int chain(char s[10]) {
    static const char *const words[] = {"while", "for", "do", "if", "else"};
    if (s == NULL)
        return -1;
    s[9] = 0;
    for (unsigned i = 0; i < 5; i++)
        if (strcmp(s, words[i]) == 0)
            return (int)i;
    return 5;
}

// The place is a sum of constants, and not known as one.
int in_steps(const char *file, unsigned size) {
    unsigned at = 4;
    if (file == NULL || size < 16)
        return -1;
    const char *type = file + at + 2;
    at += size;
    if (memcmp(type, "IHDR", 4) == 0)
        return 1;
    if (memcmp(type + 4, "ok", 2) == 0)
        return 2;
    return at == 0;
}

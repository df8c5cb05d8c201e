// The twins of finds/argument_checked.c: no access is behind the length that was checked.
//~FLAGS --executions 2000 --time 60
//~FUNCTION after_loop bugs=0
//~FUNCTION next_to_checked bugs=0
//~FUNCTION cleared bugs=0
//~FUNCTION cleared_elements bugs=0
//~FUNCTION behind_end bugs=0
//~FUNCTION found_then_next bugs=0
#include <string.h>

// Every element up to n is used, so n is the length.
int after_loop(const int *a, unsigned n) {
    int sum = 0;
    if (!a || n < 1 || n > 8)
        return -1;
    for (unsigned i = 0; i < n; i++)
        sum += a[i] & 7;
    return sum + (a[n - 1] & 1);
}

// The index was tested against the length, the next one was not.
int next_to_checked(const int *a, unsigned n, unsigned i) {
    if (!a || n > 8 || i >= n)
        return -1;
    int here = a[i];
    return here - a[i / 2];
}

int cleared(char *b, unsigned n) {
    if (!b || n < 1 || n > 8)
        return -1;
    memset(b, 0, n);
    b[n - 1] = 'x';
    return b[0];
}

int cleared_elements(int *a, unsigned n) {
    if (!a || n < 1 || n > 8)
        return -1;
    memset(a, 0, n * sizeof *a);
    for (unsigned i = 0; i < n; i++)
        a[i] |= 3;
    return a[0];
}

// The string ends where strlen says.
int behind_end(const char *s) {
    if (!s)
        return -1;
    size_t n = strlen(s);
    if (n != 3)
        return 0;
    return s[n - 1];
}

int found_then_next(const char *b, unsigned n) {
    if (!b || n < 1 || n > 8)
        return -1;
    const char *p = memchr(b, ';', n);
    if (p)
        return *p;
    return b[n - 1];
}

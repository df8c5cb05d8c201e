// Accesses behind a buffer whose length the function itself has checked or passed to the library; the twins are in clean/argument_checked.c.
//~FLAGS --executions 2000 --time 60
//~FUNCTION after_loop bugs=1
//~FUNCTION next_to_checked bugs=1
//~FUNCTION cleared bugs=1
//~FUNCTION cleared_elements bugs=1
//~FUNCTION behind_end bugs=1
//~FUNCTION found_then_next bugs=1
#include <string.h>

// Every element up to n is used, so n is the length.
// call: int a[4] = { 1, 2, 3, 4 }; after_loop(a, 4)
int after_loop(const int *a, unsigned n) {
    int sum = 0;
    if (!a || n < 1 || n > 8)
        return -1;
    for (unsigned i = 0; i < n; i++)
        sum += a[i] & 7;
    return sum + (a[n] & 1); //~BUG out-of-bounds
}

// The index was tested against the length, the next one was not.
// call: int a[3] = { 1, 2, 3 }; next_to_checked(a, 3, 2)
int next_to_checked(const int *a, unsigned n, unsigned i) {
    if (!a || n > 8 || i >= n)
        return -1;
    int here = a[i];
    return here - a[i + 1]; //~BUG out-of-bounds
}

// call: char b[5] = "abcd"; cleared(b, 5)
int cleared(char *b, unsigned n) {
    if (!b || n < 1 || n > 8)
        return -1;
    memset(b, 0, n);
    b[n] = 'x'; //~BUG out-of-bounds
    return b[0];
}

// call: int a[4] = { 1, 2, 3, 4 }; cleared_elements(a, 4)
int cleared_elements(int *a, unsigned n) {
    if (!a || n < 1 || n > 8)
        return -1;
    memset(a, 0, n * sizeof *a);
    for (unsigned i = 0; i <= n; i++)
        a[i] |= 3; //~BUG out-of-bounds
    return a[0];
}

// The string ends where strlen says.
// call: behind_end("abc")
int behind_end(const char *s) {
    if (!s)
        return -1;
    size_t n = strlen(s);
    if (n != 3)
        return 0;
    return s[n + 1]; //~BUG out-of-bounds
}

// call: char b[6] = "abcde"; found_then_next(b, 6)
int found_then_next(const char *b, unsigned n) {
    if (!b || n < 1 || n > 8)
        return -1;
    const char *p = memchr(b, ';', n);
    if (p)
        return *p;
    return b[n]; //~BUG out-of-bounds
}

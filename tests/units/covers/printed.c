// Functions that print follow what they are given: NULL is the caller's fault, and the search goes on behind it.
#include <stdio.h>

//~FUNCTION line outcome=complete branches=2/2 bugs=0
int line(const char *s) {
    puts(s); //~PRECONDITION null-deref
    if (s[0] == 'x')
        return 1;
    return 0;
}

// Compilers make puts of it.
//~FUNCTION formatted outcome=complete branches=2/2 bugs=0
int formatted(const char *s) {
    printf("%s\n", s); //~PRECONDITION null-deref
    if (s[0] == 'x')
        return 1;
    return 0;
}

//~FUNCTION to_stream outcome=complete branches=2/2 bugs=0
int to_stream(const char *s) {
    fputs(s, stdout); //~PRECONDITION null-deref
    if (s[0] == 'x')
        return 1;
    return 0;
}

// The library says (null) for it.
//~FUNCTION among_others outcome=complete paths=2 branches=2/2 bugs=0
int among_others(const char *s, int x) {
    printf("%d: %s\n", x, s);
    if (x == 4)
        return 1;
    return 0;
}

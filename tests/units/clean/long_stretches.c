// A length that no memory has ends a run where the machine ends it, and as soon: nothing here runs for long. An allocation
// that is refused here may not be elsewhere: a plain run goes another way.
//~FLAGS --time 60
//~FUNCTION duplicate branches=2/2 bugs=0 executions<=300
//~FUNCTION wipe branches=4/4 bugs=0 executions<=20
//~FUNCTION large outcome=complete paths=2 bugs=0 preconditions=0
#include <stdlib.h>
#include <string.h>

char *duplicate(const char *from, unsigned n) {
    char *to = malloc(n + 1ul);
    if (to == NULL)
        return NULL;
    memcpy(to, from, n); //~PRECONDITION null-deref
    to[n] = '\0';
    return to;
}

int wipe(char *to, size_t room, size_t n) {
    if (n < 1 || room < n * 2 + 1)
        return 0;
    memset(to, 0, room); //~PRECONDITION null-deref
    return 1;
}

// What is there is copied, labels and all, however long it is.
int large(int n) {
    size_t size = 8ul << 20;
    int *a = malloc(size), *b = malloc(size);
    memset(a, 0, size);
    a[5] = n;
    a[1000000] = n + 1;
    memcpy(b, a, size);
    memmove(b + 700, b, size - 4096);
    int r = 0;
    if (b[705] == 77 && b[1000700] == 78 && b[5] == 77)
        r = 1;
    free(a);
    free(b);
    return r;
}

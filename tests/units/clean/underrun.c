// The twins of finds/underrun.c: no access is before the start.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function trimmed --function heap_before --function global_before --function walks_back
//~FLAGS --function last_line --function popped --function moved --function copied_from_before
//~FUNCTION trimmed bugs=0
//~FUNCTION heap_before bugs=0
//~FUNCTION global_before bugs=0
//~FUNCTION walks_back bugs=0
//~FUNCTION last_line bugs=0
//~FUNCTION popped bugs=0
//~FUNCTION moved bugs=0
//~FUNCTION copied_from_before bugs=0
#include <stdlib.h>
#include <string.h>

int trimmed(const char *s) {
    char b[8];
    if (!s || strlen(s) > 7)
        return -1;
    strcpy(b, s);
    char *p = b + strlen(b);
    while (p > b && p[-1] == ' ')
        *--p = '\0';
    return b[0];
}

int heap_before(unsigned i) {
    int *a = calloc(4, sizeof *a), r = 0;
    if (!a || i > 3)
        return free(a), -1;
    r = i ? a[(int)i - 1] : 0;
    free(a);
    return r;
}

static int weights[5] = { 3, 1, 4, 1, 5 };

int global_before(int i) {
    if (i > 4 || i < 0)
        return 0;
    return weights[i];
}

int walks_back(char c) {
    char text[6] = "hello";
    const char *p = text + 4;
    while (p > text && *p != c)
        p--;
    return (int)(p - text);
}

int last_line(const char *s) {
    if (!s || strlen(s) > 9)
        return -1;
    char *copy = strdup(s);
    if (!copy)
        return -1;
    size_t n = strlen(copy);
    if (n > 0 && copy[n - 1] == '\n')
        copy[n - 1] = '\0';
    int r = copy[0];
    free(copy);
    return r;
}

static int slot(int depth) {
    return depth > 0 ? depth - 1 : 0;
}

int popped(unsigned pops) {
    int stack[4] = { 1, 2, 3, 4 }, depth = 2, sum = 0;
    if (pops > 3)
        return -1;
    for (unsigned i = 0; i < pops && depth > 0; i++) {
        sum += stack[slot(depth)];
        depth--;
    }
    return sum;
}

int moved(int k, int step) {
    int *a = calloc(8, sizeof *a), r;
    if (!a || k < 0 || k > 7 || step < 0 || step > 3 || k - 2 * step < 0)
        return free(a), -1;
    int *p = a + k;
    p -= 2 * step;
    *p = 1;
    r = a[0];
    free(a);
    return r;
}

int copied_from_before(unsigned at) {
    char from[8] = "abcdefg", to[4];
    if (at > 5)
        return -1;
    memcpy(to, from + at, 3);
    to[3] = '\0';
    return to[0];
}

// Accesses before the start of an object; the twins are in clean/underrun.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function trimmed --function heap_before --function global_before --function walks_back
//~FLAGS --function last_line --function popped --function moved --function copied_from_before
//~FUNCTION trimmed bugs=1
//~FUNCTION heap_before bugs=1
//~FUNCTION global_before bugs=1
//~FUNCTION walks_back bugs=1
//~FUNCTION last_line bugs=1
//~FUNCTION popped bugs=1
//~FUNCTION moved bugs=1
//~FUNCTION copied_from_before bugs=1
#include <stdlib.h>
#include <string.h>

// call: trimmed("   ")
int trimmed(const char *s) {
    char b[8];
    if (!s || strlen(s) > 7)
        return -1;
    strcpy(b, s);
    char *p = b + strlen(b);
    while (p[-1] == ' ') //~BUG out-of-bounds
        *--p = '\0';
    return b[0];
}

// call: heap_before(0)
int heap_before(unsigned i) {
    int *a = calloc(4, sizeof *a), r = 0;
    if (!a || i > 3)
        return free(a), -1;
    r = a[(int)i - 1]; //~BUG out-of-bounds
    free(a);
    return r;
}

static int weights[5] = { 3, 1, 4, 1, 5 };

// call: global_before(-1)
int global_before(int i) {
    if (i > 4)
        return 0;
    if (i < -1)
        return -1;
    return weights[i]; //~BUG out-of-bounds
}

// call: walks_back('q')
int walks_back(char c) {
    char text[6] = "hello";
    const char *p = text + 4;
    while (*p != c) //~BUG out-of-bounds
        p--;
    return (int)(p - text);
}

// call: last_line("")
int last_line(const char *s) {
    if (!s || strlen(s) > 9)
        return -1;
    char *copy = strdup(s);
    if (!copy)
        return -1;
    size_t n = strlen(copy);
    if (copy[n - 1] == '\n') //~BUG out-of-bounds
        copy[n - 1] = '\0';
    int r = copy[0];
    free(copy);
    return r;
}

static int slot(int depth) {
    return depth - 1;
}

// call: popped(2)
int popped(unsigned pops) {
    int stack[4] = { 1, 2, 3, 4 }, depth = 2, sum = 0;
    if (pops > 3)
        return -1;
    for (unsigned i = 0; i <= pops; i++) {
        sum += stack[slot(depth)]; //~BUG out-of-bounds
        depth--;
    }
    return sum;
}

// call: moved(4, 3)
int moved(int k, int step) {
    int *a = calloc(8, sizeof *a), r;
    if (!a || k < 0 || k > 7 || step < 0 || step > 3)
        return free(a), -1;
    int *p = a + k;
    p -= 2 * step;
    *p = 1; //~BUG out-of-bounds
    r = a[0];
    free(a);
    return r;
}

// call: copied_from_before(0)
int copied_from_before(unsigned at) {
    char from[8] = "abcdefg", to[4];
    if (at > 5)
        return -1;
    memcpy(to, from + at - 1, 3); //~BUG out-of-bounds
    to[3] = '\0';
    return to[0];
}

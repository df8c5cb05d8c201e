// Nothing in the unit fixes the lengths of these buffers: what is used of them is asked of the caller.
//~FLAGS --executions 2000 --time 60
//~FUNCTION sum_up_to bugs=0 preconditions=1 requires.0~a_has_n_+_1_elements
//~FUNCTION sum_below bugs=0 preconditions=0
//~FUNCTION copied bugs=0 preconditions=1
#include <string.h>

int sum_up_to(const int *a, unsigned n) {
    int sum = 0;
    if (!a || n < 1 || n > 8)
        return -1;
    for (unsigned i = 0; i <= n; i++)
        sum += a[i] & 7; //~PRECONDITION out-of-bounds
    return sum;
}

int sum_below(const int *a, unsigned n) {
    int sum = 0;
    if (!a || n < 1 || n > 8)
        return -1;
    for (unsigned i = 0; i < n; i++)
        sum += a[i] & 7;
    return sum;
}

static const char text[] = "text to copy";

// A buffer of n + 1 characters, as its callers know.
int copied(char *to, unsigned n) {
    if (!to || n < 1 || n > 8)
        return -1;
    memcpy(to, text, n);
    to[n] = '\0'; //~PRECONDITION out-of-bounds
    return to[0];
}

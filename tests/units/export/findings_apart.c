// Regression tests pass; the tests of findings are a file of their own and fail until the bug is fixed. A macro of the
// unit does not reach the headers of the test, and a precondition is no test.
//~FLAGS --time 20
//~EXPORTS tests=7 findings=2
#include <assert.h>
#include <stdlib.h>
#define getline next_line
#define printf(...) unused

static int getline(int n) { return n + 1; }

//~FUNCTION lookup outcome=complete bugs=1
int lookup(int i) {
    if (getline(i) == 78)
        abort(); //~BUG abort
    return i;
}

//~FUNCTION half bugs=1
int half(int a, int b) {
    if (a > 10)
        return a / b; //~BUG div-by-zero
    return a;
}

//~FUNCTION first preconditions=1
int first(const int *p) {
    return *p; //~PRECONDITION null-deref
}

//~FUNCTION leave outcome=complete
int leave(int n) {
    if (n > 4)
        exit(3);
    return 1;
}

// A body of its own that fails by itself: one bug, at the call.
//~FUNCTION main outcome=complete bugs=1
//~FLAGS -- -Wno-unused-label
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }

void __VERIFIER_assert(int condition) {
    if (!condition) {
    ERROR: {
        reach_error(); //~BUG assertion message~reach_error
        abort();
    }
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x != 77);
    return 0;
}

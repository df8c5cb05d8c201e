// In a program for Test-Comp abort says what is assumed; only reach_error and assert tell of a bug.
//~FUNCTION main outcome=complete bugs=2
//~FLAGS -- -Wno-unused-label
#include <assert.h>
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void assume_abort_if_not(int condition) {
    if (!condition)
        abort();
}

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    assume_abort_if_not(x > 5);
    if (!(y < 8))
        abort();
    if (x < 3)
        reach_error();
    if (y > 8)
        reach_error();
    assert(x != 77); //~BUG assertion
    if (x == 1234) {
    ERROR: {
        reach_error(); //~BUG assertion message~reach_error
        abort();
    }
    }
    return 0;
}

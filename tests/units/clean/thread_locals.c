//~FLAGS --globals none
// Thread-local variables and what constructors made start anew in every run.
//~FUNCTION count outcome=complete paths=2 branches=6/10 bugs=0
//~FUNCTION labelled outcome=complete paths=2 bugs=0
#include <assert.h>

static _Thread_local int calls = 5;
static _Thread_local long wide[3];
static int made;

__attribute__((constructor)) static void make(void) { made = 42; }

int count(int x) {
    assert(made == 42);
    assert(++calls == 6);
    if (x == 77)
        return 1;
    return 0;
}

int labelled(long x) {
    assert(wide[1] == 0);
    wide[1] = x * 3;
    if (wide[1] == 99)
        return 1;
    return 0;
}

// The functions of KLEE in a program that declares them itself.
//~FUNCTION main outcome=complete bugs=2
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *address, size_t size, const char *name);
void klee_assume(uintptr_t condition);
int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);


int main(void) {
    int x;
    struct {
        char c;
        short s;
    } pair;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&pair, sizeof pair, "pair");
    klee_assume(x > 10);
    assert(x != 1000); //~BUG assertion
    assert(x > 10);
    int r = klee_range(0, 4, "r");
    assert(r >= 0 && r < 4);
    if (r == 3 && pair.c == 'a' && pair.s == x)
        assert(klee_int("last") != 5); //~BUG assertion
    return 0;
}

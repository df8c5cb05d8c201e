// CUTE (Sen, Marinov, Agha 2005), section 7, with the solvers CUTE had: bytes written through a cast pointer,
// a function without source, and a condition that cannot be solved before one that can.
// Depth first only: chance would find the last one.
//~FLAGS --executions 300 --strategy dfs --solver linear --function bar --function by_the_library --function black_box --function lazy
//~FUNCTION bar outcome=complete paths=3 branches=5/6 bugs=1
//~FUNCTION by_the_library outcome=complete paths=3 branches=5/6 bugs=1
//~FUNCTION black_box outcome!=complete branches=2/2 executions<=3 bugs=1
//~FUNCTION lazy outcome=unsupported reason~no_solver_could_answer executions=2 branches=3/4 uncovered.0.why=solver-unknown
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct foo {
    int i;
    char c;
};

static void *fill(void *s, char c, size_t n) {
    for (size_t i = 0; i < n; i++)
        ((char *)s)[i] = c;
    return s;
}

int bar(struct foo *a) {
    if (a && a->c == 1) {
        fill(a, 0, sizeof(struct foo));
        if (a->c != 1)
            abort(); //~BUG abort
    }
    return 0;
}

int by_the_library(struct foo *a) {
    if (a && a->c == 1) {
        memset(a, 0, sizeof(struct foo));
        if (a->c != 1)
            abort(); //~BUG abort
    }
    return 0;
}

int black_box(int x, int y) {
    int z = (int)cbrt((double)x) + 17;
    if (y == z)
        abort(); //~BUG abort executions_until<=3
    return 0;
}

int lazy(int x) {
    int z = x * x + (x % 2);
    if (z == 8)
        abort();
    if (x == 10)
        abort(); //~BUG abort executions_until<=2
    return 0;
}

// A longjmp to an environment that only another function sets: its caller has called setjmp.
//~FUNCTION fail outcome=complete bugs=0 preconditions=1
//~FUNCTION throw bugs=0
//~FUNCTION guarded outcome=complete bugs=0 preconditions=0
#include <setjmp.h>

static jmp_buf env;

void fail(int x) {
    if (x > 3)
        longjmp(env, 1); //~PRECONDITION segfault message~no_setjmp_has_set
}

struct state {
    jmp_buf env;
    int depth;
};

void throw(struct state *s) {
    if (s && s->depth > 3)
        longjmp(s->env, 1); //~PRECONDITION segfault message~no_setjmp_has_set
}

int guarded(int x) {
    if (setjmp(env))
        return 1;
    fail(x);
    return 0;
}

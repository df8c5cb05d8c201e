// A stream is no input yet: what would come out of one that nobody opened is no bug.
//~FLAGS --executions 300
#include <stdio.h>

//~FUNCTION put outcome=unsupported reason~parameter_`f`_stays_NULL:_a_stream branches=0/2
int put(FILE *f, int x) {
    fputc('a', f); //~PRECONDITION null-deref
    if (x == 3)
        return 1;
    return 0;
}

//~FUNCTION unused outcome=complete branches=2/2
int unused(FILE *f, int x) {
    (void)f;
    if (x == 3)
        return 1;
    return 0;
}

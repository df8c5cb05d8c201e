// What a handler does when the program ends is not looked at.
//~FLAGS --executions 300
#include <stdlib.h>

static int state;

static void at_the_end(void) {
    state = 0;
}

//~FUNCTION leaves outcome=unsupported reason~atexit branches=2/2
int leaves(int x) {
    atexit(at_the_end);
    if (x == 3)
        return 1;
    return 0;
}

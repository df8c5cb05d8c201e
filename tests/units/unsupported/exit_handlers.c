// What a handler does when the program ends is not looked at.
#include <stdlib.h>

static int state;

static void at_the_end(void) {
    if (state == 2)
        abort(); //~STATE abort
}

//~FUNCTION leaves outcome=unsupported reason~atexit branches=2/2
int leaves(int x) {
    atexit(at_the_end);
    state = 1;
    if (x == 3) {
        state = 2;
        exit(0);
    }
    return 0;
}

// A path that leaves by exit is a path, not a bug.
//~FUNCTION leave outcome=complete paths=3 bugs=0
//~FLAGS --function leave --function quiet
//~FUNCTION quiet outcome=complete paths=2 bugs=0
#include <stdlib.h>

int leave(int x) {
    if (x == 3)
        exit(3);
    if (x == 4)
        exit(EXIT_SUCCESS);
    return x;
}

_Noreturn static void stop(void) {
    exit(7);
}

int quiet(unsigned char x) {
    if (x > 9)
        stop();
    return x;
}

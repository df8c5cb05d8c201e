// A signal that a program sends itself says nothing of any address.
//~FUNCTION raised branches=2/2
#include <signal.h>

int raised(int x) {
    if (x == 7)
        raise(SIGSEGV); //~BUG segfault
    return 0;
}

// Signals that a program sends itself are told by name.
//~FUNCTION terminated bugs=1
//~FUNCTION trapped bugs=1
#include <signal.h>

int terminated(int x) {
    // The process is gone: the last branch is what is known.
    if (x == 7) raise(SIGTERM); //~BUG segfault message~SIGTERM
    return 0;
}

int trapped(int x) {
    if (x == 8)
        raise(SIGTRAP); //~BUG illegal-instruction message~SIGTRAP
    return 0;
}

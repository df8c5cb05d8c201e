// A unit that ends the process: the same study, Fig. 11.
//~FLAGS --time 60
//~FUNCTION exitex outcome=complete branches=4/4 executions<=4
//~FUNCTION leaves outcome=complete branches=8/8 executions<=6
#include <unistd.h>

static int failed;

void fail(void) { failed = 3; }

int exitex(int i) {
    if (failed != 0 && i == 0)
        i = failed;
    _exit(i);
    return 0;
}

int leaves(int x, int y) {
    if (x == 3)
        _exit(3);
    if (y == 7)
        _exit(0);
    if (x == 1000 && y == 2000)
        return 1;
    return 0;
}

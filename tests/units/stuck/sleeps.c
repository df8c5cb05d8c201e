// A unit that sleeps costs no time; as a test it does, and one that sleeps too long is none.
//~FLAGS --time 60
//~FUNCTION sleeps branches=8/8 executions<=20
#include <unistd.h>

int sleeps(int x, int y) {
    if (x == 3)
        sleep(100);
    if (y == 5)
        usleep(300000);
    if (x == 42)
        return 1;
    if (y == 43)
        return 2;
    return 0;
}

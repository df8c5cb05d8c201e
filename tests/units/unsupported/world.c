// What the world answers is no input: another answer would be another path.
//~FUNCTION late outcome=unsupported reason~results_of_time branches=3/4 bugs=0
//~FUNCTION named outcome=unsupported reason~getenv bugs=0
//~FLAGS --executions 300
#include <stdlib.h>
#include <time.h>

int late(int x) {
    if (time(NULL) > 9000000000L)
        return 1;
    if (x == 3)
        return 2;
    return 0;
}

int named(int x) {
    if (getenv("ACUTE_NO_SUCH_NAME"))
        return x;
    return 0;
}

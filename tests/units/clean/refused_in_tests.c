// Where an allocation is refused for its size alone, a plain run goes another way, and may take gigabytes: no test is made
// of it.
//~FLAGS --time 5
//~FUNCTION fill branches=6/6 bugs=0
#include <stdlib.h>
#include <string.h>

int fill(unsigned n) {
    if (n != 1500000000u && n != 3)
        return 0;
    char *p = malloc(n);
    if (p == NULL)
        return 1;
    memset(p, 1, n);
    free(p);
    return 2;
}

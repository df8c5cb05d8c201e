// A block from before the first run is there in each run, whole, and may be freed in each.
//~FUNCTION early bugs=0 preconditions=0 states=0 branches=5/6
#include <stdlib.h>

static char *block;

__attribute__((constructor)) static void begin(void) {
    block = malloc(10);
    block[0] = 0x55;
}

int early(int a, int b) {
    if (block[0] != 0x55)
        abort();
    int r = 0;
    if (a > 5)
        r = 1;
    if (b > 7)
        r += 2;
    free(block);
    return r;
}

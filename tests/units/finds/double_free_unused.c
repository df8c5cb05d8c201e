// Blocks that nothing is done with but to free them.
#include <stdlib.h>

static void drop(int *p) {
    free(p); //~BUG double-free
}

//~FUNCTION twice outcome=complete
void twice(int n) {
    int *p = calloc(5, sizeof *p);
    drop(p);
    if (n == 4)
        drop(p);
}

// Blocks that nothing is done with but to free them.
#include <stdlib.h>

//~FUNCTION twice outcome=complete
void twice(int n) {
    int *p = calloc(5, sizeof *p);
    free(p);
    if (n == 4)
        free(p); //~BUG double-free
}

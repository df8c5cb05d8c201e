// Allocations above 1 GiB fail here, if not elsewhere (a plain run goes another way): what follows from that alone is
// no bug. Those that no machine can serve are.
//~FUNCTION large outcome=complete bugs=0 preconditions=1
//~FUNCTION larger outcome=complete bugs=0 preconditions=1
//~FUNCTION impossible bugs=1
#include <assert.h>
#include <stdlib.h>

int large(int n) {
    char *volatile p = n == 7 ? malloc(3000000000u) : malloc(10);
    assert(p); //~PRECONDITION assertion message~allocation_of_3000000000_bytes_fails
    free(p);
    return 0;
}

int larger(int n) {
    char *volatile p = n == 7 ? calloc(1500000000u, 1) : malloc(10);
    p[0] = 1; //~PRECONDITION null-deref
    free(p);
    return 0;
}

int impossible(int n) {
    volatile size_t huge = (size_t)-64;
    char *volatile p = malloc(n == 7 ? huge : 10);
    p[0] = 1; //~BUG null-deref
    free(p);
    return 0;
}

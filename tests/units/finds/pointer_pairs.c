// CAUT (Wang et al. 2009), section 3.3: pairs of pointers, equal or not, NULL or not, and what is
// behind them.
//~FUNCTION equal outcome=complete branches=8/8 bugs=0
//~FUNCTION three outcome=complete branches=12/12 bugs=0
//~FUNCTION behind outcome=complete branches=8/8 bugs=1
#include <stdlib.h>

int equal(const int *p, const int *q) {
    if (p == q)
        return p == NULL ? 0 : 1;
    if (p == NULL)
        return 2;
    if (q == NULL)
        return 3;
    return 4;
}

int three(const char *p, const char *q, const char *r) {
    if (!p || !q || !r)
        return -1;
    if (p == q)
        return q == r ? 3 : 2;
    if (q == r)
        return 1;
    return 0;
}

// The same object cannot hold two values; two can.
int behind(const int *p, const int *q) {
    if (!p || !q)
        return -1;
    if (*p == 4 && *q == 5)
        abort(); //~BUG abort
    return 0;
}

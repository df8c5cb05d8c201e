// Marks beside arguments: both are inputs.
//~FUNCTION classify outcome=complete paths=4 branches=8/8
#include <acute.h>

struct box {
    int v;
};

int classify(int x) {
    struct box *b;
    ACUTE_input(b);
    if (!b)
        return 0;
    ACUTE_assume(x > 0);
    if (b->v == x)
        return 1;
    if (b->v == x + 7)
        return 2;
    return 3;
}

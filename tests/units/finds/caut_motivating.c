// CAUT (Wang et al. 2009), Fig. 2: two indices are inputs, and one element was written before.
//~FLAGS --function testme
//~FUNCTION testme outcome=complete paths=7 branches=12/12 bugs=1
#include <stdlib.h>

enum { N = 10 };
struct array {
    int a[N];
};

static void op(int *a, int i, int y) {
    a[i] = y;
}

int testme(struct array s, int x, int y) {
    int *a = s.a;
    if (x < 0 || x >= N || y < 0 || y >= N)
        return -1;
    op(a, 0, y);
    if (a[x] == 1 && a[y] == 4)
        abort(); //~BUG abort
    return 0;
}

// Functions of tens of thousands of instructions are compiled without optimisation, and mean the same: one that calls
// nothing, and one that recurses.
//~FUNCTION leaf bugs=1
//~FUNCTION recursive bugs=2
//~FLAGS --executions 60
#include <assert.h>

#define STEP(i) if (x[(i) % 8] == (i)) r += (i) * x[((i) + 1) % 8]; else r ^= y + (i);
#define TEN(i) STEP(i) STEP(i + 1) STEP(i + 2) STEP(i + 3) STEP(i + 4) STEP(i + 5) STEP(i + 6) STEP(i + 7) STEP(i + 8) STEP(i + 9)
#define HUNDRED(i) TEN(i) TEN(i + 10) TEN(i + 20) TEN(i + 30) TEN(i + 40) TEN(i + 50) TEN(i + 60) TEN(i + 70) TEN(i + 80) TEN(i + 90)
#define THOUSAND(i) HUNDRED(i) HUNDRED(i + 100) HUNDRED(i + 200) HUNDRED(i + 300) HUNDRED(i + 400) \
    HUNDRED(i + 500) HUNDRED(i + 600) HUNDRED(i + 700) HUNDRED(i + 800) HUNDRED(i + 900)

int leaf(const int *x, int y) {
    int r = 0;
    THOUSAND(0) //~PRECONDITION null-deref
    if (y == 1234567) {
        int left = y - 1234567;
        assert(left); //~BUG assertion
    }
    return r;
}

int recursive(const int *x, int y, unsigned depth) {
    int r = 0;
    THOUSAND(0) //~PRECONDITION null-deref
    if (depth > 3)
        return r;
    if (depth == 3) {
        int left = (int)depth - 3;
        assert(left); //~BUG assertion //~BUG assertion
    }
    return r + recursive(x, y, depth + 1);
}

// Assertions that hold.
//~FUNCTION triangle outcome=complete bugs=0 branches=6/8
//~FUNCTION order outcome=complete bugs=0
#include <assert.h>
#include <stdint.h>

uint64_t triangle(uint8_t n) {
    uint64_t sum = 0;
    if (n > 20)
        return 0;
    for (uint8_t i = 1; i <= n; i++)
        sum += i;
    assert(sum == (uint64_t)n * (n + 1) / 2);
    return sum;
}

int order(int a, int b) {
    if (a > b) {
        int t = a;
        a = b;
        b = t;
    }
    assert(a <= b);
    return a;
}

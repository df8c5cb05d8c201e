// IEEE floats: comparisons, arithmetic, conversions, bits.
//~FUNCTION above outcome=complete paths=2 branches=2/2
//~FUNCTION converted outcome=complete paths=2 branches=2/2
//~FUNCTION passed_on outcome=complete paths=2 branches=2/2
//~FUNCTION between outcome=complete branches=4/4
//~FUNCTION sum outcome=complete branches=4/4
//~FUNCTION square outcome=complete branches=4/4
//~FUNCTION half outcome=complete branches=4/4
//~FUNCTION roots outcome=complete branches=6/6
//~FUNCTION minus_zero outcome=complete branches=4/4
//~FUNCTION bits outcome=complete branches=6/6
//~FUNCTION of_long outcome=complete branches=4/4
//~FUNCTION near outcome=complete branches=4/4
// A number that does not fit has no meaning in C; that it does not is a condition all the same.
//~FUNCTION whole outcome=complete branches=2/2 bugs=1
//~FLAGS --executions 300
#include <string.h>

int above(double d) {
    if (d > 2.5)
        return 1;
    return 0;
}

int converted(int x) {
    float f = (float)x;
    if (f * 0.5f == 21.0f)
        return 1;
    return 0;
}

double passed_on(double d, int x) {
    if (x == 3)
        return d;
    return 0;
}

int between(double x) {
    if (x > 0.1 && x < 0.2)
        return 1;
    return 0;
}

int sum(float x, float y) {
    if (x + y == 10.5f && x < y)
        return 1;
    return 0;
}

int square(double x) {
    if (x * x == 2.25)
        return 1;
    if (x != x)
        return 2;
    return 0;
}

int whole(double x) {
    if ((int)x == 42) //~BUG float-to-int
        return 1;
    return 0;
}

int half(int a, double d) {
    double m = a * 0.5;
    if (m == d && a > 100)
        return 1;
    return 0;
}

int roots(float a, float b, float c) {
    float d = b * b - 4 * a * c;
    if (a == 0)
        return -1;
    if (d < 0)
        return 0;
    if (d == 0)
        return 1;
    return 2;
}

int minus_zero(double x) {
    if (1.0 / x < 0 && x == 0.0)
        return 1;
    return 0;
}

int bits(float f) {
    unsigned u;
    memcpy(&u, &f, sizeof u);
    if (u == 0x7f800000)
        return 1;
    if (f < 0 && u == 0xc0490fdb)
        return 2;
    return 0;
}

int of_long(long l) {
    double d = (double)l;
    if (d == 1e15)
        return 1;
    if ((float)d == 16777217.0f)
        return 2;
    return 0;
}

struct point { double x, y; };

int near(struct point a, struct point b) {
    double dx = a.x - b.x, dy = a.y - b.y;
    if (dx * dx + dy * dy < 1e-6)
        return 1;
    if (a.x > b.x)
        return 2;
    return 3;
}

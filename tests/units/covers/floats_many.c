// Many conditions on floats in one function: orders, sums, products, conversions, bits.
//~FUNCTION sort outcome=complete paths=24 branches=6/6
//~FUNCTION kind outcome=complete branches=22/22
//~FUNCTION grade outcome=complete branches=18/18
//~FUNCTION inside outcome=complete branches=18/18
//~FUNCTION clamp outcome=complete branches=10/10
// One of its queries is z3's, which refutes it in time where the machine is not busy.
//~FUNCTION mixed branches=16/16
//~FUNCTION exponent outcome=complete branches=14/14
//~FUNCTION classify outcome=complete branches=18/18
#include <string.h>

int sort(float a, float b, float c, float d) {
    float x[4] = {a, b, c, d};
    int swaps = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3 - i; j++)
            if (x[j] > x[j + 1]) {
                float t = x[j];
                x[j] = x[j + 1];
                x[j + 1] = t;
                swaps++;
            }
    return swaps;
}

int kind(double a, double b, double c) {
    if (!(a > 0 && b > 0 && c > 0))
        return -1;
    if (a >= b + c || b >= a + c || c >= a + b)
        return 0;
    if (a == b && b == c)
        return 3;
    if (a == b || b == c || a == c)
        return 2;
    return 1;
}

int grade(float score, float bonus, int late) {
    float total = score + bonus * 0.5f - (float)late * 2.0f;
    if (late < 0 || late > 30)
        return -1;
    if (bonus < 0.0f || bonus > 20.0f)
        return -2;
    if (total < 0.0f)
        return 0;
    if (total < 49.5f)
        return 1;
    if (total < 64.5f)
        return 2;
    if (total < 79.5f)
        return 3;
    if (total <= 110.0f)
        return 4;
    return 5;
}

int inside(float x0, float y0, float x1, float y1, float x, float y) {
    if (x0 > x1 || y0 > y1)
        return -1;
    if (x < x0 || x > x1)
        return 0;
    if (y < y0 || y > y1)
        return 1;
    if (x == x0 || y == y0)
        return 2;
    if ((x1 - x0) * (y1 - y0) < 1.0f)
        return 3;
    return 4;
}

int clamp(float x, float lo, float hi) {
    if (x != x)
        return -1;
    if (lo > hi)
        return -2;
    if (x < lo)
        return 1;
    if (x > hi)
        return 2;
    if (x == lo)
        return 3;
    return 0;
}

int mixed(int i, unsigned u, float f, double d) {
    if (f == (float)i && i > 1000) {
        if (d == f + 0.5)
            return 1;
        if (d * 2 > u)
            return 2;
    }
    if ((double)u < d && d < 100.0)
        return 3;
    if (u > 5 && (float)u == f)
        return 4;
    return 0;
}

int exponent(float f) {
    unsigned u;
    memcpy(&u, &f, sizeof u);
    unsigned e = (u >> 23) & 255;
    if (e == 255)
        return f == f ? 1 : 2;
    if (e == 0)
        return f == 0 ? 3 : 4;
    if (e > 200)
        return f > 0 ? 5 : 6;
    if (f + 1.0f == f)
        return 7;
    return 8;
}

int classify(float x, float y) {
    if (x < -1.0f || x > 1.0f || y < -1.0f || y > 1.0f)
        return -1;
    float s = 0.5f * x - 0.25f * y + 0.125f;
    if (s > 0.75f)
        return 3;
    if (s > 0.25f)
        return 2;
    if (s > 0.0f)
        return 1;
    if (s < -0.5f)
        return -3;
    if (s < -0.25f)
        return -2;
    return 0;
}

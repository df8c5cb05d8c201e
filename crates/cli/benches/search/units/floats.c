// Decisions on floating-point numbers.
struct point {
    double x, y;
    float weight;
};

int locate(struct point p) {
    if (p.x != p.x || p.y != p.y)
        return -1;
    if (p.weight <= 0.0f)
        return -2;
    if (p.x > 1e6 && p.x < 1000000.5)
        return 1;
    if (p.x * 2.0 + 1.0 == 43.5)
        return p.y < -1e300 ? 2 : 3;
    if (p.x == p.y && p.x > 0.1 && p.x < 0.2)
        return 4;
    if (p.weight * 3.0f == 10.5f) {
        if (p.x + p.y == 100.25 && p.x - p.y == 0.75)
            return 5;
        return 6;
    }
    if (p.y / 8.0 == 1.0 / 64.0)
        return 7;
    int cell = p.x >= 0.0 && p.x < 64.0 ? (int)p.x : -1;
    if (cell == 37)
        return p.x == 37.0 ? 8 : 9;
    return 0;
}

#ifdef FUZZ
#include "fuzz.h"
static void call(void) {
    struct point p;
    take(&p, sizeof p);
    locate(p);
}
#endif

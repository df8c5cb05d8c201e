// Library functions that clang knows itself.
//~FUNCTION magnitude outcome=complete paths=5 branches=6/6
//~FUNCTION bits outcome=complete branches=4/4
#include <stdlib.h>

int magnitude(int x, long y) {
    if (x > -100 && abs(x) == 77)
        return 1;
    if (labs(y) == 1l << 40)
        return 2;
    return 0;
}

int bits(unsigned x) {
    if (__builtin_expect(x == 0x80, 0))
        return 1;
    if ((x << 8 | x >> 24) == 0x12345678)
        return 2;
    return 0;
}

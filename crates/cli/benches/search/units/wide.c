// Arithmetic with constants of 64 bits.
#include <stdint.h>

int key(uint64_t a, uint64_t b) {
    if (a * 0x9e3779b97f4a7c15 == 0x0123456789abcdef)
        return 1;
    if ((a ^ b) == 0xfeedfacecafebeef) {
        if (a + b == 0xfeedfacecafebeef)
            return 2;
        if (a - b == 0xfeedfacecafdaaad)
            return 3;
        return 4;
    }
    if (((b << 13) | (b >> 51)) - 0x1337133713371337 < 256) {
        if ((b & 0xff) == (a >> 56))
            return 5;
        return 6;
    }
    if (a / 1000000007 == 12345678901 && a % 1000000007 == 987654321)
        return 7;
    if ((int64_t)a < -0x7ffffffffffffff0)
        return 8;
    return 0;
}

#ifdef FUZZ
#include "fuzz.h"
static void call(void) {
    uint64_t a, b;
    take(&a, sizeof a);
    take(&b, sizeof b);
    key(a, b);
}
#endif

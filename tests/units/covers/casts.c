//~FUNCTION narrow outcome=complete branches=8/8
//~FUNCTION widen outcome=complete branches=6/6
//~FUNCTION through_bool outcome=complete branches=4/4
#include <stdbool.h>
#include <stdint.h>

int narrow(uint64_t x) {
    if ((uint8_t)x == 0xab)
        return 1;
    if ((int8_t)x == -2)
        return 2;
    if ((uint16_t)(x >> 16) == 0xbeef)
        return 3;
    if ((int32_t)x == INT32_MIN)
        return 4;
    return 0;
}

int widen(int8_t a, uint8_t b, int16_t c) {
    if ((int64_t)a * b == -128 * 255)
        return 1;
    if ((uint32_t)a == 0xfffffff0u)
        return 2;
    if ((uint64_t)c == 0xffffffffffff8001u)
        return 3;
    return 0;
}

int through_bool(int x, unsigned char y) {
    bool b = x;
    b |= y == 9;
    if (!b)
        return 0;
    return (char)(x * 2) == 'd' ? 7 : y;
}

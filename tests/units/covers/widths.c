// Each width, signed and not: the boundary is where it should be.
//~FUNCTION chars outcome=complete branches=6/6
//~FUNCTION shorts outcome=complete branches=6/6
//~FUNCTION ints outcome=complete branches=6/6
//~FUNCTION longs outcome=complete branches=6/6
//~FUNCTION mixed outcome=complete branches=8/8
#include <limits.h>

int chars(signed char s, unsigned char u, char c) {
    if (s == SCHAR_MIN)
        return 1;
    if (u > UCHAR_MAX - 1)
        return 2;
    if (c == '\x7f')
        return 3;
    return 0;
}

int shorts(short s, unsigned short u) {
    if (s < -32767)
        return 1;
    if (u == 0xfffe)
        return 2;
    if ((short)(s + 1) < s)
        return 3;
    return 0;
}

int ints(int s, unsigned u) {
    if (s == INT_MIN)
        return 1;
    if (u + 1 == 0)
        return 2;
    if (u - 5 > 0xfffffff0u)
        return 3;
    return 0;
}

int longs(long s, unsigned long long u) {
    if (s == LONG_MIN)
        return 1;
    if (u * 3 == 0xfffffffffffffffdull)
        return 2;
    if ((int)(s >> 32) == 0x12345)
        return 3;
    return 0;
}

int mixed(int s, unsigned u, signed char c, unsigned long l) {
    if (s < 0 && (unsigned)s > u && u > 7)
        return 1;
    if ((unsigned long)c == l)
        return 2;
    return 0;
}

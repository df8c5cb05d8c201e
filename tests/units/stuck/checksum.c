// Behind a checksum that is made by jumps the path has settled every bit of the input: what follows it cannot be flipped, but
// asked for first, and the checksum put right afterwards. Its bits are sums of the input's.
//~FLAGS --nonnull --time 120 --until coverage
//~FUNCTION packet outcome=covered branches=32/32 executions<=1000
#include <stdint.h>

static uint16_t crc(const uint8_t *p, int n) {
    uint16_t sum = 0xffff;
    while (n-- > 0) {
        sum ^= (uint16_t)(*p++ << 8);
        for (int bit = 0; bit < 8; bit++) {
            if (sum & 0x8000)
                sum = (uint16_t)(sum << 1 ^ 0x1021);
            else
                sum = (uint16_t)(sum << 1);
        }
    }
    return sum;
}

/* A mark, a length, a kind, some bytes and the checksum of all before it. */
int packet(const uint8_t *p, int n) {
    if (n < 6 || n > 24)
        return -1;
    if (p[0] != 0xa5 || p[1] + 4 != n)
        return -2;
    if (crc(p, n - 2) != (p[n - 2] << 8 | p[n - 1]))
        return -3;
    switch (p[2]) {
    case 'a':
        if (p[1] != 5)
            return -4;
        return p[3] == 77 && p[4] > 200 ? 1 : 2;
    case 'b':
        if (p[1] < 6)
            return -5;
        return p[3] + p[4] == 300 ? 3 : 4;
    case 'c':
        if (p[3] > 100)
            return -6;
        if (p[1] == 12)
            return 5;
        return 6;
    }
    return -7;
}

// Magic numbers and a checksum in front of everything else.
#include <stdint.h>

struct packet {
    uint32_t magic;
    uint16_t version, length;
    uint8_t body[16];
    uint32_t sum;
};

static uint32_t checksum(const uint8_t *body, int n) {
    uint32_t sum = 0x1505;
    for (int i = 0; i < n; i++)
        sum = (sum << 5 | sum >> 27) + body[i];
    return sum;
}

int receive(struct packet p) {
    if (p.magic != 0x7f4b4341)
        return -1;
    if (p.version < 3 || p.version > 4)
        return -2;
    if (p.length == 0 || p.length > sizeof p.body)
        return -3;
    if (p.sum != checksum(p.body, sizeof p.body))
        return -4;
    switch (p.body[0]) {
    case 0x11:
        if (p.version == 4 && p.body[1] == 0xa5 && p.body[2] == 0x5a)
            return 1;
        return 2;
    case 0x80:
        if (p.length < 12)
            return -5;
        if ((p.body[4] << 8 | p.body[5]) == 8080)
            return 3;
        if ((p.body[4] ^ p.body[8]) == 0xff && p.body[9] == p.length)
            return 4;
        return 5;
    case 0xfe:
        for (int i = 1; i < 8; i++)
            if (p.body[i] != i * 7)
                return 6;
        return 7;
    default:
        return -6;
    }
}

#ifdef FUZZ
#include "fuzz.h"
static void call(void) {
    struct packet p;
    take(&p, sizeof p);
    receive(p);
}
#endif

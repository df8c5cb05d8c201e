// memcpy, memmove, memset and assignment of structs carry what is symbolic.
//~FUNCTION copied outcome=complete branches=4/4
//~FUNCTION moved outcome=complete branches=4/4
//~FUNCTION set outcome=complete branches=4/4
//~FUNCTION assigned outcome=complete branches=4/4
//~FUNCTION punned outcome=complete branches=4/4
#include <stdint.h>
#include <string.h>

struct data { int a; char s[12]; long b; };

int copied(int x, char y) {
    struct data d, e;
    d.a = x;
    d.s[7] = y;
    memcpy(&e, &d, sizeof e);
    if (e.a == 1000)
        return 1;
    if (e.s[7] == 'q')
        return 2;
    return 0;
}

int moved(unsigned char a, unsigned char b) {
    unsigned char k[6] = {a, b, 3, 4, 5, 6};
    memmove(k + 1, k, 5);
    if (k[1] == 200)
        return 1;
    if (k[2] == 100)
        return 2;
    return 0;
}

int set(int c, unsigned n) {
    unsigned char k[8];
    memset(k, c, sizeof k);
    if (k[5] == 0x5a)
        return 1;
    if (n == 8)
        memset(k, 0, sizeof k);
    return k[0];
}

int assigned(struct data d) {
    struct data e = d, *p = &e, f;
    f = *p;
    if (f.b == -1)
        return 1;
    if (f.s[11] == 'z')
        return 2;
    return 0;
}

int punned(uint32_t x) {
    unsigned char k[4];
    uint16_t high;
    memcpy(k, &x, 4);
    if (k[0] == 0x11 && k[3] == 0x44)
        return 1;
    memcpy(&high, k + 2, 2);
    return high;
}

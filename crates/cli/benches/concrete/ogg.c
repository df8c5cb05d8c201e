/* Drives libogg's bit packer, which is compiled beside it: a million numbers of 1 to 16 bits, ten times. */
#include <ogg/ogg.h>
#include <stdio.h>

enum { NUMBERS = 1000000 };

static unsigned long next(unsigned long x) { return x * 6364136223846793005ul + 1442695040888963407ul; }
static int width(unsigned long x) { return (int)(x >> 60) + 1; }

static unsigned long round_trip(unsigned long seed, unsigned long sum) {
    oggpack_buffer b, r;
    unsigned long x = seed;
    oggpack_writeinit(&b);
    for (int i = 0; i < NUMBERS; i++, x = next(x)) oggpack_write(&b, x >> 33, width(x));
    oggpack_readinit(&r, oggpack_get_buffer(&b), (int)oggpack_bytes(&b));
    x = seed;
    for (int i = 0; i < NUMBERS; i++, x = next(x)) sum = sum * 31 + (unsigned long)oggpack_read(&r, width(x));
    oggpack_writeclear(&b);
    return sum;
}

int main(void) {
    unsigned long sum = 0;
    for (unsigned long seed = 1; seed <= 10; seed++) sum = round_trip(seed, sum);
    printf("%lu\n", sum);
}

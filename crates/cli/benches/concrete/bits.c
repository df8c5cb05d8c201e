/* A bit packer and reader, the shape of a codec's inner loop. */
#include <stdio.h>
#include <stdlib.h>

typedef struct { unsigned char *p; long bit; } pack;

static void put(pack *b, unsigned long v, int n) {
    for (int i = 0; i < n; i++, b->bit++)
        if (v >> i & 1) b->p[b->bit >> 3] |= (unsigned char)(1 << (b->bit & 7));
}

static unsigned long get(pack *b, int n) {
    unsigned long v = 0;
    int done = 0;
    while (done < n) {
        int at = (int)(b->bit & 7), take = 8 - at < n - done ? 8 - at : n - done;
        v |= (unsigned long)(b->p[b->bit >> 3] >> at & ((1 << take) - 1)) << done;
        done += take;
        b->bit += take;
    }
    return v;
}

int main(void) {
    pack b = {calloc(1, 1 << 22), 0};
    unsigned long x = 1, sum = 0;
    for (int i = 0; i < 1000000; i++) {
        x = x * 6364136223846793005ul + 1442695040888963407ul;
        put(&b, x >> 33, (int)(x >> 60) + 1);
    }
    b.bit = 0;
    x = 1;
    for (int i = 0; i < 1000000; i++) {
        x = x * 6364136223846793005ul + 1442695040888963407ul;
        sum = sum * 31 + get(&b, (int)(x >> 60) + 1);
    }
    printf("%lu\n", sum);
    free(b.p);
}

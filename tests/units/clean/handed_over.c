// A pointer that is handed to a function that does not follow it, or copied through no byte at all, is nobody's
// until it is followed: that it is NULL then is the caller's fault.
//~FUNCTION start bugs=0 branches=2/2
//~FUNCTION feed bugs=0 branches=10/10 divergences<=99
#include <stddef.h>
#include <string.h>

static size_t first(char *to, const char *from, size_t n) {
    if (n != 1)
        return 0;
    *to = 0; //~PRECONDITION null-deref
    return (size_t)from[0]; //~PRECONDITION null-deref
}

static size_t second(char *to, const char *from, size_t n) {
    return n > 7 && *to == *from; //~PRECONDITION null-deref
}

static size_t (*const ways[])(char *, const char *, size_t) = {first, second};

size_t start(char *to, const char *from, size_t n, unsigned way) {
    if (*to == 3) //~PRECONDITION null-deref
        return 1;
    return ways[way & 1](to, from, n);
}

struct block {
    unsigned used;
    unsigned char bytes[32];
};

void feed(struct block *b, const unsigned char *from, unsigned n, unsigned *blocks) {
    if (b->used > 32 || n > 40) //~PRECONDITION null-deref
        return;
    for (unsigned at = 0, piece; at < n; at += piece) {
        piece = 32 - b->used;
        if (n - at < piece)
            piece = n - at;
        memcpy(b->bytes + b->used, from + at, piece); //~PRECONDITION null-deref //~PRECONDITION overlap
        b->used += piece;
        if (b->used == 32) {
            b->used = 0;
            ++*blocks; //~PRECONDITION null-deref
        }
    }
}

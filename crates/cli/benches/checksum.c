/* 64 bytes of input, repeated to a megabyte, through a checksum of Fletcher's kind. Each byte of the
   megabyte is a load, a widening and two additions whose operands are symbolic, and a step of a loop
   whose operands are not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 1 << 20 };
struct block { unsigned char b[64]; };
static unsigned char memory[SIZE];

static unsigned sum(struct block in) {
    unsigned a = 1, b = 0;
    for (unsigned i = 0; i < SIZE; i += sizeof in) memcpy(memory + i, &in, sizeof in);
    for (unsigned i = 0; i < SIZE; i++) {
        a += memory[i];
        b += a;
    }
    return b;
}

int symbolic(struct block in) { return sum(in) == 0x12345678; }

/* The same, and nothing of it depends on the input. */
int concrete(struct block in) {
    struct block fixed = {{1, 2, 3}};
    return sum(fixed) == 0x12345678;
}

int main(int count, char **arguments) {
    struct block in = {{0}};
    unsigned all = 0;
    for (int i = 0; i < 1000; i++) {
        in.b[i % 64] = (unsigned char)i;
        all += sum(in);
    }
    printf("%u\n", all);
}

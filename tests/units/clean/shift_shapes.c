// The twins of finds/shift_shapes.c: every amount is from 0 to below the width.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function mask --function rotated --function by_negative --function in_loop --function by_struct
//~FLAGS --function wide --function not_promoted --function by_table --function behind_three_conditions
//~FUNCTION mask bugs=0
//~FUNCTION rotated bugs=0
//~FUNCTION by_negative bugs=0
//~FUNCTION in_loop bugs=0
//~FUNCTION by_struct bugs=0
//~FUNCTION wide bugs=0
//~FUNCTION not_promoted bugs=0
//~FUNCTION by_table bugs=0
//~FUNCTION behind_three_conditions bugs=0
unsigned mask(unsigned bits) {
    if (bits > 31)
        return 0;
    return (1u << bits) - 1;
}

unsigned rotated(unsigned x, unsigned k) {
    k &= 31;
    return (x << k) | (x >> ((32 - k) & 31));
}

unsigned by_negative(int exponent) {
    if (exponent < 0 || exponent > 20)
        return 0;
    return exponent < 8 ? 0x1000u << (8 - exponent) : 0x1000u >> (exponent - 8);
}

unsigned in_loop(unsigned char x) {
    unsigned n = 0;
    for (int i = 0; i < 32; i++)
        n += (x * 5u) >> i & 1;
    return n;
}

struct field { unsigned at, width; };

static unsigned extracted(unsigned word, struct field f) {
    return word >> f.at & ((1u << f.width) - 1);
}

unsigned by_struct(unsigned word, unsigned at) {
    struct field f = { at, 4 };
    if (at > 28)
        return 0;
    return extracted(word, f);
}

unsigned long wide(unsigned n) {
    unsigned long all = ~0ul;
    if (n == 0 || n > 63)
        return all;
    return all >> n;
}

// The left operand is an int: 32 bits, whatever the result is.
unsigned long not_promoted(unsigned n) {
    if (n > 60)
        return 0;
    return 1ul << n;
}

static const signed char amounts[4] = { 0, 8, 16, -1 };

unsigned by_table(unsigned k) {
    if (k > 2)
        return 0;
    return 0xffu << amounts[k];
}

unsigned behind_three_conditions(int a, int b, int c) {
    if (a < 0 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55)
        return 0;
    if (b > 50 && b < 80)
        return 3u << a;
    return 1;
}

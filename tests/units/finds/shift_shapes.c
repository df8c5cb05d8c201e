// Shifts by a negative amount or by the width and more; the twins are in clean/shift_shapes.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function mask --function rotated --function by_negative --function in_loop --function by_struct
//~FLAGS --function wide --function not_promoted --function by_table --function behind_three_conditions
//~FUNCTION mask bugs=1
//~FUNCTION rotated bugs=1
//~FUNCTION by_negative bugs=1
//~FUNCTION in_loop bugs=1
//~FUNCTION by_struct bugs=1
//~FUNCTION wide bugs=1
//~FUNCTION not_promoted bugs=1
//~FUNCTION by_table bugs=1
//~FUNCTION behind_three_conditions bugs=1
// call: mask(32)
unsigned mask(unsigned bits) {
    if (bits > 32)
        return 0;
    return (1u << bits) - 1; //~BUG shift
}

// call: rotated(0x12345678, 0)
unsigned rotated(unsigned x, unsigned k) {
    k &= 31;
    return (x << k) | (x >> (32 - k)); //~BUG shift
}

// call: by_negative(3)
unsigned by_negative(int exponent) {
    if (exponent < 0 || exponent > 20)
        return 0;
    return 0x1000u >> (exponent - 8); //~BUG shift
}

// call: in_loop(0)
unsigned in_loop(unsigned char x) {
    unsigned n = 0;
    for (int i = 0; i <= 32; i++)
        n += (x * 5u) >> i & 1; //~BUG shift
    return n;
}

struct field { unsigned at, width; };

static unsigned extracted(unsigned word, struct field f) {
    return word >> f.at & ((1u << f.width) - 1); //~BUG shift
}

// call: by_struct(7, 40)
unsigned by_struct(unsigned word, unsigned at) {
    struct field f = { at, 4 };
    if (at > 40)
        return 0;
    return extracted(word, f);
}

// call: wide(64)
unsigned long wide(unsigned n) {
    unsigned long all = ~0ul;
    if (n > 64)
        return all;
    return all >> n; //~BUG shift
}

// The left operand is an int: 32 bits, whatever the result is.
// call: not_promoted(35)
unsigned long not_promoted(unsigned n) {
    if (n > 60)
        return 0;
    return 1u << n; //~BUG shift
}

static const signed char amounts[4] = { 0, 8, 16, -1 };

// call: by_table(3)
unsigned by_table(unsigned k) {
    if (k > 3)
        return 0;
    return 0xffu << amounts[k]; //~BUG shift
}

// call: behind_three_conditions(33, 92, 33 ^ 0x55)
unsigned behind_three_conditions(int a, int b, int c) {
    if (a < 0 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55)
        return 0;
    if (b > 80 && b < 95)
        return 3u << a; //~BUG shift
    return 1;
}

// Floating point numbers that do not fit the integer they are converted to; the twins are in clean/float_to_int_shapes.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function truncated --function not_a_number --function negative_to_unsigned --function byte
//~FLAGS --function in_loop --function by_struct --function root --function behind_three_conditions
//~FUNCTION truncated bugs=1
//~FUNCTION not_a_number bugs=1
//~FUNCTION negative_to_unsigned bugs=1
//~FUNCTION byte bugs=1
//~FUNCTION in_loop bugs=1
//~FUNCTION by_struct bugs=1
//~FUNCTION root bugs=1
//~FUNCTION behind_three_conditions bugs=1
#include <math.h>

// call: truncated(3e9)
int truncated(double x) {
    if (x < 0)
        return -1;
    return (int)x; //~BUG float-to-int
}

// call: not_a_number(0, 0)
int not_a_number(unsigned char a, unsigned char b) {
    double share = (double)a / b;
    if (share > 1000)
        return -1;
    return (int)(share * 100); //~BUG float-to-int
}

// call: negative_to_unsigned(-5)
unsigned negative_to_unsigned(int celsius) {
    if (celsius < -300 || celsius > 300)
        return 0;
    double f = celsius * 1.8 + 2;
    if (f > 500)
        return 0;
    return (unsigned)f; //~BUG float-to-int
}

// call: byte(300.0f)
int byte(float level) {
    if (!(level >= 0 && level <= 1000))
        return -1;
    unsigned char b = (unsigned char)level; //~BUG float-to-int
    return b;
}

// call: in_loop(40)
int in_loop(unsigned n) {
    double x = 1;
    if (n > 40)
        return -1;
    for (unsigned i = 0; i < n; i++)
        x *= 2;
    return (int)x; //~BUG float-to-int
}

struct sample { float value, gain; };

static float amplified(const struct sample *s) {
    return s->value * s->gain;
}

// call: by_struct(4e6f)
short by_struct(float v) {
    struct sample s = { v, 0.5f };
    if (!(v > -1e7f && v < 1e7f))
        return 0;
    return (short)amplified(&s); //~BUG float-to-int
}

// call: root(-4)
int root(int x) {
    if (x > 10000)
        return 0;
    return (int)sqrt(x); //~BUG float-to-int
}

// call: behind_three_conditions(20, 53, 20 ^ 0x55, INFINITY)
long behind_three_conditions(int a, int b, int c, double x) {
    if (a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55 || b != 53)
        return 0;
    if (x > 1e30)
        return (long)x; //~BUG float-to-int
    return 1;
}

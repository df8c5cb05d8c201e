// The twins of finds/float_to_int_shapes.c: every number fits.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function truncated --function not_a_number --function negative_to_unsigned --function byte
//~FLAGS --function in_loop --function by_struct --function root --function behind_three_conditions
//~FUNCTION truncated bugs=0
//~FUNCTION not_a_number bugs=0
//~FUNCTION negative_to_unsigned bugs=0
//~FUNCTION byte bugs=0
//~FUNCTION in_loop bugs=0
//~FUNCTION by_struct bugs=0
//~FUNCTION root bugs=0
//~FUNCTION behind_three_conditions bugs=0
#include <math.h>

int truncated(double x) {
    if (!(x >= 0 && x < 2147483648.0))
        return -1;
    return (int)x;
}

int not_a_number(unsigned char a, unsigned char b) {
    double share = (double)a / b;
    if (!(share <= 1000))
        return -1;
    return (int)(share * 100);
}

unsigned negative_to_unsigned(int celsius) {
    if (celsius < -300 || celsius > 300)
        return 0;
    double f = celsius * 1.8 + 2;
    if (f > 500 || f < 0)
        return 0;
    return (unsigned)f;
}

int byte(float level) {
    if (!(level >= 0 && level <= 255))
        return -1;
    unsigned char b = (unsigned char)level;
    return b;
}

int in_loop(unsigned n) {
    double x = 1;
    if (n > 30)
        return -1;
    for (unsigned i = 0; i < n; i++)
        x *= 2;
    return (int)x;
}

struct sample { float value, gain; };

static float amplified(const struct sample *s) {
    return s->value * s->gain;
}

short by_struct(float v) {
    struct sample s = { v, 0.5f };
    if (!(v > -6e4f && v < 6e4f))
        return 0;
    return (short)amplified(&s);
}

int root(int x) {
    if (x > 10000 || x < 0)
        return 0;
    return (int)sqrt(x);
}

long behind_three_conditions(int a, int b, int c, double x) {
    if (a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55 || b != 53)
        return 0;
    if (x > 1e10 && x < 1e12)
        return (long)x;
    return 1;
}

// Digits up to a length that is an input as well: what stands behind many of them is reached, or not called impossible.
//~FLAGS --time 20 --until coverage --seed 1
//~FUNCTION number outcome=covered branches=14/14 bugs=0
#include <limits.h>

long number(const unsigned char *text, unsigned length) {
    const unsigned char *at = text;
    long value = 0, sign = 1;
    if (*at == '-') { //~PRECONDITION null-deref
        at++;
        sign = -1;
    }
    if (*at == '+')
        at++;
    while (at < text + length) {
        if (value > LONG_MAX / 10 + LONG_MAX % 10)
            return sign == 1 ? LONG_MAX : LONG_MIN;
        value *= 10;
        if (*at < '0' || *at > '9')
            return 0;
        value += *at++ - '0';
    }
    return sign * value;
}

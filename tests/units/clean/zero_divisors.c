// The twins of finds/zero_divisors.c: no divisor is zero.
//~FLAGS --executions 2000 --time 60 --nonnull
//~FLAGS --function difference --function mean_of_positive --function in_loop --function by_length
//~FLAGS --function by_struct --function by_table --function in_switch --function masked
//~FLAGS --function behind_three_conditions
//~FUNCTION difference bugs=0
//~FUNCTION mean_of_positive bugs=0
//~FUNCTION in_loop bugs=0
//~FUNCTION by_length bugs=0
//~FUNCTION by_struct bugs=0
//~FUNCTION by_table bugs=0
//~FUNCTION in_switch bugs=0
//~FUNCTION masked bugs=0
//~FUNCTION behind_three_conditions bugs=0
#include <string.h>

unsigned difference(unsigned a, unsigned b) {
    return a == b ? 0 : 100u / (a - b);
}

int mean_of_positive(const int a[static 3]) {
    int sum = 0, n = 0;
    for (int i = 0; i < 3; i++)
        if (a[i] > 0 && a[i] < 1000) {
            sum += a[i];
            n++;
        }
    return n ? sum / n : 0;
}

int in_loop(int k) {
    int sum = 0;
    if (k < 1 || k > 9)
        return 0;
    for (int i = 1; i < 6; i++)
        sum += k == i ? 0 : 60 / (k - i);
    return sum;
}

unsigned by_length(const char *s, unsigned total) {
    if (!s)
        return 0;
    unsigned n = (unsigned)strlen(s);
    return n ? total / n : 0;
}

struct scale { int low, high; };

static int span(const struct scale *s) {
    return s->high - s->low;
}

int by_struct(int low, int x) {
    struct scale s = { low, 4 };
    if (low < 0 || low > 3 || x < 0)
        return 0;
    return x % span(&s);
}

static const unsigned divisors[4] = { 1, 10, 0, 1000 };

unsigned by_table(unsigned unit, unsigned x) {
    if (unit > 3)
        return 0;
    if (unit == 2)
        return x;
    return x / divisors[unit];
}

int in_switch(int op, unsigned char x) {
    int d = 1;
    switch (op) {
    case 1: d = x + 1; break;
    case 2: d = x + 7; break;
    default: break;
    }
    return 1000 / d;
}

unsigned masked(unsigned x) {
    unsigned part = (x >> 2) & 3;
    if (x == 0)
        return 0;
    return x % (part + 1);
}

int behind_three_conditions(int a, int b, int c) {
    if (a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55)
        return 0;
    return b == 50 ? 0 : 100 / (b - 50);
}

// Divisors that the unit computes and that may be zero; the twins are in clean/zero_divisors.c.
//~FLAGS --executions 2000 --time 60 --nonnull
//~FLAGS --function difference --function mean_of_positive --function in_loop --function by_length
//~FLAGS --function by_struct --function by_table --function in_switch --function masked
//~FLAGS --function behind_three_conditions
//~FUNCTION difference bugs=1
//~FUNCTION mean_of_positive bugs=1
//~FUNCTION in_loop bugs=1
//~FUNCTION by_length bugs=1
//~FUNCTION by_struct bugs=1
//~FUNCTION by_table bugs=1
//~FUNCTION in_switch bugs=1
//~FUNCTION masked bugs=1
//~FUNCTION behind_three_conditions bugs=1
#include <string.h>

// call: difference(5, 5)
unsigned difference(unsigned a, unsigned b) {
    return 100u / (a - b); //~BUG div-by-zero
}

// call: int a[3] = { -1, -2, -3 }; mean_of_positive(a)
int mean_of_positive(const int a[static 3]) {
    int sum = 0, n = 0;
    for (int i = 0; i < 3; i++)
        if (a[i] > 0 && a[i] < 1000) {
            sum += a[i];
            n++;
        }
    return sum / n; //~BUG div-by-zero
}

// call: in_loop(3)
int in_loop(int k) {
    int sum = 0;
    if (k < 1 || k > 9)
        return 0;
    for (int i = 1; i < 6; i++)
        sum += 60 / (k - i); //~BUG div-by-zero
    return sum;
}

// call: by_length("", 9)
unsigned by_length(const char *s, unsigned total) {
    if (!s)
        return 0;
    unsigned n = (unsigned)strlen(s);
    return total / n; //~BUG div-by-zero
}

struct scale { int low, high; };

static int span(const struct scale *s) {
    return s->high - s->low;
}

// call: by_struct(4, 9)
int by_struct(int low, int x) {
    struct scale s = { low, 4 };
    if (low < 0 || low > 4 || x < 0)
        return 0;
    return x % span(&s); //~BUG div-by-zero
}

static const unsigned divisors[4] = { 1, 10, 0, 1000 };

// call: by_table(2, 50)
unsigned by_table(unsigned unit, unsigned x) {
    if (unit > 3)
        return 0;
    return x / divisors[unit]; //~BUG div-by-zero
}

// call: in_switch(2, 7)
int in_switch(int op, unsigned char x) {
    int d = 1;
    switch (op) {
    case 1: d = x + 1; break;
    case 2: d = x - 7; break;
    default: break;
    }
    return 1000 / d; //~BUG div-by-zero
}

// call: masked(0x30)
unsigned masked(unsigned x) {
    unsigned part = (x >> 2) & 3;
    if (x == 0)
        return 0;
    return x % part; //~BUG div-by-zero
}

// call: behind_three_conditions(19, 50, 19 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    if (a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55)
        return 0;
    return 100 / (b - 50); //~BUG div-by-zero
}

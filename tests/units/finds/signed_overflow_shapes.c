// Signed arithmetic whose result does not fit; the twins are in clean/signed_overflow_shapes.c.
//~FLAGS --executions 2000 --time 60 --checks +signed-overflow
//~FLAGS --function next --function area --function middle --function absolute --function compared
//~FLAGS --function factorial --function number --function by_struct --function in_switch
//~FLAGS --function behind_three_conditions
//~FUNCTION next bugs=1
//~FUNCTION area bugs=1
//~FUNCTION middle bugs=1
//~FUNCTION absolute bugs=1
//~FUNCTION compared bugs=1
//~FUNCTION factorial bugs=1
//~FUNCTION number bugs=1
//~FUNCTION by_struct bugs=1
//~FUNCTION in_switch bugs=1
//~FUNCTION behind_three_conditions bugs=1
#include <limits.h>
#include <string.h>

// call: next(INT_MAX)
int next(int x) {
    return x + 1; //~BUG signed-overflow
}

// call: area(70000, 70000)
int area(int width, int height) {
    if (width < 0 || height < 0)
        return -1;
    return width * height; //~BUG signed-overflow
}

// call: middle(INT_MAX - 1, INT_MAX)
int middle(int low, int high) {
    if (low < 0 || high < low)
        return -1;
    return (low + high) / 2; //~BUG signed-overflow
}

// call: absolute(INT_MIN)
int absolute(int x) {
    return x < 0 ? -x : x; //~BUG signed-overflow
}

// call: compared(INT_MIN, 1)
int compared(int a, int b) {
    return a - b; //~BUG signed-overflow
}

// call: factorial(13)
int factorial(int n) {
    int r = 1;
    if (n < 0 || n > 13)
        return -1;
    for (int i = 2; i <= n; i++)
        r *= i; //~BUG signed-overflow
    return r;
}

// call: number("9999999999")
int number(const char *s) {
    int n = 0;
    if (!s || strlen(s) > 10)
        return -1;
    for (; *s >= '0' && *s <= '9'; s++)
        n = n * 10 + (*s - '0'); //~BUG signed-overflow
    return n;
}

struct account { long balance; };

static void paid(struct account *a, long amount) {
    a->balance += amount; //~BUG signed-overflow
}

// call: by_struct(LONG_MAX)
long by_struct(long amount) {
    struct account a = { 100 };
    if (amount < 0)
        return -1;
    paid(&a, amount);
    return a.balance;
}

// call: in_switch(3, INT_MIN)
int in_switch(int op, int x) {
    switch (op) {
    case 1: return x / 2;
    case 2: return x & 7;
    case 3: return x - 1; //~BUG signed-overflow
    default: return 0;
    }
}

// call: behind_three_conditions(2000000000, 1999999993, 2000000000 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    if (b > INT_MAX - 7 || a != b + 7 || (c ^ a) != 0x55)
        return 0;
    return a > 1900000000 ? a + 200000000 : 1; //~BUG signed-overflow
}

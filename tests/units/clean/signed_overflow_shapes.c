// The twins of finds/signed_overflow_shapes.c: every result fits.
//~FLAGS --executions 2000 --time 60 --checks +signed-overflow
//~FLAGS --function next --function area --function middle --function absolute --function compared
//~FLAGS --function factorial --function number --function by_struct --function in_switch
//~FLAGS --function behind_three_conditions
//~FUNCTION next bugs=0
//~FUNCTION area bugs=0
//~FUNCTION middle bugs=0
//~FUNCTION absolute bugs=0
//~FUNCTION compared bugs=0
//~FUNCTION factorial bugs=0
//~FUNCTION number bugs=0
//~FUNCTION by_struct bugs=0
//~FUNCTION in_switch bugs=0
//~FUNCTION behind_three_conditions bugs=0
#include <limits.h>
#include <string.h>

int next(int x) {
    return x < INT_MAX ? x + 1 : x;
}

int area(int width, int height) {
    if (width < 0 || height < 0 || width > 40000 || height > 40000)
        return -1;
    return width * height;
}

int middle(int low, int high) {
    if (low < 0 || high < low)
        return -1;
    return low + (high - low) / 2;
}

int absolute(int x) {
    return x < 0 && x != INT_MIN ? -x : x;
}

int compared(int a, int b) {
    return (a > b) - (a < b);
}

int factorial(int n) {
    int r = 1;
    if (n < 0 || n > 12)
        return -1;
    for (int i = 2; i <= n; i++)
        r *= i;
    return r;
}

int number(const char *s) {
    int n = 0;
    if (!s || strlen(s) > 9)
        return -1;
    for (; *s >= '0' && *s <= '9'; s++)
        n = n * 10 + (*s - '0');
    return n;
}

struct account { long balance; };

static void paid(struct account *a, long amount) {
    a->balance += amount;
}

long by_struct(long amount) {
    struct account a = { 100 };
    if (amount < 0 || amount > 1000000)
        return -1;
    paid(&a, amount);
    return a.balance;
}

int in_switch(int op, int x) {
    switch (op) {
    case 1: return x / 2;
    case 2: return x & 7;
    case 3: return x > INT_MIN ? x - 1 : x;
    default: return 0;
    }
}

int behind_three_conditions(int a, int b, int c) {
    if (b > INT_MAX - 7 || a != b + 7 || (c ^ a) != 0x55)
        return 0;
    return a < 1900000000 ? a + 200000000 : 1;
}

// The twins of finds/uninitialized_shapes.c: every local has a value before it is used.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function one_path --function branch_on_it --function in_switch --function loop_without_turn
//~FLAGS --function array_element --function field --function helper_fails --function as_index --function behind_goto
//~FLAGS --function behind_three_conditions
//~FUNCTION one_path bugs=0
//~FUNCTION branch_on_it bugs=0
//~FUNCTION in_switch bugs=0
//~FUNCTION loop_without_turn bugs=0
//~FUNCTION array_element bugs=0
//~FUNCTION field bugs=0
//~FUNCTION helper_fails bugs=0
//~FUNCTION as_index bugs=0
//~FUNCTION behind_goto bugs=0
//~FUNCTION behind_three_conditions bugs=0
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifdef __clang__
#pragma clang diagnostic ignored "-Wsometimes-uninitialized"
#endif
#include <string.h>

int one_path(int k) {
    int r;
    r = k > 10 ? k : 0;
    return r + 1;
}

int branch_on_it(int k) {
    int found;
    found = 0;
    if (k == 4)
        found = 1;
    if (found)
        return 1;
    return 2;
}

int in_switch(int op) {
    int width;
    switch (op) {
    case 1: width = 8; break;
    case 2: width = 16; break;
    default: width = 0; break;
    }
    return width * 2;
}

int loop_without_turn(unsigned n) {
    int largest;
    largest = 0;
    n %= 6;
    for (unsigned i = 0; i < n; i++)
        largest = (int)(i * 3);
    return largest;
}

int array_element(unsigned n) {
    int a[6], sum = 0;
    if (n != 6)
        return -1;
    for (unsigned i = 0; i < n; i++)
        a[i] = (int)i;
    for (unsigned i = 0; i < 6; i++)
        sum += a[i];
    if (sum > 10)
        return 1;
    return 0;
}

struct point { int x, y, z; };

int field(int k) {
    struct point p;
    p.x = k;
    p.z = 3;
    p.y = 2;
    return p.x * p.y;
}

static int parsed(const char *s, int *value) {
    if (*s < '0' || *s > '9')
        return -1;
    *value = *s - '0';
    return 0;
}

int helper_fails(const char *s) {
    int value;
    if (!s)
        return -1;
    if (parsed(s, &value) != 0)
        return -2;
    if (value > 4)
        return 1;
    return 0;
}

int as_index(int k) {
    static const int table[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    unsigned i;
    i = 0;
    if (k == 1)
        i = 3;
    return table[i & 7];
}

int behind_goto(int k) {
    int r;
    if (k < 0)
        return -1;
    r = k / 2;
    if (r > 3)
        return 1;
    return 0;
}

int behind_three_conditions(int a, int b, int c) {
    int r;
    r = a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55 || b != 41;
    return r;
}

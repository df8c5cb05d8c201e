// Local variables that are used before they have a value, on one path at least; the twins are in clean/uninitialized_shapes.c.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function one_path --function branch_on_it --function in_switch --function loop_without_turn
//~FLAGS --function array_element --function field --function helper_fails --function as_index --function behind_goto
//~FLAGS --function behind_three_conditions
//~FUNCTION one_path bugs=1
//~FUNCTION branch_on_it bugs=1
//~FUNCTION in_switch bugs=1
//~FUNCTION loop_without_turn bugs=1
//~FUNCTION array_element bugs=1
//~FUNCTION field bugs=1
//~FUNCTION helper_fails bugs=1
//~FUNCTION as_index bugs=1
//~FUNCTION behind_goto bugs=1
//~FUNCTION behind_three_conditions bugs=1
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifdef __clang__
#pragma clang diagnostic ignored "-Wsometimes-uninitialized"
#endif
#include <string.h>

// call: one_path(3)
int one_path(int k) {
    int r;
    if (k > 10)
        r = k;
    return r + 1; //~BUG uninitialized
}

// call: branch_on_it(0)
int branch_on_it(int k) {
    int found;
    if (k == 4)
        found = 1;
    if (found) //~BUG uninitialized
        return 1;
    return 2;
}

// call: in_switch(9)
int in_switch(int op) {
    int width;
    switch (op) {
    case 1: width = 8; break;
    case 2: width = 16; break;
    default: break;
    }
    return width * 2; //~BUG uninitialized
}

// call: loop_without_turn(0)
int loop_without_turn(unsigned n) {
    int largest;
    n %= 6;
    for (unsigned i = 0; i < n; i++)
        largest = (int)(i * 3);
    return largest; //~BUG uninitialized
}

// call: array_element(4)
int array_element(unsigned n) {
    int a[6], sum = 0;
    if (n > 5)
        return -1;
    for (unsigned i = 0; i < n; i++)
        a[i] = (int)i;
    for (unsigned i = 0; i < 6; i++)
        sum += a[i];
    if (sum > 10) //~BUG uninitialized
        return 1;
    return 0;
}

struct point { int x, y, z; };

// call: field(1)
int field(int k) {
    struct point p;
    p.x = k;
    p.z = 3;
    if (k != 1)
        p.y = 2;
    return p.x * p.y; //~BUG uninitialized
}

static int parsed(const char *s, int *value) {
    if (*s < '0' || *s > '9')
        return -1;
    *value = *s - '0';
    return 0;
}

// call: helper_fails("x")
int helper_fails(const char *s) {
    int value;
    if (!s)
        return -1;
    parsed(s, &value);
    if (value > 4) //~BUG uninitialized
        return 1;
    return 0;
}

// call: as_index(2)
int as_index(int k) {
    static const int table[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    unsigned i;
    if (k == 1)
        i = 3;
    return table[i & 7]; //~BUG uninitialized
}

// call: behind_goto(-5)
int behind_goto(int k) {
    int r;
    if (k < 0)
        goto out;
    r = k / 2;
out:
    if (r > 3) //~BUG uninitialized
        return 1;
    return 0;
}

// call: behind_three_conditions(16, 41, 16 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    int r;
    if (a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55 || b != 41)
        r = 1;
    return r; //~BUG uninitialized
}

// Accesses behind an array whose parameter states its length; the twins are in clean/argument_static.c.
//~FLAGS --executions 2000 --time 60 --nonnull
//~FUNCTION constant_index bugs=1
//~FUNCTION symbolic_index bugs=1
//~FUNCTION loop bugs=1
//~FUNCTION cleared bugs=1
//~FUNCTION length_before bugs=1
//~FUNCTION ended bugs=1
//~FUNCTION behind_three_conditions bugs=1
#include <string.h>

// call: int a[4] = { 1, 2, 3, 4 }; constant_index(a, 3)
int constant_index(const int a[static 4], int k) {
    if (k == 3)
        return a[4]; //~BUG out-of-bounds
    return a[0];
}

// call: int a[6] = { 1, 2, 3 }; symbolic_index(a, 6)
int symbolic_index(int a[static 6], unsigned i) {
    if (i > 6)
        return -1;
    a[i] = 1; //~BUG out-of-bounds
    return a[0];
}

// call: int a[3] = { 1, 2, 3 }; loop(a)
int loop(const int a[static 3]) {
    int sum = 0;
    for (int i = 0; i <= 3; i++)
        sum += a[i] & 7; //~BUG out-of-bounds
    return sum;
}

// call: unsigned char a[16] = { 0 }; cleared(a, 17)
int cleared(unsigned char a[static 16], unsigned n) {
    if (n > 17)
        return -1;
    memset(a, 0, n); //~BUG out-of-bounds
    return a[0];
}

// call: int a[5] = { 1, 2, 3, 4, 5 }; length_before(5, a)
int length_before(int n, const int a[static n]) {
    int sum = 0;
    if (n < 1 || n > 8)
        return 0;
    for (int i = 0; i <= n; i++)
        sum += a[i] & 7; //~BUG out-of-bounds
    return sum;
}

// call: char a[7] = "abcdef"; ended(7, a)
int ended(unsigned n, char a[static n]) {
    if (n < 1 || n > 9)
        return 0;
    a[n] = '\0'; //~BUG out-of-bounds
    return a[0];
}

// call: short a[8] = { 8, 1 }; behind_three_conditions(a, 7, 14, 7 ^ 0x55)
int behind_three_conditions(const short a[static 8], int x, int y, int z) {
    if (x < 0 || x > 1000 || x * 3 - 7 != y || (z ^ x) != 0x55)
        return 0;
    if (x > 5 && x <= 7)
        return a[x + 1]; //~BUG out-of-bounds
    return 1;
}

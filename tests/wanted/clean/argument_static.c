// The twins of finds/argument_static.c: no access is behind the stated length.
//~FLAGS --executions 2000 --time 60 --nonnull
//~FUNCTION constant_index bugs=0
//~FUNCTION symbolic_index bugs=0
//~FUNCTION loop bugs=0
//~FUNCTION cleared bugs=0
//~FUNCTION length_before bugs=0
//~FUNCTION ended bugs=0
//~FUNCTION behind_three_conditions bugs=0
#include <string.h>

int constant_index(const int a[static 4], int k) {
    if (k == 3)
        return a[3];
    return a[0];
}

int symbolic_index(int a[static 6], unsigned i) {
    if (i >= 6)
        return -1;
    a[i] = 1;
    return a[0];
}

int loop(const int a[static 3]) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += a[i] & 7;
    return sum;
}

int cleared(unsigned char a[static 16], unsigned n) {
    if (n > 16)
        return -1;
    memset(a, 0, n);
    return a[0];
}

int length_before(int n, const int a[static n]) {
    int sum = 0;
    if (n < 1 || n > 8)
        return 0;
    for (int i = 0; i < n; i++)
        sum += a[i] & 7;
    return sum;
}

int ended(unsigned n, char a[static n]) {
    if (n < 1 || n > 9)
        return 0;
    a[n - 1] = '\0';
    return a[0];
}

int behind_three_conditions(const short a[static 8], int x, int y, int z) {
    if (x < 0 || x > 1000 || x * 3 - 7 != y || (z ^ x) != 0x55)
        return 0;
    if (x > 5 && x < 7)
        return a[x + 1];
    return 1;
}

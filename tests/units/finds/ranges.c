// Indices, amounts of shifts and conversions out of range are found though nothing faults; the twins are in clean/ranges.c.
//~FLAGS --executions 2000 --time 60
//~FUNCTION field bugs=1
//~FUNCTION global bugs=1
//~FUNCTION rows bugs=1
//~FUNCTION masked bugs=1
//~FUNCTION walk bugs=1
//~FUNCTION below bugs=1
//~FUNCTION far bugs=1
//~FUNCTION negative bugs=1
//~FUNCTION computed bugs=1
//~FUNCTION wide bugs=1
//~FUNCTION behind_three_conditions bugs=1
//~FUNCTION whole bugs=1
//~FUNCTION scaled bugs=1
//~FUNCTION is_nan bugs=1
#include <stddef.h>

struct record {
    char name[8];
    int count;
};

static int table[5];
static int grid[3][4];

int field(struct record *r, unsigned i) {
    if (!r || i > sizeof r->name)
        return -1;
    r->name[i] = 'x'; //~BUG out-of-bounds message~index_8
    return r->count;
}

int global(int k) {
    if (k < 0 || k > 5)
        return -1;
    return table[k]; //~BUG out-of-bounds
}

int rows(unsigned row, unsigned column) {
    if (row >= 3 || column > 4)
        return -1;
    return grid[row][column]; //~BUG out-of-bounds
}

int masked(int x) {
    int a[4] = {1, 2, 3, 4};
    return a[x & 7]; //~BUG out-of-bounds
}

int walk(void) {
    int a[4], sum = 0;
    for (int i = 0; i <= 4; i++) {
        a[i] = i; //~BUG out-of-bounds
        sum += i;
    }
    return sum + a[0];
}

int below(int n) {
    int a[4] = {1, 2, 3, 4};
    int i = 3;
    while (i >= 0 && a[i] > n)
        i--;
    return a[i]; //~BUG out-of-bounds message~index_-1
}

unsigned far(unsigned x, int n) {
    if (n < 0 || n > 32)
        return 0;
    return x << n; //~BUG shift message~by_32
}

int negative(int x, int n) {
    return n < 8 ? x >> n : 0; //~BUG shift message~by_-
}

unsigned computed(unsigned char size) {
    return 1u << size / 4; //~BUG shift
}

unsigned long wide(unsigned n) {
    return n <= 64 ? 1ul << n : 0; //~BUG shift message~of_64_bits
}

int behind_three_conditions(int a, int b, int c) {
    if (a * 3 == b + 7 && (c ^ a) == 0x55 && b > 100)
        return 1 << c; //~BUG shift
    return 0;
}

int whole(double x) {
    if (x < 0)
        return -1;
    return (int)x; //~BUG float-to-int
}

unsigned char scaled(float x) {
    if (x < 0 || x > 1)
        return 0;
    return (unsigned char)(x * 256); //~BUG float-to-int
}

long is_nan(double x) {
    if (x <= -1000 || x >= 1000)
        return 0;
    return (long)x; //~BUG float-to-int
}

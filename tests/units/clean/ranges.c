// The twins of finds/ranges.c: every index, amount and number is in its range. What callers of a static function and the
// fields of a structure promise is theirs.
//~FLAGS --executions 2000 --time 60
//~FUNCTION field bugs=0
//~FUNCTION global bugs=0
//~FUNCTION rows bugs=0
//~FUNCTION masked bugs=0
//~FUNCTION walk bugs=0
//~FUNCTION below bugs=0
//~FUNCTION far bugs=0
//~FUNCTION negative bugs=0
//~FUNCTION computed bugs=0
//~FUNCTION wide bugs=0
//~FUNCTION behind_three_conditions bugs=0
//~FUNCTION whole bugs=0
//~FUNCTION scaled bugs=0
//~FUNCTION is_nan bugs=0
//~FUNCTION promised preconditions=1 bugs=0
//~FUNCTION bits preconditions=1 bugs=0
//~FUNCTION end bugs=0
//~FUNCTION trailing bugs=0
#include <stddef.h>

struct record {
    char name[8];
    int count;
};

static int table[5];
static int grid[3][4];

int field(struct record *r, unsigned i) {
    if (!r || i >= sizeof r->name)
        return -1;
    r->name[i] = 'x';
    return r->count;
}

int global(int k) {
    if (k < 0 || k >= 5)
        return -1;
    return table[k];
}

int rows(unsigned row, unsigned column) {
    if (row >= 3 || column >= 4)
        return -1;
    return grid[row][column];
}

int masked(int x) {
    int a[4] = {1, 2, 3, 4};
    return a[x & 3];
}

int walk(void) {
    int a[4], sum = 0;
    for (int i = 0; i < 4; i++) {
        a[i] = i;
        sum += i;
    }
    return sum + a[0];
}

int below(int n) {
    int a[4] = {1, 2, 3, 4};
    int i = 3;
    while (i >= 0 && a[i] > n)
        i--;
    return i < 0 ? 0 : a[i];
}

unsigned far(unsigned x, int n) {
    if (n < 0 || n >= 32)
        return 0;
    return x << n;
}

int negative(int x, int n) {
    return n >= 0 && n < 8 ? x >> n : 0;
}

unsigned computed(unsigned char size) {
    return 1u << size / 8;
}

unsigned long wide(unsigned n) {
    return n < 64 ? 1ul << n : 0;
}

int behind_three_conditions(int a, int b, int c) {
    if (a * 3 == b + 7 && (c ^ a) == 0x55 && b > 100)
        return 1 << (c & 31);
    return 0;
}

int whole(double x) {
    if (!(x >= 0 && x < 2147483648.0))
        return -1;
    return (int)x;
}

unsigned char scaled(float x) {
    if (!(x >= 0 && x <= 1))
        return 0;
    return (unsigned char)(x * 255);
}

long is_nan(double x) {
    if (!(x > -1000 && x < 1000))
        return 0;
    return (long)x;
}

static int promised(int k) {
    return table[k]; //~PRECONDITION out-of-bounds
}

unsigned bits(const struct record *r) {
    return r ? 1u << r->count : 0; //~PRECONDITION shift
}

/* One past the end is an address. */
int end(int x) {
    int a[4] = {1, 2, 3, 4}, sum = 0;
    for (int *p = a; p != &a[4]; p++)
        sum += *p * x;
    return sum;
}

struct message {
    unsigned len;
    char text[1];
};

/* An array at the end of a structure is as long as it was allocated. */
int trailing(int n) {
    static union {
        struct message m;
        char room[16];
    } u;
    if (n < 0 || n > 7)
        return -1;
    u.m.text[n] = 'x';
    return u.m.text[n];
}

// Accesses beside a global or static array; the twins are in clean/global_bounds.c.
//~FLAGS --executions 2000 --time 60
//~FUNCTION counted bugs=1
//~FUNCTION named bugs=1
//~FUNCTION all_set bugs=1
//~FUNCTION kept bugs=1
//~FUNCTION month_length bugs=1
//~FUNCTION filled bugs=1
//~FUNCTION wide bugs=1
//~FUNCTION behind_three_conditions bugs=1
#include <string.h>

static int counts[10];

// call: counted(10)
int counted(int digit) {
    if (digit < 0 || digit > 10)
        return -1;
    counts[digit] += 1; //~BUG out-of-bounds
    return counts[0];
}

static const char *const names[3] = { "red", "green", "blue" };

// call: named("pink")
int named(const char *s) {
    if (!s)
        return -1;
    for (int i = 0; i <= 3; i++)
        if (strcmp(names[i], s) == 0) //~BUG out-of-bounds
            return i;
    return -1;
}

static unsigned char flags[7];

// call: all_set(1)
int all_set(int k) {
    unsigned char *p = flags, *end = flags + sizeof flags;
    int n = 0;
    for (; p <= end; p++)
        if (*p == k) //~BUG out-of-bounds
            n++;
    return n;
}

static char line[16];

// call: kept("0123456789abcdef")
int kept(const char *s) {
    if (!s || strlen(s) > sizeof line)
        return -1;
    strcpy(line, s); //~BUG out-of-bounds
    return line[0];
}

// call: month_length(12)
int month_length(unsigned month) {
    static const int days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    if (month == 0 || month > 12)
        return 0;
    return days[month]; //~BUG out-of-bounds
}

static int ring[6];

// call: filled(7)
int filled(unsigned n) {
    if (n > 8)
        return -1;
    memset(ring, 0xff, n * sizeof ring[0]); //~BUG out-of-bounds
    return ring[0];
}

static short table[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };

// call: wide(7)
long wide(unsigned i) {
    long r;
    if (i > 7)
        return -1;
    memcpy(&r, table + i, sizeof r); //~BUG out-of-bounds
    return r;
}

static int secret[5];

// call: behind_three_conditions(8, 17, 8 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    if (a < 0 || a > 200 || a * 3 - 7 != b)
        return 0;
    if ((c ^ a) != 0x55)
        return 1;
    if (b > 16 && b < 18)
        return secret[b - 12]; //~BUG out-of-bounds
    return 2;
}

// The twins of finds/global_bounds.c: every access is inside its array.
//~FLAGS --executions 2000 --time 60
//~FUNCTION counted bugs=0
//~FUNCTION named bugs=0
//~FUNCTION all_set bugs=0
//~FUNCTION kept bugs=0
//~FUNCTION month_length bugs=0
//~FUNCTION filled bugs=0
//~FUNCTION wide bugs=0
//~FUNCTION behind_three_conditions bugs=0
#include <string.h>

static int counts[10];

int counted(int digit) {
    if (digit < 0 || digit > 9)
        return -1;
    counts[digit] += 1;
    return counts[0];
}

static const char *const names[3] = { "red", "green", "blue" };

int named(const char *s) {
    if (!s)
        return -1;
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i], s) == 0)
            return i;
    return -1;
}

static unsigned char flags[7];

int all_set(int k) {
    unsigned char *p = flags, *end = flags + sizeof flags;
    int n = 0;
    for (; p < end; p++)
        if (*p == k)
            n++;
    return n;
}

static char line[16];

int kept(const char *s) {
    if (!s || strlen(s) > sizeof line - 1)
        return -1;
    strcpy(line, s);
    return line[0];
}

int month_length(unsigned month) {
    static const int days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    if (month == 0 || month > 11)
        return 0;
    return days[month];
}

static int ring[6];

int filled(unsigned n) {
    if (n > 8)
        return -1;
    memset(ring, 0xff, (n > 6 ? 6 : n) * sizeof ring[0]);
    return ring[0];
}

static short table[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };

long wide(unsigned i) {
    long r;
    if (i > 5)
        return -1;
    memcpy(&r, table + i, sizeof r);
    return r;
}

static int secret[5];

int behind_three_conditions(int a, int b, int c) {
    if (a < 0 || a > 200 || a * 3 - 7 != b)
        return 0;
    if ((c ^ a) != 0x55)
        return 1;
    if (b > 12 && b < 17)
        return secret[b - 12];
    return 2;
}

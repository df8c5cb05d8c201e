// Accesses beside a local array; the twins are in clean/stack_bounds.c.
//~FLAGS --executions 2000 --time 60
//~FUNCTION store_at bugs=1
//~FUNCTION squares bugs=1
//~FUNCTION walk bugs=1
//~FUNCTION cleared bugs=1
//~FUNCTION copied bugs=1
//~FUNCTION wide_read bugs=1
//~FUNCTION behind_three_conditions bugs=1
//~FUNCTION at_label bugs=1
#include <string.h>

// call: store_at(8)
int store_at(unsigned i) {
    int a[8] = { 0 };
    if (i > 8)
        return -1;
    a[i] = 1; //~BUG out-of-bounds
    return a[0] + a[7];
}

// call: squares(6)
int squares(int n) {
    int a[6] = { 0 }, sum = 0;
    if (n < 0 || n > 6)
        return -1;
    for (int i = 0; i <= n; i++)
        a[i] = i * i; //~BUG out-of-bounds
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

// call: walk('z')
int walk(char stop) {
    char text[5] = { 'a', 'b', 'c', 'd', 'e' };
    const char *p = text;
    while (p <= text + 5)
        if (*p++ == stop) //~BUG out-of-bounds
            return (int)(p - text);
    return -1;
}

// call: cleared(17)
int cleared(unsigned n) {
    char b[16];
    b[0] = 1;
    if (n > sizeof b + 1)
        return -1;
    memset(b, 0, n); //~BUG out-of-bounds
    return b[0];
}

static const char *const days[] = { "Monday", "Tuesday", "Wednesday" };

// call: copied(2)
int copied(unsigned day) {
    char name[8];
    if (day > 2)
        return -1;
    strcpy(name, days[day]); //~BUG out-of-bounds
    return name[1];
}

// call: wide_read(13)
unsigned wide_read(unsigned at) {
    unsigned char bytes[16];
    unsigned r;
    for (int i = 0; i < 16; i++)
        bytes[i] = (unsigned char)(i * 3);
    if (at >= sizeof bytes)
        return 0;
    memcpy(&r, bytes + at, sizeof r); //~BUG out-of-bounds
    return r;
}

// call: behind_three_conditions(11, 26, 11 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    short t[12] = { 1 };
    if (a > 100 || a < 0 || a * 3 - 7 != b || (c ^ a) != 0x55)
        return 0;
    if (a > 10)
        t[a + 1] = 5; //~BUG out-of-bounds
    return t[0];
}

// call: at_label(-3)
int at_label(int k) {
    char flags[4] = { 1, 1, 1, 1 };
    int i = 3;
    if (k < 0) {
        i = 4;
        goto mark;
    }
    if (k > 1000)
        goto mark;
    return flags[0];
mark:
    flags[i] = 0; //~BUG out-of-bounds
    return flags[1] + flags[3];
}

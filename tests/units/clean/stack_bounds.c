// The twins of finds/stack_bounds.c: every access is inside its array.
//~FLAGS --executions 2000 --time 60
//~FUNCTION store_at bugs=0
//~FUNCTION squares bugs=0
//~FUNCTION walk bugs=0
//~FUNCTION cleared bugs=0
//~FUNCTION copied bugs=0
//~FUNCTION wide_read bugs=0
//~FUNCTION behind_three_conditions bugs=0
//~FUNCTION at_label bugs=0
#include <string.h>

int store_at(unsigned i) {
    int a[8] = { 0 };
    if (i > 7)
        return -1;
    a[i] = 1;
    return a[0] + a[7];
}

int squares(int n) {
    int a[6] = { 0 }, sum = 0;
    if (n < 0 || n > 6)
        return -1;
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

int walk(char stop) {
    char text[5] = { 'a', 'b', 'c', 'd', 'e' };
    const char *p = text;
    while (p < text + 5)
        if (*p++ == stop)
            return (int)(p - text);
    return -1;
}

int cleared(unsigned n) {
    char b[16];
    b[0] = 1;
    if (n > sizeof b)
        return -1;
    memset(b, 0, n);
    return b[0];
}

static const char *const days[] = { "Monday", "Tuesday", "Wednesday" };

int copied(unsigned day) {
    char name[10];
    if (day > 2)
        return -1;
    strcpy(name, days[day]);
    return name[1];
}

unsigned wide_read(unsigned at) {
    unsigned char bytes[16];
    unsigned r;
    for (int i = 0; i < 16; i++)
        bytes[i] = (unsigned char)(i * 3);
    if (at > sizeof bytes - sizeof r)
        return 0;
    memcpy(&r, bytes + at, sizeof r);
    return r;
}

int behind_three_conditions(int a, int b, int c) {
    short t[12] = { 1 };
    if (a > 100 || a < 0 || a * 3 - 7 != b || (c ^ a) != 0x55)
        return 0;
    if (a > 10 && a < 12)
        t[a] = 5;
    return t[0];
}

int at_label(int k) {
    char flags[4] = { 1, 1, 1, 1 };
    int i = 3;
    if (k < 0) {
        i = 2;
        goto mark;
    }
    if (k > 1000)
        goto mark;
    return flags[0];
mark:
    flags[i] = 0;
    return flags[1] + flags[3];
}

// Buffers and strings are as long as the unit reads them, up to a limit.
//~FUNCTION second outcome=complete paths=3 branches=4/4
//~FUNCTION text outcome=complete paths=5 branches=6/6
//~FUNCTION length outcome=bounded reason~64_elements paths=65 branches=2/2
//~FUNCTION sum outcome=complete branches=4/4
//~FUNCTION points outcome=complete paths=4 branches=6/6
//~FUNCTION second_string outcome=complete branches=4/4
//~FUNCTION matrix outcome=complete branches=6/6
//~FUNCTION writes outcome=complete branches=5/6
//~FUNCTION last_of outcome=complete branches=4/4
//~FUNCTION shared outcome=complete branches=4/4
#include <stddef.h>
#include <string.h>

int second(const int *p) {
    if (!p)
        return -1;
    if (p[1] == 4)
        return 1;
    return 0;
}

int text(const char *s) {
    if (!s)
        return -1;
    for (int i = 0; i < 3; i++)
        if (s[i] != "abc"[i])
            return 0;
    return 1;
}

unsigned length(const char *s) {
    unsigned n = 0;
    while (s[n]) //~PRECONDITION null-deref
        n++;
    return n;
}

int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n && i < 4; i++)
        s += a[i]; //~PRECONDITION null-deref
    return s;
}

struct point {
    int x, y;
};

int points(const struct point *p) {
    if (!p)
        return 0;
    if (p[2].y == 5 && p[1].x == 3)
        return 1;
    return 2;
}

int second_string(char **list) {
    if (list && list[1])
        return list[1][2] == 'z';
    return 0;
}

int matrix(double (*m)[3]) {
    if (m && m[1][2] > 2.5 && m[2][0] < m[1][2])
        return 1;
    return 0;
}

int writes(char *s) {
    if (!s)
        return 0;
    memcpy(s, "hello", 6);
    if (s[7] == 'x')
        return 1;
    return s[0] == 'h' ? 2 : 3;
}

int last_of(const short *p) {
    if (!p)
        return 0;
    return p[40] > 7 ? 1 : 2;
}

int shared(int *a, int *b) {
    if (!a || !b)
        return 0;
    a[3] = 1;
    return b[3] == 1;
}

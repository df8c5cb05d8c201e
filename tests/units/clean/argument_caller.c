// The twins of finds/argument_caller.c: every access is inside what the callers pass.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function local_passed --function heap_passed --function global_passed --function struct_passed
//~FLAGS --function wrong_length --function reversed --function behind_three_conditions
//~FUNCTION local_passed bugs=0
//~FUNCTION heap_passed bugs=0
//~FUNCTION global_passed bugs=0
//~FUNCTION struct_passed bugs=0
//~FUNCTION wrong_length bugs=0
//~FUNCTION reversed bugs=0
//~FUNCTION behind_three_conditions bugs=0
#include <stdlib.h>
#include <string.h>

static int sum_of(const int *a, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

int local_passed(int k) {
    int a[4] = { 1, 2, 3, 4 };
    if (k != 5)
        return 0;
    return sum_of(a, 4);
}

static void set(char *b, unsigned i, char c) {
    b[i] = c;
}

int heap_passed(unsigned i, char c) {
    char *b = calloc(1, 6);
    if (!b || i > 5)
        return free(b), -1;
    set(b, i, c);
    int r = b[0];
    free(b);
    return r;
}

static int primes[5] = { 2, 3, 5, 7, 11 };

static int element(const int *a, unsigned i) {
    return a[i];
}

int global_passed(unsigned i) {
    if (i > 4)
        return -1;
    return element(primes, i);
}

struct packet { unsigned char length; char text[8]; };

static int first_of(const struct packet *p, unsigned at) {
    char c;
    memcpy(&c, (const char *)p + at, 1);
    return c;
}

int struct_passed(unsigned at) {
    struct packet p = { 3, "abc" };
    if (at >= sizeof p)
        return -1;
    return first_of(&p, at);
}

static void upper(char *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] >= 'a' && s[i] <= 'z')
            s[i] = (char)(s[i] - 'a' + 'A');
}

int wrong_length(int k) {
    char small[4] = { 'a', 'b', 'c', 0 }, large[9] = "abcdefgh";
    if (k == 1)
        upper(large, sizeof large);
    if (k == 2)
        upper(small, sizeof small);
    return small[0] + large[0];
}

static void swap(int *a, int i, int j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
}

int reversed(int n) {
    int a[5] = { 1, 2, 3, 4, 5 };
    if (n < 2 || n > 5)
        return -1;
    for (int i = 0; i < n / 2; i++)
        swap(a, i, n - 1 - i);
    return a[0];
}

static int behind(const unsigned char *b, int x) {
    return b[x];
}

int behind_three_conditions(int x, int y, int z) {
    unsigned char b[12] = { 1, 2 };
    if (x < 0 || x > 1000 || x * 3 - 7 != y || (z ^ x) != 0x55)
        return 0;
    if (x < 12)
        return behind(b, x);
    return 1;
}

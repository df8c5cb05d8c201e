// Elements of every shape, indices of every kind.
//~FUNCTION two_dimensions outcome=complete paths=5 branches=8/8 bugs=0
//~FUNCTION structs outcome=complete paths=5 branches=8/8 bugs=0
//~FUNCTION negative outcome=complete paths=4 branches=6/6 bugs=0
//~FUNCTION downwards outcome=complete paths=3 branches=4/4 bugs=0
//~FUNCTION every_byte outcome=complete paths=3 branches=4/4 bugs=0
//~FUNCTION wraps outcome=complete paths=2 branches=2/2 bugs=0
//~FUNCTION wide_index outcome=complete paths=3 branches=4/4 bugs=0
//~FUNCTION from_one outcome=complete paths=4 branches=6/6 bugs=0
//~FUNCTION floats outcome=complete paths=3 branches=4/4 bugs=0
//~FUNCTION bools outcome=complete paths=4 branches=6/6 bugs=0
//~FUNCTION field outcome=complete branches=12/12 bugs=0
//~FUNCTION by_value outcome=complete paths=4 branches=6/6 bugs=0
//~FUNCTION small_part_of_a_large_table outcome=complete paths=2 branches=2/2 bugs=0
//~FUNCTION switch_as_a_table outcome=complete paths=5 branches=2/2 bugs=0
//~FUNCTION pieces outcome=complete paths=3 branches=4/4 bugs=0
//~FUNCTION nothing_to_choose outcome=complete paths=2 branches=3/4 bugs=0
#include <string.h>

int two_dimensions(unsigned i, unsigned j, int v) {
    int m[3][4] = {{0}};
    if (i > 2 || j > 3)
        return -1;
    m[i][j] = v;
    if (m[2][1] == 77)
        return 1;
    if (m[j % 3][i] == 5)
        return 2;
    return 0;
}

struct point {
    char tag;
    int x;
    double w;
    struct {
        short s[3];
    } in;
};

int structs(unsigned i, unsigned k, int v) {
    struct point p[5];
    memset(p, 0, sizeof p);
    if (i > 4 || k > 2)
        return -1;
    p[i].x = v;
    p[i].in.s[k] = 7;
    p[3].in.s[2] += 1;
    if (p[4].x == 12)
        return 1;
    if (p[3].in.s[2] == 8)
        return 2;
    return 0;
}

int negative(int i) {
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *middle = a + 4;
    if (i < -4 || i > 3)
        return -1;
    if (middle[i] == 2)
        return 1;
    return 0;
}

int downwards(unsigned char i) {
    char a[] = "last to first", *end = a + sizeof a;
    if (i >= sizeof a)
        return -1;
    if (end[-1 - i] == 'f')
        return 1;
    return 0;
}

static const unsigned char box[256] = {[3] = 9, [77] = 200, [200] = 77};

int every_byte(unsigned char c) {
    if (box[c] == 200)
        return 1;
    if (box[box[c]] == 200)
        return 2;
    return 0;
}

int wraps(unsigned char i) {
    int t[256] = {0};
    t[5] = 3;
    if (t[(unsigned char)(i + 250)] == 3)
        return 1;
    return 0;
}

int wide_index(unsigned long i) {
    long a[4] = {1, 2, 3, 4};
    if (i >= 4)
        return 0;
    if (a[i] == 3)
        return 1;
    return 2;
}

int from_one(long i) {
    static long a[4] = {1, 2, 3, 4};
    if (i < 1 || i > 4)
        return 0;
    if (a[i - 1] == 3)
        return 1;
    return 2;
}

int floats(unsigned i, float f) {
    float a[4] = {1, 2, 3, 4};
    double d[4] = {0.5};
    if (i > 3)
        return -1;
    a[i] = f;
    d[3 - i] = a[2];
    if (d[1] == 7.5)
        return 1;
    return 0;
}

_Bool flags[16];

int bools(unsigned i, unsigned j) {
    if (i > 15 || j > 15)
        return -1;
    flags[i] = 1;
    if (flags[j])
        return 1;
    return 0;
}

struct s {
    int n, a[4];
};

int field(struct s *s, unsigned i) {
    if (!s || i >= 4)
        return -1;
    if (s->a[i] == 10 && s->n == 3)
        return 1;
    s->a[i] = 4;
    if (s->a[2] == 4 && s->a[1] == 4)
        return 2;
    return 0;
}

int by_value(struct s s, unsigned i) {
    if (i >= 4)
        return -1;
    if (s.a[i] == 10 && s.a[0] == 11)
        return 1;
    return 0;
}

int small_part_of_a_large_table(unsigned char i) {
    int t[1000] = {0};
    t[99] = 1;
    if (t[i] == 1)
        return 1;
    return 0;
}

static int price(unsigned char c) {
    switch (c) {
    case 0:
        return 5;
    case 1:
        return 9;
    case 2:
        return 100;
    case 3:
        return 7;
    default:
        return 0;
    }
}

int switch_as_a_table(unsigned char c) {
    if (price(c) == 100)
        return 1;
    return 0;
}

// Halves of what was written as a whole.
int pieces(unsigned i, unsigned x) {
    unsigned a[3] = {1, x, 3};
    unsigned short *half = (unsigned short *)a;
    if (i > 5)
        return -1;
    half[i] = 0x1234;
    if (a[1] == 0x12345678)
        return 1;
    return 0;
}

int nothing_to_choose(unsigned i) {
    int a[4] = {0};
    if (i > 3)
        return -1;
    if (a[i])
        return 1;
    return 0;
}

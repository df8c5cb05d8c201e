// Function pointers set by the unit, static functions, recursion.
//~FUNCTION apply outcome=complete branches=4/4
//~FUNCTION table outcome=complete branches=4/4
//~FUNCTION fold outcome=complete branches=2/2
//~FUNCTION ackermann_small outcome=complete branches=4/4
//~FUNCTION even outcome=complete branches=4/4
//~FLAGS --function apply --function table --function fold --function ackermann_small --function even
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }

int apply(int which, int a, int b) {
    int (*op)(int, int) = add;
    if (which > 3)
        op = sub;
    if (op(a, b) == 1234)
        return 1;
    return 0;
}

int table(unsigned char which, int a) {
    static int (*const ops[2])(int, int) = {add, sub};
    int r = ops[0](a, 1) + ops[1](a, 2);
    if (r == 99 && which == 3)
        return 1;
    return 0;
}

static int reduce(const int *a, int n, int (*op)(int, int)) {
    int r = a[0];
    for (int i = 1; i < n; i++)
        r = op(r, a[i]);
    return r;
}

int fold(int a, int b, int c) {
    int k[3] = {a, b, c};
    if (reduce(k, 3, sub) == 55)
        return 1;
    return 0;
}

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

unsigned ackermann_small(unsigned char m, unsigned char n) {
    if (m > 1 || n > 2)
        return 0;
    return ackermann(m, n);
}

static int odd(unsigned n);
int even(unsigned n) {
    if (n > 6)
        return -1;
    return n == 0 ? 1 : odd(n - 1);
}
static int odd(unsigned n) {
    return n == 0 ? 0 : even(n - 1);
}

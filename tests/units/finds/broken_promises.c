// Assertions that the unit itself violates, by what it computed, stored or passed on: bugs, though the caller's values
// decide whether it happens.
//~FUNCTION result outcome=complete bugs=1
//~FUNCTION local outcome=complete bugs=1
//~FUNCTION stored outcome=complete bugs=1
//~FUNCTION counted outcome=complete bugs=1
//~FUNCTION swapped outcome=complete bugs=1
//~FUNCTION sorted bugs=1
//~FUNCTION passed_on outcome=complete bugs=1
//~FUNCTION never outcome=complete bugs=1
//~FUNCTION unreached outcome=complete bugs=1
#include <assert.h>

struct list { int len, cap; };

static int half(int x) { return x == 42 ? -1 : x & 15; }

int result(int x) {
    int r = half(x);
    assert(r >= 0); //~BUG assertion
    return r;
}

int local(int x) {
    int r = x * 2 - 7;
    assert(r != 93); //~BUG assertion
    return r;
}

int stored(struct list *l, int n) {
    if (!l || n < 0 || n > 10)
        return 0;
    l->len = n + 1;
    assert(l->len <= 10); //~BUG assertion
    return 1;
}

int counted(struct list *l) {
    if (!l || l->len < 0 || l->len > l->cap || l->cap > 100)
        return 0;
    l->len++;
    assert(l->len <= l->cap); //~BUG assertion
    return 1;
}

int swapped(int a, int b) {
    if (a > b) {
        int t = a;
        a = b;
        b = t;
    }
    assert(b <= a); //~BUG assertion
    return a;
}

int sorted(int *a) {
    if (!a)
        return 0;
    if (a[0] < a[1]) {
        int t = a[0];
        a[0] = a[1];
        a[1] = t;
    }
    assert(a[0] <= a[1]); //~BUG assertion
    return 1;
}

static int checked(int n) {
    assert(n != 4); //~BUG assertion tested=passed_on //~PRECONDITION assertion tested=checked
    return n;
}
//~FUNCTION checked outcome=complete bugs=0 preconditions=1

int passed_on(int n) { return checked(n * 2); }

int never(int x) {
    if (x == 99)
        assert(0); //~BUG assertion
    return x;
}

int unreached(int x) {
    switch (x & 3) {
    case 0: return 1;
    case 1: return 2;
    case 2: return 3;
    default: assert(!"no such case"); //~BUG assertion
    }
    return 0;
}

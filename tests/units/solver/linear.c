// Linear arithmetic is decided, refuted too; nothing else is asked.
//~FLAGS --solver linear
//~FUNCTION sum outcome=complete paths=3 branches=4/4 solver.by_layer.search=0 solver.by_layer.sat=0
//~FUNCTION twice outcome=complete branches=4/4 solver.by_layer.linear>=1
//~FUNCTION bounded outcome=complete branches=6/8 infeasible>=1 solver.by_layer.linear>=2
//~FUNCTION bytes outcome=complete branches=6/6 solver.by_layer.linear>=1
int sum(int x, int y, int z) {
    if (x + 2 * y - z == 17) {
        if (x - y == 100)
            return 2;
        return 1;
    }
    return 0;
}

int twice(int v, int x) {
    if (2 * x + 1 == v)
        return 1;
    if (v - x == 12345)
        return 2;
    return 0;
}

// Within these bounds nothing wraps, so that what is refuted is refuted.
int bounded(short a, short b) {
    if (a + b > 1000) {
        if (a + b < 900)
            return 3;
        if (2 * a + 2 * b < 2000)
            return 2;
        if (a - b == 7)
            return 1;
    }
    return 0;
}

int bytes(unsigned char a, unsigned char b, unsigned char c) {
    if (a + b + c == 700) {
        if (a < b)
            return 1;
        if (b == c)
            return 2;
    }
    return 0;
}

// CUTE (Sen, Marinov, Agha 2005), section 7: what the solver does not know is replaced by its present value.
//~FLAGS --executions 300 --solver linear
//~FUNCTION g outcome=complete paths=1
//~FUNCTION f outcome=complete paths=2 executions<=2 bugs=1 solver.by_layer.concrete=1 solver.substitutions>=1
//~FUNCTION cube outcome=complete paths=2 branches=2/2 solver.by_layer.concrete=1
//~FUNCTION area outcome=complete branches=4/4 solver.by_layer.concrete>=1
//~FUNCTION quotient outcome=complete branches=2/2 solver.by_layer.concrete>=1
//~FUNCTION either outcome=complete branches=4/4
//~FUNCTION half outcome=unsupported reason~no_solver_could_answer branches=2/2 solver.unknown=1 solver.by_layer.concrete>=1
#include <stdlib.h>

int g(int x) {
    return x * x + (x % 2);
}

int f(int x, int y) {
    int z = g(x);
    if (y == z)
        abort(); //~BUG abort executions_until<=2
    return 0;
}

int cube(int x, int y) {
    if (y > x * x * x + x % 2)
        return 1;
    return 0;
}

// One factor stays what it is: 0 * height < 100 says nothing, so the other one moves.
int area(int width, int height) {
    if (width > 500) {
        if (width * height < 100)
            return 1;
        return 2;
    }
    return 0;
}

int quotient(unsigned a, unsigned b, unsigned c) {
    if (c == a / (b | 1) + 7)
        return 1;
    return 0;
}

int either(int x, int y) {
    int any = (x > 10) | (y * y > 10);
    if (any) {
        if (x == 30)
            return 1;
        return 2;
    }
    return 0;
}

// Whether the number fits an int is a question about the double alone, and stays open.
int half(double d, int i) {
    if (i == (int)(d * 0.5) + 21)
        return 1;
    return 0;
}

// What stands for `...` keeps its expression, in registers and on the stack.
//~FUNCTION unit outcome=complete paths=3 branches=4/4
#include <stdarg.h>

static int sum(int count, ...) {
    va_list list;
    int total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int); //~PRECONDITION segfault
    va_end(list);
    return total;
}

int unit(signed char a, signed char b) {
    if (sum(8, 1, 2, 3, 4, 5, 6, a, b) == 200)
        return 1;
    if (sum(2, a, b) == -200)
        return 2;
    return 0;
}

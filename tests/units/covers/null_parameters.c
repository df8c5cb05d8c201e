// What cannot be an input stays NULL or 0, is told where it is looked at, and the rest is explored.
//~FUNCTION callback outcome=unsupported reason~parameter_`cb`_stays_NULL:_function_pointer branches=4/4
//~FUNCTION opaque outcome=unsupported reason~parameter_`p`_stays_NULL:_void_pointer branches=1/2
//~FUNCTION stream outcome=unsupported reason~pointer_to_incomplete branches=3/4
//~FUNCTION arguments outcome=unsupported reason~va_list branches=2/2
//~FUNCTION varies outcome=unsupported reason~no_variadic_arguments branches=4/4
//~FUNCTION numbers outcome=unsupported reason~parameter_`x`_stays_0:_long_double branches=4/6
//~FUNCTION imaginary outcome=unsupported reason~parameter_`z`_stays_0 branches=2/2
//~FUNCTION fields outcome=unsupported reason~`ld`_of branches=4/4
//~FUNCTION hooks outcome=complete branches=6/6
//~FLAGS --executions 300
#include <stdarg.h>
#include <stddef.h>

int callback(int (*cb)(int), int x) {
    if (x > 10)
        return 1;
    if (x == 7)
        return cb(x); //~PRECONDITION null-deref
    return 0;
}

int opaque(const void *p, int n) {
    if (p)
        return 1;
    return n == 3;
}

struct hidden;

int stream(struct hidden *h, int n) {
    if (n == 4)
        return h != NULL;
    return h ? 2 : 3;
}

int arguments(int n, va_list ap) {
    if (n == 99)
        return va_arg(ap, int); //~PRECONDITION null-deref
    return 0;
}

int varies(int n, ...) {
    if (n < 0)
        return -1;
    if (n == 5)
        return 5;
    return 0;
}

int numbers(int n, long double x, __int128 y) {
    if (n == 3)
        return x == 0 && y == 0;
    return 0;
}

int imaginary(_Complex double z, int n) {
    if (n == 12)
        return (int)__real__ z;
    return 0;
}

struct fields { int n; long double ld; __int128 big; int m; };

int fields(const struct fields *f) {
    if (f && f->n + f->m == 100)
        return (int)f->ld;
    return 0;
}

struct hooks { int n; void (*all[4])(int); };

int hooks(struct hooks h, const struct hooks *p) {
    if (h.n == 6)
        return 1;
    return p && p->n ? 2 : 3;
}

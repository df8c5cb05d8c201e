// What stays NULL is told where the function looks at it: the other answer is not tried.
//~FLAGS --executions 300
#include <stddef.h>

struct hidden;
struct widget {
    int size;
    void *user;
    int (*draw)(struct widget *, int);
    struct hidden *own[2];
};

//~FUNCTION compares outcome=unsupported reason~parameter_`p`_stays_NULL:_void_pointer branches=1/2
int compares(void *p, void *q) {
    (void)q;
    if (p == NULL)
        return 1;
    return 0;
}

//~FUNCTION calls outcome=unsupported reason~`draw`_of_`struct_widget`_stays_NULL branches=4/4
int calls(struct widget *w) {
    if (!w || w->size < 3)
        return 0;
    return w->draw(w, 1); //~PRECONDITION null-deref
}

// The first of the array stands for all of them in what is said.
//~FUNCTION elements outcome=unsupported reason~`own[0]`_of_`struct_widget`_stays_NULL branches=3/4
int elements(struct widget *w) {
    if (!w)
        return 0;
    if (w->own[1])
        return 1;
    return 2;
}

// In an address, a copy, a number.
//~FUNCTION as_number outcome=unsupported reason~`user`_of_parameter_`w`_stays_NULL branches=1/2
int as_number(struct widget w) {
    struct widget copy = w;
    unsigned long n = (unsigned long)copy.user & 7;
    if (n + 1 == 1)
        return 1;
    return 0;
}

//~FUNCTION counts outcome=unsupported reason~`counts.calls`_keeps_its_first_value branches=1/2
int counts(void) {
    static int calls;
    calls++;
    if (calls > 10)
        return 1;
    return 0;
}

// A small lexer over a fixed text: realistic control flow.
//~FUNCTION evaluate outcome=complete paths=17 branches=24/24
//~FLAGS --function evaluate
#include <stddef.h>

struct text { char s[4]; };

static int digit(const char **p, int *out) {
    if (**p < '0' || **p > '9')
        return 0;
    *out = *(*p)++ - '0';
    return 1;
}

// digit ( op digit )
int evaluate(const struct text *t) {
    int a, b;
    if (t == NULL)
        return -1;
    const char *p = t->s;
    if (!digit(&p, &a))
        return -2;
    char op = *p;
    if (op != '+' && op != '-' && op != '*' && op != '/')
        return -3;
    p++;
    if (!digit(&p, &b))
        return -4;
    switch (op) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    default: return b ? a / b : -5;
    }
}

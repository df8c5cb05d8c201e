// Numbers that are multiplied and divided by each other: some queries take a solver minutes, and must not keep the
// others waiting.
//~FLAGS --time 120 --until coverage --function quotients
//~FUNCTION quotients outcome=covered branches=18/18 executions<=40000
#include <stddef.h>

struct text {
    const char *at;
    int depth;
};

static long value(struct text *t) {
    long n = 0;
    if (*t->at < '0' || *t->at > '9')
        return -1;
    while (*t->at >= '0' && *t->at <= '9') {
        n = n * 10 + (*t->at++ - '0');
        if (n > 1000000)
            return -1;
    }
    return n;
}
long quotients(struct text *t) {
    if (t == NULL || t->at == NULL)
        return -2;
    long left = value(t);
    while (left >= 0 && (*t->at == '*' || *t->at == '/')) {
        char operation = *t->at++;
        long right = value(t);
        if (right < 0)
            return -1;
        if (operation == '*')
            left *= right;
        else if (right == 0)
            return -1;
        else
            left /= right;
        if (left > 1000000)
            return -1;
    }
    return left;
}

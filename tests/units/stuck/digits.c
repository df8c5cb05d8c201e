// A number has to have seven digits, and parentheses have to be five deep: each character more is a path more, and
// what the first digits make is never as large, which takes no solver to know.
#include <stddef.h>
//~FLAGS --time 120 --until coverage --function amount
//~FUNCTION amount outcome=covered branches=22/22 executions<=15000
static const char *number(const char *s, long *to) {
    long value = 0;
    if (*s < '0' || *s > '9')
        return NULL;
    while (*s >= '0' && *s <= '9') {
        value = value * 10 + (*s++ - '0');
        if (value > 1000000)
            return NULL;
    }
    *to = value;
    return s;
}

int amount(const char *s) {
    long total = 0, value;
    int deep = 0, most = 0;
    if (s == NULL)
        return -1;
    for (;;) {
        while (*s == '(') {
            s++;
            if (++deep > most)
                most = deep;
        }
        s = number(s, &value);
        if (s == NULL)
            return -2;
        total += value;
        while (*s == ')' && deep > 0) {
            s++;
            deep--;
        }
        if (*s != '+')
            break;
        s++;
    }
    if (*s != 0 || deep > 0)
        return -3;
    if (total == 1234567)
        return 1;
    return most >= 5 ? 2 : 0;
}

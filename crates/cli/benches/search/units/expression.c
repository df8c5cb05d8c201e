// A parser: sums and products with parentheses, names, and numbers in three bases.
#include <stddef.h>

enum { BAD = -1, DEEPEST = 8 };

struct parser {
    const char *at;
    int depth;
};

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int digit_of(char c) {
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return 16;
}

static long number(struct parser *p) {
    int base = 10;
    long value = 0;
    if (p->at[0] == '0' && p->at[1] == 'x') {
        base = 16;
        p->at += 2;
    } else if (p->at[0] == '0' && p->at[1] == 'b') {
        base = 2;
        p->at += 2;
    }
    if (digit_of(*p->at) >= base)
        return BAD;
    while (digit_of(*p->at) < base) {
        value = value * base + digit_of(*p->at++);
        if (value > 1000000)
            return BAD;
    }
    return value;
}

static long sum(struct parser *p);

static long atom(struct parser *p) {
    while (*p->at == ' ')
        p->at++;
    if (*p->at == '(') {
        p->at++;
        if (++p->depth > DEEPEST)
            return BAD;
        long inner = sum(p);
        if (inner < 0 || *p->at != ')')
            return BAD;
        p->at++;
        p->depth--;
        return inner;
    }
    if (p->at[0] == 'p' && p->at[1] == 'i') {
        p->at += 2;
        return 3;
    }
    if (p->at[0] == 'm' && p->at[1] == 'a' && p->at[2] == 'x') {
        p->at += 3;
        return 1000;
    }
    return number(p);
}

static long product(struct parser *p) {
    long left = atom(p);
    while (left >= 0 && (*p->at == '*' || *p->at == '/')) {
        char operation = *p->at++;
        long right = atom(p);
        if (right < 0)
            return BAD;
        if (operation == '*')
            left *= right;
        else if (right != 0)
            left /= right;
        else
            return BAD;
        if (left > 1000000)
            return BAD;
    }
    return left;
}

static long sum(struct parser *p) {
    long left = product(p);
    while (left >= 0 && *p->at == '+') {
        p->at++;
        long right = product(p);
        if (right < 0)
            return BAD;
        left += right;
    }
    return left;
}

int evaluate(const char *text) {
    if (text == NULL)
        return BAD;
    struct parser p = {text, 0};
    long value = sum(&p);
    if (value < 0 || *p.at != 0)
        return BAD;
    if (value == 4096)
        return 1;
    if (value == 3003)
        return 2;
    return 0;
}

#ifdef FUZZ
#include "fuzz.h"
static void call(void) {
    char text[64];
    evaluate(take_string(text, sizeof text - 1));
}
#endif

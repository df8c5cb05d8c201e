// What stays NULL because it cannot be an input is no matter where nobody looks at it.
#include <stddef.h>
#include <string.h>

struct hidden;
struct widget {
    int size;
    void *user;
    int (*draw)(struct widget *, int);
    struct hidden *own[2];
    char name[4];
};

//~FUNCTION fits outcome=complete paths=4 branches=6/6
int fits(const struct widget *w, void *context) {
    (void)context;
    if (!w || w->size < 0)
        return -1;
    if (w->name[0] == 'x')
        return w->size > 10;
    return 0;
}

// Handed on, stored and copied is not looked at.
//~FUNCTION handed_on outcome=complete paths=2 branches=2/2
void *handed_on(struct widget w, void *user) {
    struct widget copy;
    memcpy(&copy, &w, sizeof copy);
    copy.user = user;
    if (copy.size == 77)
        return copy.user;
    return copy.own[1];
}

//~FUNCTION by_callback outcome=complete paths=2 branches=2/2
int by_callback(int (*f)(int), int x) {
    int (*kept)(int) = f;
    (void)kept;
    if (x == 5)
        return 1;
    return 0;
}

// A function's own variable that is written before it is read.
//~FUNCTION digits outcome=complete branches=4/4
char *digits(unsigned x) {
    static char text[4];
    int n = 0;
    do {
        text[n++] = (char)('0' + x % 10);
        x /= 10;
    } while (x && n < 3);
    text[n] = 0;
    return text;
}

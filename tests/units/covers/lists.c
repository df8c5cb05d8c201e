// Lists as arguments: lengths are bounded by the depth of the search.
//~FLAGS --depth 8
//~FUNCTION length outcome=bounded reason~depth branches=3/4 paths=9
//~FUNCTION reverse outcome=bounded branches=2/2
//~FUNCTION has_cycle outcome=bounded branches=6/6
//~FUNCTION third outcome=complete branches=8/8
//~FUNCTION sum_is outcome=complete branches=6/6
#include <stddef.h>

struct cell {
    int v;
    struct cell *next;
};

int length(const struct cell *l) {
    int n = 0;
    for (; l && n < 20; l = l->next)
        n++;
    return n;
}

struct cell *reverse(struct cell *l) {
    struct cell *r = NULL;
    while (l) {
        struct cell *next = l->next;
        l->next = r;
        r = l;
        l = next;
    }
    return r;
}

int has_cycle(const struct cell *l) {
    const struct cell *slow = l, *fast = l;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast)
            return 1;
    }
    return 0;
}

int third(const struct cell *l) {
    if (l && l->next && l->next->next && l->next->next->v == 3)
        return 1;
    return 0;
}

int sum_is(const struct cell *l) {
    long sum = 0;
    for (int i = 0; i < 4 && l; i++, l = l->next)
        sum += l->v;
    if (sum == 1000000)
        return 1;
    return 0;
}

// Two pointers that are the same have the same fields behind them: an alias that contradicts what is
// known of those is no input.
//~FUNCTION chain outcome=complete paths=4 branches=7/8 infeasible>=1 bugs=0
//~FUNCTION keys outcome=complete branches=11/12 infeasible>=1 bugs=0
//~FUNCTION acyclic outcome=complete branches=11/12 infeasible>=1 bugs=0
#include <stddef.h>

struct dll {
    int key;
    struct dll *prev, *next;
};

int chain(const struct dll *l) {
    if (l == NULL || l->next == NULL)
        return -1;
    if (l->next->next == NULL) {
        if (l->next == l)
            return 0;
        return 1;
    }
    return 2;
}

int keys(const struct dll *l) {
    if (l == NULL || l->next == NULL || l->prev == NULL)
        return -1;
    if (l->next->key == 5)
        return -2;
    if (l->prev->key != 5)
        return -3;
    if (l->next == l->prev)
        return 0;
    return 2;
}

// A list that was seen to end has no cycle.
int acyclic(const struct dll *l) {
    const struct dll *p = l, *slow = l, *fast = l;
    for (int n = 3; p != NULL && n > 0; n--)
        p = p->next;
    if (p != NULL)
        return 0;
    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast)
            return 1;
    }
    return 2;
}

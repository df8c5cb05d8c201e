// Runners over lists with cycles, which are then written: that two places are the same makes all behind them the
// same, around the cycle and back.
//~FUNCTION cut outcome=complete branches=4/4 infeasible>=1 bugs=0
//~FUNCTION mark outcome=complete branches=4/4 infeasible>=1 bugs=0
#include <stddef.h>

struct list {
    int key;
    struct list *next;
};

static int is_list(const struct list *l) {
    const struct list *slow = l, *fast = l;
    for (int n = 0; fast != NULL && fast->next != NULL; n++) {
        if (n == 6)
            return 0;
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast)
            return 0;
    }
    return 1;
}

int cut(struct list *l) {
    int n = 0;
    if (!is_list(l))
        return -1;
    for (; l != NULL; n++) {
        struct list *next = l->next;
        l->next = NULL;
        l = next;
    }
    return n;
}

int mark(struct list *l) {
    int n = 0;
    if (!is_list(l))
        return -1;
    for (; l != NULL; n++) {
        l->key = 0;
        l = l->next;
    }
    return n;
}

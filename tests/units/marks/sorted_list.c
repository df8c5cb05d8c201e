// An invariant as an assumption: only sorted lists without cycles come through.
//~FUNCTION main outcome=complete paths=10 rejected>=4 branches=8/8 bugs=1
#include <acute.h>
#include <stddef.h>

struct node {
    int v;
    struct node *next;
};

static int is_sorted(const struct node *p) {
    int length = 0;
    while (p && p->next) {
        if (p->v >= p->next->v || ++length > 4)
            return 0;
        p = p->next;
    }
    return 1;
}

int main(void) {
    struct node *list;
    ACUTE_input(list);
    ACUTE_assume(is_sorted(list));
    ACUTE_assert(!list || !list->next || list->next->v != list->v + 3); //~BUG assertion
    return 0;
}

// A driver of call sequences: what is asked depends on what was answered before.
//~FUNCTION main outcome=complete paths=17 bugs=1
#include <cute.h>

static int stack[3], top;

static void push(int x) {
    CUTE_assert(top < 3);
    stack[top++] = x;
}

static int pop(void) {
    CUTE_assert(top > 0); //~BUG assertion
    return stack[--top];
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        int op;
        CUTE_input(op);
        if (op == 0) {
            int value;
            CUTE_input(value);
            CUTE_assume(value > 5);
            push(value);
        } else if (op == 1) {
            int value = pop();
            CUTE_assert(value > 5);
        }
    }
    return 0;
}

// Bytecode: what is on the stack are longer and longer expressions, and depth first search asks the longest queries. What
// takes the solver long is left for what does not.
//~FLAGS --nonnull --time 120 --until coverage
//~FUNCTION execute outcome=covered branches=60/60 executions<=1000
#include <stdint.h>

enum { HALT, PUSH, ADD, MULTIPLY, DIVIDE, DUPLICATE, JUMP_IF_ZERO, LESS };

int execute(const uint8_t *code, int n) {
    int stack[8], top = 0, at = 0;
    if (n <= 0 || n > 40)
        return -1;
    for (int steps = 0; at < n; steps++) {
        if (steps > 100)
            return -2;
        switch (code[at++]) {
        case HALT:
            return top > 0 ? stack[top - 1] : 0;
        case PUSH:
            if (at >= n || top >= 8)
                return -3;
            stack[top++] = (int8_t)code[at++];
            break;
        case ADD:
        case MULTIPLY:
        case DIVIDE:
        case LESS: {
            if (top < 2)
                return -4;
            int b = stack[--top], a = stack[--top];
            switch (code[at - 1]) {
            case ADD:
                stack[top++] = a + b;
                break;
            case MULTIPLY:
                stack[top++] = (int)((unsigned)a * (unsigned)b);
                break;
            case LESS:
                stack[top++] = a < b;
                break;
            default:
                if (b == 0)
                    return -5;
                stack[top++] = b == -1 ? 0 : a / b;
            }
            break;
        }
        case DUPLICATE:
            if (top == 0 || top >= 8)
                return -6;
            stack[top] = stack[top - 1];
            top++;
            break;
        case JUMP_IF_ZERO:
            if (at >= n || top == 0)
                return -7;
            at = stack[--top] == 0 ? code[at] : at + 1;
            break;
        default:
            return -8;
        }
    }
    return top == 3 && stack[0] * 7 == stack[2] ? 1 : 0;
}

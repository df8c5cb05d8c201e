// Recursion as deep as a number of the input says, until the stack is used up.
//~FLAGS --executions 300 --time 120
//~FUNCTION deep branches=4/4
int deep(int n, int x) {
    if (n > 0)
        return deep(n - 1, x) + 1; //~BUG stack-overflow
    if (x == 17)
        return 1;
    return 0;
}

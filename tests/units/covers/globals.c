// Globals the unit changes are as new in every run, and inputs. A function's own keep their first value, which is told where it matters.
//~FUNCTION once outcome=complete paths=3 branches=4/4 bugs=0
//~FUNCTION push outcome=complete branches=6/6 bugs=0
//~FUNCTION count outcome=complete paths=2 branches=2/2 bugs=0
//~FLAGS --executions 300
static int calls;
static int stack[4] = {9, 8, 7, 6};
static int top = 1;
int total = 5;

int once(int x) {
    calls++;
    if (calls > 1)
        return -1;
    if (x == 8)
        return 1;
    return 0;
}

int push(int x) {
    if (x < 0 && top > 0)
        return stack[--top]; //~STATE out-of-bounds
    stack[top++] = x; //~STATE out-of-bounds
    if (stack[0] != 9)
        return -1;
    return stack[1];
}

int count(int x) {
    static int seen;
    if (x > 0)
        seen += x;
    total += seen;
    return total;
}

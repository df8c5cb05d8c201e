// Runs become longer and longer; no query is hard.
//~FLAGS --executions 200 --until bug
int fib(int n) { //~BUG stack-overflow
    if (n == 0)
        return 0;
    if (n == 1)
        return 1;
    return fib(n - 1) + fib(n - 2);
}

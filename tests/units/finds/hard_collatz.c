// Most flips on a path are infeasible. The number of steps grows with each turn of the loop for 0, but the loop does
// not depend on it: its state repeats.
//~FLAGS --executions 200 --until bug
int collatz(int n) {
    int steps = 0;
    while (n != 1) { //~BUG infinite-loop
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
    }
    return steps;
}

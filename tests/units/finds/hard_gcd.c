// Each subtraction makes the next condition harder to solve; boundary values show that one operand may be 0.
//~FLAGS --executions 200 --until bug
int gcd(int a, int b) {
    while (a != b) { //~BUG infinite-loop
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a;
}

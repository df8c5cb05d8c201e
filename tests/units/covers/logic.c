// && and || as conditions and as values.
//~FUNCTION conditions outcome=complete branches=16/16
//~FUNCTION ternaries outcome=complete branches=8/8
int conditions(int a, int b, int c) {
    if ((a == 3 && b == 4) || c == 5)
        return 1;
    if (a > 10 && (b > 10 || c > 10))
        return 2;
    while (!(a < 5 || b))
        return 3;
    return 0;
}

// The last operand is no jump: no path splits there, yet both of its outcomes are wanted.
//~FUNCTION value outcome=complete branches=6/6 paths=3
int value(int a, int b, int c) {
    return (a == 3 && b == 4) || c == 5;
}

int ternaries(int a, int b) {
    int m = a > b ? a - b : b - a;
    int sign = a < 0 ? (b < 0 ? b * 2 : b + 1) : a;
    return m > 100 ? m / 3 : sign;
}

// The number of iterations comes from the input: the same study, Fig. 5; and two loops in each other.
//~FLAGS --time 120 --until coverage
//~FUNCTION sum outcome=covered branches=8/8 executions<=100
//~FUNCTION pairs outcome=covered branches=12/12 executions<=500
int sum(int n, int x) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += i;
    if (x == 41)
        return s;
    if (x == 43 && n == 3)
        return 5;
    return 0;
}

int pairs(const int *a, int n, int m) {
    int c = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (a[i] == j) //~PRECONDITION null-deref
                c++;
    if (c == 3)
        return 1;
    if (n == 6 && m == 2)
        return 2;
    return 0;
}

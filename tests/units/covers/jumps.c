// for, goto, break, continue.
//~FUNCTION skip outcome=complete paths=15 branches=8/8
//~FUNCTION retry outcome=complete paths=5 branches=6/6
int skip(int a, int b, int c) {
    const int k[3] = {a, b, c};
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        if (k[i] < 0)
            continue;
        if (k[i] == 99)
            break;
        sum += 1;
    }
    if (sum == 2)
        return 7;
    return sum;
}

int retry(int x) {
    int tries = 0;
again:
    tries++;
    if (x == 12)
        goto out;
    if (tries < 3) {
        x += 4;
        goto again;
    }
    if (x > 100)
        return -1;
out:
    return tries;
}

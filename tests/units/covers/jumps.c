// for, while, do, goto, break, continue.
//~FUNCTION digits outcome=complete branches=4/4
//~FUNCTION skip outcome=complete branches=8/8
//~FUNCTION retry outcome=complete branches=6/6
//~FUNCTION computed outcome=complete
int digits(unsigned short n) {
    int d = 0;
    if (n > 500)
        return -1;
    do {
        d++;
        n /= 10;
    } while (n);
    return d;
}

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

int computed(unsigned char op) {
    static const void *const labels[2] = {&&zero, &&other};
    goto *labels[op != 0];
zero:
    return 0;
other:
    return 1;
}

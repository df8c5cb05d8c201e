// A decimal number of at most three digits, or none.
//~FUNCTION parse outcome=complete branches=10/10 paths=10
// Empty; each of three digits below '0', above '9' or the end behind it (two of them); three digits.
struct text {
    char s[4];
};

int parse(struct text t) {
    int n = 0, i = 0;
    if (t.s[0] == '\0')
        return -1;
    for (; i < 3 && t.s[i]; i++) {
        if (t.s[i] < '0' || t.s[i] > '9')
            return -1;
        n = 10 * n + (t.s[i] - '0');
    }
    return n;
}

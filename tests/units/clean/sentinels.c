// Loops that stop at a sentinel the unit put there itself.
//~FUNCTION find outcome=complete bugs=0
//~FUNCTION terminated outcome=complete bugs=0
//~FUNCTION bounded_walk outcome=complete bugs=0
int find(int x) {
    int k[5] = {4, 8, 15, 16, x};
    int i = 0;
    while (k[i] != x)
        i++;
    return i;
}

struct text { char s[4]; };

int terminated(struct text t) {
    int n = 0;
    t.s[3] = '\0';
    while (t.s[n])
        n++;
    return n;
}

struct cell { struct cell *next; };

int bounded_walk(const struct cell *p) {
    int n = 0;
    while (p && n < 3) {
        p = p->next;
        n++;
    }
    return n;
}

// What nobody defines returns inputs: branches that depend on an answer are reached, and tests give it again.
//~FUNCTION sensor outcome=complete paths=4 branches=6/6 bugs=0
//~FUNCTION twice outcome=complete paths=3 branches=4/4 bugs=0
//~FUNCTION walk outcome=complete branches=6/6 bugs=0
//~FUNCTION pair_of outcome=complete paths=3 branches=4/4 bugs=0
struct node {
    int v;
    struct node *next;
};
struct pair {
    short a;
    long b;
};

int read_sensor(int which);
struct node *find(int key);
struct pair measure(void);

int sensor(int x) {
    if (x < 0)
        return -1;
    int t = read_sensor(x);
    if (t > 100)
        return 1;
    if (t == x + 7)
        return 2;
    return 0;
}

// Each call has an answer of its own.
int twice(void) {
    int first = read_sensor(0), second = read_sensor(1);
    if (first < second)
        return 1;
    if (first == second)
        return 2;
    return 0;
}

int walk(int key) {
    struct node *n = find(key);
    if (!n)
        return 0;
    if (n->next && n->v == key)
        return 1;
    return 2;
}

int pair_of(void) {
    struct pair p = measure();
    if (p.a == 3 && p.b == 1234567890123)
        return 1;
    return 0;
}

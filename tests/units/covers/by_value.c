// Structs passed and returned by value: in one register, in two, in memory.
//~FUNCTION small outcome=complete branches=4/4
//~FUNCTION medium outcome=complete branches=4/4
//~FUNCTION large outcome=complete branches=4/4
//~FUNCTION through outcome=complete branches=4/4
struct small { int a; short b; };
struct medium { long a; int b; char c; };
struct large { int a[10]; struct small s; };

struct small small(struct small s) {
    if (s.a == 31 && s.b == -7)
        s.a = 0;
    return s;
}

struct medium medium(struct medium m) {
    if (m.a == 1l << 40 && m.c == 'x')
        m.b++;
    return m;
}

struct large large(struct large l) {
    if (l.a[9] == 5 && l.s.b == 6)
        l.a[0] = 7;
    return l;
}

static struct large twice(struct large l, struct medium m) {
    l.a[3] *= 2;
    l.s.a = m.b;
    return l;
}

int through(struct large l, struct medium m) {
    struct large r = twice(l, m);
    if (r.a[3] == 42)
        return 1;
    if (r.s.a == 43)
        return 2;
    return 0;
}

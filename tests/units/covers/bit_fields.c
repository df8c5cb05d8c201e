// Bit-fields are inputs: signed, unsigned, _Bool, enums, beside ordinary members, across bytes, packed.
//~FUNCTION flags outcome=complete branches=10/10
//~FUNCTION beside outcome=complete branches=6/6
//~FUNCTION wide outcome=complete branches=6/6
//~FUNCTION packed outcome=complete branches=8/8
//~FUNCTION by_value outcome=complete branches=6/6
//~FUNCTION sets outcome=complete branches=6/6
enum mode { OFF, SLOW, FAST, BROKEN };
struct flags { unsigned ready : 1, level : 3; int delta : 5; _Bool on : 1; enum mode mode : 2; int : 0; unsigned rest : 9; };

int flags(const struct flags *f) {
    if (!f)
        return -1;
    if (f->level == 6)
        return 1;
    if (f->delta == -16 && f->ready)
        return 2;
    if (f->mode == BROKEN)
        return f->on + 3;
    return f->rest;
}

struct beside { char c; int b : 24; };

int beside(struct beside *p) {
    if (p && p->c == 'x' && p->b == -70000)
        return 1;
    return 0;
}

struct wide { unsigned long long all : 64; long long most : 61; unsigned few : 3; };

int wide(const struct wide *w) {
    if (w && w->all == 0x123456789abcdef0ULL && w->most < -1000000000000LL)
        return 1;
    return 0;
}

struct __attribute__((packed)) packed { unsigned a : 3; unsigned long long b : 40; int c : 21; char d; unsigned e : 12; };

int packed(const struct packed *p) {
    if (!p)
        return 0;
    if (p->b == 0xffffffffffULL && p->c == -5)
        return 1;
    if (p->a == 5)
        return p->d + p->e;
    return 2;
}

struct nest { struct flags inner[2]; struct { unsigned x : 4, y : 4; }; };

int by_value(struct nest n) {
    if (n.inner[1].delta == 7 && n.x + n.y == 30)
        return n.inner[0].on ? 1 : 2;
    return 0;
}

int sets(struct flags *f) {
    if (!f)
        return 0;
    f->level += 3;
    f->on = !f->on;
    if (f->level == 1)
        return 1;
    if (f->delta++ == 15)
        return f->delta;
    return 2;
}

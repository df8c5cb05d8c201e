// A flexible array member has as many elements as the unit reads, up to --array-limit.
//~FUNCTION head outcome=complete branches=6/6
//~FUNCTION zero outcome=complete branches=6/6
//~FUNCTION tail outcome=complete branches=8/8
//~FUNCTION first outcome=complete branches=4/4
//~FUNCTION copied outcome=complete branches=4/4
//~FUNCTION pointers outcome=complete branches=8/8
//~FUNCTION nested outcome=complete branches=4/4
//~FUNCTION indexed outcome=complete branches=6/6
//~FUNCTION counted outcome=complete branches=8/8
//~FUNCTION word outcome=complete branches=8/8
//~FUNCTION released outcome=complete branches=4/4
//~FUNCTION text outcome=bounded branches=4/4 reason~buffers_of_64_elements
#include <stdlib.h>

struct message { int size; unsigned char kind; unsigned char data[]; };
struct old { short n; int data[0]; };

int head(const struct message *m) {
    if (m && m->size == 12 && m->kind == 3)
        return 1;
    return 0;
}

int zero(struct old *o) {
    if (o && o->n == -3 && o->data[2] == 70000)
        return 1;
    return 0;
}

int tail(const struct message *m) {
    if (m && m->size > 0 && m->kind == 1 && m->data[7] == 200)
        return 1;
    return 0;
}

// In the padding of the struct.
int first(const struct message *m) {
    if (m && m->data[1] == 77)
        return 1;
    return 0;
}

// The padding is copied, too.
int copied(const struct message *m) {
    if (!m)
        return 0;
    struct message copy = *m;
    return copy.kind == 3 ? 1 : 0;
}

struct many { long n; const struct many *each[]; };

long pointers(const struct many *m) {
    if (m && m->n > 2 && m->each[2] && m->each[2]->n == 4)
        return 1;
    return 0;
}

struct wrapped { char tag; struct { int n; struct old *last[]; } in; };

int nested(struct wrapped *w) {
    if (w && w->in.last[1])
        return 1;
    return 0;
}

int indexed(const struct message *m, unsigned i) {
    if (!m || i >= 4)
        return 0;
    if (m->data[i] == 9)
        return 1;
    return 0;
}

int counted(const struct message *m) {
    int n = 0;
    if (!m || m->size > 3)
        return -1;
    for (int i = 0; i < m->size; i++)
        if (m->data[i] == 'x')
            n++;
    return n;
}

struct name { const int id; char text[]; };

int word(const struct name *s) {
    if (s && s->text[0] == 'a' && s->text[1] == '"' && s->text[2] == 0)
        return s->id;
    return 0;
}

// Tests allocate what it frees.
int released(struct message *m) {
    int r = 0;
    if (m && m->data[3] == 5)
        r = 1;
    free(m);
    return r;
}

int text(const struct name *s) {
    int n = 0;
    if (s)
        while (s->text[n])
            n++;
    return n;
}

// A struct with a flexible array member is explored without its tail; who reads that gets no `complete`.
//~FUNCTION head outcome=complete branches=6/6
//~FUNCTION zero outcome=complete branches=4/4
//~FUNCTION tail outcome!=complete
//~FUNCTION first outcome!=complete
//~FUNCTION pointers outcome!=complete
struct message { int size; unsigned char kind; unsigned char data[]; };
struct old { short n; int data[0]; };

int head(const struct message *m) {
    if (m && m->size == 12 && m->kind == 3)
        return 1;
    return 0;
}

int zero(struct old *o) {
    if (o && o->n == -3)
        return 1;
    return 0;
}

int tail(const struct message *m) {
    if (m && m->size > 0 && m->kind == 1)
        return m->data[7];
    return 0;
}

// In the padding of the struct.
int first(const struct message *m) {
    if (m && m->data[1] == 77)
        return 1;
    return 0;
}

struct many { long n; struct many *each[]; };

// What is no pointer of the input is not followed as if it were one.
long pointers(const struct many *m) {
    if (m && m->n > 2 && m->each[2])
        return m->each[2]->n;
    return 0;
}

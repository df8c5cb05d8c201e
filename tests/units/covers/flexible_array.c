// A struct with a flexible array member is explored without its tail; who reads that gets no `complete`.
//~FUNCTION head outcome=complete branches=6/6
//~FUNCTION zero outcome=complete branches=4/4
//~FUNCTION tail outcome!=complete
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

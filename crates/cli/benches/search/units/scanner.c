// A parser that reads all of its N bytes whatever they are: values as in JSON, and after an error it starts
// again with the next byte.
struct text {
    unsigned char byte[N];
};

struct scanner {
    const unsigned char *at, *end;
    int depth;
};

static int next(struct scanner *s) {
    return s->at < s->end ? *s->at : -1;
}

static int digits(struct scanner *s) {
    int n = 0;
    for (; next(s) >= '0' && next(s) <= '9'; n++)
        s->at++;
    return n > 0;
}

static int string(struct scanner *s) {
    s->at++;
    while (next(s) != '"') {
        if (next(s) < ' ')
            return 0;
        if (next(s) == '\\')
            s->at++;
        s->at++;
    }
    s->at++;
    return 1;
}

static int value(struct scanner *s);

static int list(struct scanner *s) {
    s->at++;
    if (++s->depth > 4)
        return 0;
    if (next(s) != ']')
        do {
            if (!value(s))
                return 0;
        } while (next(s) == ',' && s->at++);
    if (next(s) != ']')
        return 0;
    s->at++;
    s->depth--;
    return 1;
}

static int value(struct scanner *s) {
    while (next(s) == ' ')
        s->at++;
    if (next(s) == '"')
        return string(s);
    if (next(s) == '[')
        return list(s);
    if (next(s) == '-')
        s->at++;
    return digits(s);
}

int scan(struct text t) {
    struct scanner s = {t.byte, t.byte + N, 0};
    int values = 0;
    while (s.at < s.end) {
        if (value(&s))
            values++;
        else
            s.at++;
        s.depth = 0;
    }
    return values;
}

// Types that no inputs can be made for are named, and nothing is run.
//~FUNCTION opaque outcome=unsupported reason~void executions=0
//~FUNCTION callback outcome=unsupported reason~f executions=0
//~FUNCTION either outcome=unsupported reason~union executions=0
//~FUNCTION variadic outcome=unsupported reason~variadic executions=0
//~FUNCTION incomplete outcome=unsupported reason~hidden executions=0
//~FUNCTION fields outcome=unsupported reason~bit-field executions=0
union either { int i; float f; };
struct hidden;

int opaque(void *p) {
    return p != 0;
}

int callback(int (*f)(int), int x) {
    return f(x);
}

int either(union either e) {
    return e.i == 4;
}

int variadic(int n, ...) {
    return n > 2;
}

int incomplete(struct hidden *h) {
    return h != 0;
}

struct flags { unsigned ready : 1, mode : 3; int level : 5; };

int fields(const struct flags *f) {
    if (!f)
        return -1;
    if (f->mode == 6)
        return 1;
    return f->level == -16 && f->ready;
}

// Types that no inputs can be made for are named, and nothing is run.
//~FUNCTION vector outcome=unsupported reason~vector executions=0
//~FUNCTION huge outcome=unsupported reason~larger executions=0
//~FLAGS --executions 300
typedef int vector_t __attribute__((vector_size(16)));

int vector(vector_t v) {
    return v[0] == 4;
}

struct huge { char bytes[70000]; };

int huge(struct huge h) {
    return h.bytes[4] == 4;
}

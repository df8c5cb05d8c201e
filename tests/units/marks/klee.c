// KLEE's marks: typed where the pointer tells, bytes where it does not.
//~FUNCTION main outcome=complete paths=6 branches=16/18 bugs=1
#include <klee/klee.h>
#include <stdlib.h>

struct pair {
    short a;
    double b;
};

int main(int argc, char **argv) {
    struct pair p;
    char name[4];
    unsigned char raw[6];
    void *memory = raw;
    klee_make_symbolic(&p, sizeof p, "p");
    klee_make_symbolic(name, sizeof name, "name");
    klee_make_symbolic(memory, sizeof raw, "raw");
    int n = klee_range(3, 9, "n");
    if (argc != 1 || argv[1])
        return 1;
    klee_assume(p.a > 3);
    if (p.b == 2.5 && name[3] == 'x' && raw[5] == 200 && n == 8 && p.a < 5)
        abort(); //~BUG abort
    return klee_int("result") > 3;
}

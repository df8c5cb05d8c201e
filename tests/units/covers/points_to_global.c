// A pointer among the arguments that is the address of a global, and of one that is an input itself.
//~FLAGS -- -std=c99
//~FUNCTION is_it outcome=complete branches=4/4
int shared[4];
int *first = shared;

int is_it(int *p, int i) {
    if (p == first)
        return 1;
    shared[i & 3] = 5;
    if (*p == 5) //~PRECONDITION null-deref
        return 3;
    return 0;
}

// An address made of several pointers: where one is NULL, it is that one.
//~FUNCTION between outcome=unsupported bugs=0 preconditions=1 branches=4/4
//~FLAGS --executions 300
int between(const char *p, const char *q, const char *r, int n) {
    if (n < 0 || n > 5)
        return 0;
    return p[q - r + n]; //~PRECONDITION null-deref
}

// Two that are NULL behind an object of the unit's own lead there; another is the one that is followed.
//~FUNCTION behind bugs=0
static char room[64];
int behind(char **start, char **pointer, char **end) {
    if (!start || !end || *start || *end)
        return 0;
    room[*end - *start] = 1;
    *pointer = room; //~PRECONDITION null-deref
    return 1;
}

// Globals as they are before another function has set them up: a matter of state, not a bug of their user.
//~FUNCTION look outcome=complete bugs=0 states=1
//~FUNCTION average outcome=complete bugs=0
//~FUNCTION slot bugs=0
//~FUNCTION first outcome=complete bugs=0 states=1
//~FUNCTION checked outcome=complete bugs=0 states=1
#include <stdlib.h>

static int *table;
static int size, count;
static struct { int n; char *names[4]; } registry;
static int ready;

void setup(int n) {
    if (n < 1 || n > 100)
        return;
    size = n;
    table = calloc(n, sizeof *table);
    ready = 1;
}
void add(char *s) {
    if (registry.n >= 0 && registry.n < 4)
        registry.names[registry.n++] = s;
}
void hit(void) { count++; }

int look(int i) {
    if (i < 0 || i >= 1)
        return -1;
    return table[i]; //~STATE null-deref
}

int average(int total) {
    return total / count; //~STATE div-by-zero //~STATE signed-overflow
}

int slot(unsigned h) {
    return table[h % size]; //~STATE div-by-zero //~STATE null-deref //~PRECONDITION out-of-bounds
}

char first(void) {
    return registry.names[0][0]; //~STATE null-deref
}

int checked(int x) {
    if (!ready)
        abort(); //~STATE abort
    return x;
}

// Nothing but the function itself sets it: its first call fails.
static char *lazy;
//~FUNCTION too_late outcome=complete bugs=1
void too_late(char c) {
    lazy[0] = c; //~BUG null-deref
    if (!lazy)
        lazy = malloc(10);
}

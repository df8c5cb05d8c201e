// Findings of one line are told apart by the pointer that is NULL; those of one walk through a structure are one. A stack
// frame that is overwritten is one finding, however far and however it is noticed.
//~FUNCTION add outcome=complete bugs=0 preconditions=2
//~FUNCTION sum bugs=0 preconditions=1
//~FUNCTION copied bugs=1 preconditions=1
//~FUNCTION counted bugs=1 preconditions=1
#include <string.h>

struct item { struct item *prev, *next; int v; };

// The macro of a doubly linked list that CUTE found at fault.
#define ADD(f, s) if (!*(f)) *(f) = (s); else { (s)->prev = *(f); (*(f))->next = (s); }

void add(struct item **f, struct item *s) {
    ADD(f, s) //~PRECONDITION null-deref //~PRECONDITION null-deref
}

int sum(const struct item *p) {
    if (!p)
        return 0;
    int n = 0;
    for (int i = 0; i < 4; i++)
        p = p->next, n += p->v; //~PRECONDITION null-deref
    return n;
}

unsigned long copied(const char *s) {
    char b[8];
    strcpy(b, s); //~PRECONDITION null-deref //~BUG out-of-bounds
    return strlen(b);
}

int counted(const char *s, int n) {
    char b[8];
    int i;
    for (i = 0; i < n; i++)
        b[i] = s[i]; //~PRECONDITION null-deref //~BUG out-of-bounds
    return b[0];
}

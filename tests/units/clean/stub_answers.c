// What follows from the answer of a stub is not the unit's fault: nobody knows what the real function answers.
//~FUNCTION null outcome=complete bugs=0
//~FUNCTION chosen bugs=0
//~FUNCTION length bugs=0
//~FUNCTION divisor outcome=complete bugs=0
//~FUNCTION gives_up outcome=complete bugs=0
//~FUNCTION asserts outcome=complete bugs=0
//~FUNCTION accepted bugs=0
#include <assert.h>
#include <stdlib.h>

extern char *name_of(int k);
extern int get_len(void);
static int table[4];

int null(int k, char *other) {
    return k ? name_of(k)[0] : other != 0; //~PRECONDITION null-deref because~stub_name_of
}

int chosen(void) {
    return table[get_len()]; //~PRECONDITION out-of-bounds because~stub_get_len
}

int length(int x) {
    char b[8];
    int n = get_len();
    for (int i = 0; i < n; i++)
        b[i] = x; //~PRECONDITION out-of-bounds because~stub_get_len
    return b[0];
}

int divisor(unsigned x) {
    return x / (unsigned)get_len(); //~PRECONDITION div-by-zero because~stub_get_len
}

int gives_up(int x) {
    if (get_len() == 77)
        abort(); //~PRECONDITION abort because~stub_get_len
    return x;
}

int asserts(void) {
    int n = get_len() + 1;
    assert(n != 77); //~PRECONDITION assertion because~stub_get_len
    return n;
}

// The real function refuses NULL.
struct node { int type; struct node *child; };
extern int is_object(const struct node *n);

int accepted(const struct node *n) {
    int children = 0;
    if (n)
        children++;
    if (!is_object(n))
        return -1;
    return children + n->type; //~PRECONDITION null-deref because~stub_is_object
}

// What happens whatever it answers is the unit's.
//~FUNCTION whatever outcome=complete bugs=1
int whatever(int x) {
    if (get_len())
        x++;
    if (x == 9)
        abort(); //~BUG abort
    return x;
}

// It was asked about another.
//~FUNCTION another bugs=1
int another(const struct node *n, const struct node *other) {
    int children = 0;
    if (n)
        children++;
    if (!is_object(other))
        return -1;
    return children + n->type; //~BUG null-deref
}

// That it was asked about this one makes no difference.
//~FUNCTION freed_twice bugs=1
static void drop(struct node *n) {
    free(n); //~BUG double-free
}
int freed_twice(struct node *n) {
    if (!n || !is_object(n))
        return 0;
    drop(n);
    drop(n);
    return 1;
}

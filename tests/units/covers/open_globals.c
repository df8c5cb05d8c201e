// A variable that no file of the unit defines may be anything: somebody else's file does. One that is defined here and
// that nothing writes is what it was.
#include <stddef.h>

struct point {
    int x, y;
};
extern int elsewhere;
extern int slots[3];
extern struct point *center;
int verbose;
int table[3] = {1, 2, 4};
static int own = 5;

//~FUNCTION declared outcome=complete paths=3 branches=4/4 bugs=0
int declared(int x) {
    if (elsewhere > x)
        return 1;
    if (slots[1] == -9)
        return 2;
    return 0;
}

//~FUNCTION unwritten outcome=complete paths=1 branches=3/6 bugs=0
int unwritten(void) {
    if (verbose)
        return 1;
    if (table[2] != 4)
        return 4;
    if (own != 5)
        return 2;
    return 0;
}

// That it starts as NULL is no promise: somebody sets it before.
//~FUNCTION follows outcome=complete branches=2/2 bugs=0
int follows(void) {
    if (center->x == 12) //~PRECONDITION null-deref
        return 1;
    return 0;
}

//~FUNCTION length outcome=complete paths=2
int length(struct point *p) {
    return p == NULL ? 0 : p->x * p->x + p->y * p->y;
}

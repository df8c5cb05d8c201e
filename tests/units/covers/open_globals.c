// Without a main the program is not whole: variables that other files can see may be written there.
#include <stddef.h>

int verbose;
const int limit = 3;
int table[3] = {1, 2, 4};
int slots[3];
struct point {
    int x, y;
} *center;
static int own = 5;
static int *nowhere;
extern int elsewhere;

//~FUNCTION level outcome=complete paths=3 branches=4/4 bugs=0
int level(int x) {
    if (verbose > x)
        return 1;
    if (slots[1] == -9)
        return 2;
    return 0;
}

// Nobody else can write these; a table that is filled already is as good as constant.
//~FUNCTION fixed outcome=complete paths=1 branches=3/6 bugs=0
int fixed(void) {
    if (limit != 3)
        return 1;
    if (table[2] != 4)
        return 4;
    if (own != 5)
        return 2;
    if (nowhere)
        return 3;
    return 0;
}

// That it starts as NULL is no promise: somebody sets it before.
//~FUNCTION follows outcome=complete branches=2/2 bugs=0
int follows(void) {
    if (center->x == 12) //~PRECONDITION null-deref
        return 1;
    return 0;
}

// What is only declared here is as good.
//~FUNCTION declared outcome=complete paths=2 branches=2/2 bugs=0
int declared(void) {
    if (elsewhere == 1234)
        return 1;
    return 0;
}

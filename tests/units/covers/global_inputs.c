// Variables of the unit that something writes are inputs where a function reads them.
//~FUNCTION scalar outcome=complete paths=3 branches=4/4 bugs=0
//~FUNCTION array outcome=complete paths=3 branches=4/4 bugs=0
//~FUNCTION fields outcome=complete paths=4 branches=6/6 bugs=0
//~FUNCTION sum_of_two outcome=complete branches=6/6 bugs=0
//~FUNCTION add outcome=complete paths=2 branches=2/2 bugs=0
//~FUNCTION both outcome=complete branches=4/4 bugs=0
//~FUNCTION fixed outcome=complete paths=1 branches=1/2 bugs=0
//~FUNCTION declared outcome=complete paths=2 branches=2/2 bugs=0
//~FUNCTION overwritten outcome=complete paths=1 branches=1/2 bugs=0
//~FUNCTION checks outcome=complete branches=2/2 bugs=0 states=1
//~FUNCTION follows outcome=complete bugs=0 states=1
//~FUNCTION threads_own outcome=unsupported reason~`of_thread`_keeps_its_first_value branches=1/2
//~FUNCTION threads_constant outcome=complete paths=1 branches=1/2
//~FUNCTION first_values outcome=complete branches=8/8 bugs=0
//~FLAGS --executions 300
#include <stddef.h>
#include <stdlib.h>

struct point {
    short x;
    double y;
    struct {
        unsigned char tag;
    } in;
};
struct node {
    int v;
    struct node *next;
};

static int count = 3;
static int table[4] = {1, 2, 3, 4};
static struct point origin = {1, 2.5, {7}};
static struct node *head;
static int armed, *place;
const int limit = 9;
static int never_written = 4;
extern int later;

// Something has to write them.
void set(int x) {
    count = x;
    table[x & 3] = x;
    origin.x = (short)x;
    origin.in.tag = 1;
    origin.y = x;
    armed = x;
    later = x;
    place = NULL;
}

int scalar(int x) {
    if (count == x + 1000)
        return 1;
    if (count > 3)
        return 2;
    return 0;
}

int array(void) {
    if (table[0] > table[1] && table[3] == 77)
        return 1;
    return 0;
}

int fields(void) {
    if (origin.x == -5 && origin.y == 0.25 && origin.in.tag == 200)
        return 1;
    return 0;
}

int sum_of_two(void) {
    if (!head || !head->next)
        return 0;
    if (head->v + head->next->v == 50)
        return 1;
    return 2;
}

void add(struct node *n) {
    if (n)
        n->next = head;
    head = n;
}

// An argument and a global may be the same object.
int both(struct node *n) {
    if (n && n == head)
        return 1;
    return 0;
}

int fixed(void) {
    if (limit == 10)
        return 1;
    if (never_written == 5)
        return 2;
    return 0;
}

int declared(void) {
    if (later == 4321)
        return 1;
    return 0;
}

int later;

int overwritten(void) {
    armed = 2;
    if (armed == 3)
        return 1;
    return 0;
}

int checks(void) {
    if (armed == 31)
        abort(); //~STATE abort
    return 0;
}

// As the program starts, before another function has set it.
int follows(void) {
    return *place; //~STATE null-deref
}

static int cell = 5;
static struct {
    int n;
    int *at;
    const char *name;
} all = {1, &cell, "abc"};

void set_all(int x) {
    all.n = cell = x;
    all.at = NULL;
    all.name = NULL;
}

// What a pointer starts with is one of the things it can point to.
int first_values(void) {
    if (!all.name || !all.at)
        return -1;
    if (all.name[0] == 'x')
        return 1;
    cell = 3;
    *all.at = 4;
    if (cell == 3)
        return 2;
    return 0;
}

static _Thread_local int of_thread, never = 3;

// A thread's own keeps its first value, and that is told.
int threads_own(void) {
    of_thread++;
    if (of_thread > 4)
        return never;
    return 0;
}

int threads_constant(void) {
    if (never > 4)
        return 1;
    return 0;
}

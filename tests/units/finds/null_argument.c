// NULL may be what no caller passes; what lies behind the crash is explored all the same.
//~FUNCTION get outcome=complete bugs=0 preconditions=1 branches=2/2
//~FUNCTION set outcome=complete bugs=0 preconditions=1
struct cell { int v; struct cell *next; };

int get(const struct cell *p) {
    if (p->v == 12) //~PRECONDITION null-deref
        return 1;
    return 0;
}

void set(int *p) {
    *p = 1; //~PRECONDITION null-deref
}

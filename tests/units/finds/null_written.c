// The same, written through: here it is found, but not at its place.
// FIXME: at the store; today it is behind the end of the file.
//~FUNCTION write_field outcome=complete bugs=1
struct cell { int v; struct cell *next; };

int write_field(struct cell *p) {
    if (!p)
        p->v = 3;
    return 0;
}

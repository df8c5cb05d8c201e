// The twins of finds/field_bounds.c: every index is inside its field.
//~FLAGS --executions 2000 --time 60
//~FUNCTION local_field bugs=0
//~FUNCTION argument_field bugs=0
//~FUNCTION heap_field bugs=0
//~FUNCTION global_field bugs=0
//~FUNCTION nested bugs=0
//~FUNCTION array_of_structs bugs=0
//~FUNCTION queued bugs=0
//~FUNCTION past_the_struct bugs=0
//~FUNCTION behind_three_conditions bugs=0
#include <stdlib.h>
#include <string.h>

struct person { int id; char name[8]; int age; };

int local_field(unsigned i) {
    struct person p = { 1, "Ada", 36 };
    if (i > 7)
        return -1;
    p.name[i] = 'x';
    return p.age;
}

int argument_field(struct person *p, unsigned i) {
    if (!p || i >= sizeof p->name)
        return -1;
    return p->name[i];
}

int heap_field(char c) {
    struct person *p = calloc(1, sizeof *p);
    if (!p)
        return -1;
    for (int i = 0; i < 8; i++)
        p->name[i] = c;
    int r = p->age;
    free(p);
    return r;
}

static struct person owner = { 7, "Bob", 50 };

int global_field(int i) {
    if (i > 7 || i < 0)
        return 0;
    return owner.name[i];
}

struct inner { short v[3]; short last; };
struct outer { struct inner in[2]; long sum; };

int nested(unsigned k, unsigned j) {
    struct outer o = { { { { 1, 2, 3 }, 4 }, { { 5, 6, 7 }, 8 } }, 0 };
    if (k > 1 || j > 2)
        return -1;
    o.in[k].v[j] = 9;
    return o.in[1].last;
}

long array_of_structs(unsigned k) {
    struct outer o = { { { { 1, 2, 3 }, 4 }, { { 5, 6, 7 }, 8 } }, 9 };
    if (k > 1)
        return -1;
    o.in[k].last = 3;
    return o.sum;
}

struct queue { int items[4]; unsigned head, tail; };

int queued(unsigned n) {
    struct queue q = { { 0 }, 0, 0 };
    if (n > 6)
        return -1;
    for (unsigned i = 0; i < n; i++) {
        q.items[q.tail % 4] = (int)i;
        q.tail++;
    }
    return q.items[0];
}

struct message { long kind; char text[6]; };

// The field is the last one: the string leaves the struct, too.
int past_the_struct(const char *s) {
    struct message m = { 1, "" };
    if (!s || strlen(s) > 5)
        return -1;
    if (s[0] == '0')
        strcpy(m.text, s);
    return m.text[0];
}

int behind_three_conditions(struct queue *q, int a, int b, int c) {
    if (!q || a < 0 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55)
        return 0;
    if (a < 5 && a > 0)
        q->items[a - 1] = 1;
    return 1;
}

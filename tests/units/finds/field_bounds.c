// Indices that leave an array inside a struct and stay in the struct; the twins are in clean/field_bounds.c.
//~FLAGS --executions 2000 --time 60
//~FUNCTION local_field bugs=1
//~FUNCTION argument_field bugs=1
//~FUNCTION heap_field bugs=1
//~FUNCTION global_field bugs=1
//~FUNCTION nested bugs=1
//~FUNCTION array_of_structs bugs=1
//~FUNCTION queued bugs=1
//~FUNCTION past_the_struct bugs=1
//~FUNCTION behind_three_conditions bugs=1
#include <stdlib.h>
#include <string.h>

struct person { int id; char name[8]; int age; };

// call: local_field(8)
int local_field(unsigned i) {
    struct person p = { 1, "Ada", 36 };
    if (i > 8)
        return -1;
    p.name[i] = 'x'; //~BUG out-of-bounds
    return p.age;
}

// call: struct person p = { 1, "Ada", 36 }; argument_field(&p, 8)
int argument_field(struct person *p, unsigned i) {
    if (!p || i > sizeof p->name)
        return -1;
    return p->name[i]; //~BUG out-of-bounds
}

// call: heap_field('x')
int heap_field(char c) {
    struct person *p = calloc(1, sizeof *p);
    if (!p)
        return -1;
    for (int i = 0; i <= 8; i++)
        p->name[i] = c; //~BUG out-of-bounds
    int r = p->age;
    free(p);
    return r;
}

static struct person owner = { 7, "Bob", 50 };

// call: global_field(-1)
int global_field(int i) {
    if (i > 7 || i < -4)
        return 0;
    return owner.name[i]; //~BUG out-of-bounds
}

struct inner { short v[3]; short last; };
struct outer { struct inner in[2]; long sum; };

// call: nested(1, 3)
int nested(unsigned k, unsigned j) {
    struct outer o = { { { { 1, 2, 3 }, 4 }, { { 5, 6, 7 }, 8 } }, 0 };
    if (k > 1 || j > 3)
        return -1;
    o.in[k].v[j] = 9; //~BUG out-of-bounds
    return o.in[1].last;
}

// call: array_of_structs(2)
long array_of_structs(unsigned k) {
    struct outer o = { { { { 1, 2, 3 }, 4 }, { { 5, 6, 7 }, 8 } }, 9 };
    if (k > 2)
        return -1;
    o.in[k].last = 3; //~BUG out-of-bounds
    return o.sum;
}

struct queue { int items[4]; unsigned head, tail; };

// call: queued(5)
int queued(unsigned n) {
    struct queue q = { { 0 }, 0, 0 };
    if (n > 6)
        return -1;
    for (unsigned i = 0; i < n; i++) {
        q.items[q.tail] = (int)i; //~BUG out-of-bounds
        q.tail++;
    }
    return q.items[0];
}

struct message { long kind; char text[6]; };

// The field is the last one: the string leaves the struct, too.
// call: past_the_struct("0123456789")
int past_the_struct(const char *s) {
    struct message m = { 1, "" };
    if (!s || strlen(s) > 10)
        return -1;
    if (s[0] == '0' && strlen(s) == 10)
        strcpy(m.text, s); //~BUG out-of-bounds
    return m.text[0];
}

// call: struct queue q = { { 0 }, 0, 0 }; behind_three_conditions(&q, 5, 8, 5 ^ 0x55)
int behind_three_conditions(struct queue *q, int a, int b, int c) {
    if (!q || a < 0 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55)
        return 0;
    if (a < 6)
        q->items[a - 1] = 1; //~BUG out-of-bounds
    return 1;
}

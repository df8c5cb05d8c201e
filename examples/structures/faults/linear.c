// A planted leak: a sum of linear expressions that becomes constant is returned as NULL, and what was
// allocated for it is lost, as in CUTE's own cu_linear_add (CUTE, section 5.1). The calls are found.
#include <acute.h>
#include <stdlib.h>

enum { TERMS = 4 };

// invariant: no coefficient is 0, variables rise.
struct linear {
    int count;
    int variable[TERMS], coefficient[TERMS];
};

static struct linear *linear_allocate(void) {
    struct linear *l = malloc(sizeof *l);
    if (l == NULL)
        abort();
    l->count = 0;
    return l;
}

static void linear_append(struct linear *l, int variable, int coefficient) {
    if (coefficient == 0 || l->count == TERMS)
        return;
    l->variable[l->count] = variable;
    l->coefficient[l->count++] = coefficient;
}

// The expression that is this variable.
static struct linear *linear_create(int variable) {
    struct linear *l = linear_allocate();
    linear_append(l, variable, 1);
    return l;
}

static void linear_negate(struct linear *l) {
    for (int i = 0; i < l->count; i++)
        l->coefficient[i] = -l->coefficient[i];
}

// The sum, NULL if no variable is left in it.
static struct linear *linear_add(const struct linear *a, const struct linear *b) {
    struct linear *sum = linear_allocate();
    int i = 0, j = 0;
    while (i < a->count || j < b->count) {
        if (j == b->count || (i < a->count && a->variable[i] < b->variable[j])) {
            linear_append(sum, a->variable[i], a->coefficient[i]);
            i++;
        } else if (i == a->count || b->variable[j] < a->variable[i]) {
            linear_append(sum, b->variable[j], b->coefficient[j]);
            j++;
        } else {
            linear_append(sum, a->variable[i], a->coefficient[i] + b->coefficient[j]);
            i++;
            j++;
        }
    }
    if (sum->count == 0)
        return NULL; // what is leaked here was allocated by linear_allocate
    return sum;
}

int main(void) {
    int x, y, negate_x, negate_y;
    ACUTE_input(x);
    ACUTE_input(y);
    ACUTE_input(negate_x);
    ACUTE_input(negate_y);
    struct linear *a = linear_create(x), *b = linear_create(y);
    if (negate_x)
        linear_negate(a);
    if (negate_y)
        linear_negate(b);
    struct linear *sum = linear_add(a, b);
    free(sum);
    free(a);
    free(b);
    return 0;
}

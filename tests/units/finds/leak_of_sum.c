// The leak that CUTE found in its own linear expressions (Sen, Marinov, Agha: "CUTE: A concolic unit testing engine for C",
// section 5.1): a sum that becomes a constant is returned as NULL, and the expression made for it is lost. CUTE needed
// 537 runs of a sequence of calls.
//~FLAGS --executions 537 --time 60 --strategy dfs --function sequence
//~FUNCTION sequence bugs=1 executions<=537
#include <stdlib.h>
#include <string.h>

#define MOST 8

// constant + sum of coefficient[i] * variable[i]
typedef struct {
    int count, constant;
    int variable[MOST], coefficient[MOST];
} linear;

static linear *linear_create(int variable) {
    linear *ret = calloc(1, sizeof *ret);
    if (!ret)
        return NULL;
    ret->count = 1;
    ret->variable[0] = variable;
    ret->coefficient[0] = 1;
    return ret;
}

static linear *linear_negate(const linear *of) {
    if (!of)
        return NULL;
    linear *ret = malloc(sizeof *ret);
    if (!ret)
        return NULL;
    *ret = *of;
    ret->constant = -ret->constant;
    for (int i = 0; i < ret->count; i++)
        ret->coefficient[i] = -ret->coefficient[i];
    return ret;
}

static void put(linear *to, int variable, int coefficient) {
    if (coefficient != 0 && to->count < MOST) {
        to->variable[to->count] = variable;
        to->coefficient[to->count++] = coefficient;
    }
}

static linear *linear_add(const linear *c1, const linear *c2, int sign) {
    if (!c1 || !c2)
        return NULL;
    linear *ret = calloc(1, sizeof *ret); //~BUG leak message~72_bytes
    if (!ret)
        return NULL;
    int i = 0, j = 0;
    ret->constant = c1->constant + sign * c2->constant;
    while (i < c1->count || j < c2->count) {
        if (j == c2->count || (i < c1->count && c1->variable[i] < c2->variable[j])) {
            put(ret, c1->variable[i], c1->coefficient[i]);
            i++;
        } else if (i == c1->count || c2->variable[j] < c1->variable[i]) {
            put(ret, c2->variable[j], sign * c2->coefficient[j]);
            j++;
        } else {
            put(ret, c1->variable[i], c1->coefficient[i] + sign * c2->coefficient[j]);
            i++, j++;
        }
    }
    if (ret->count == 0)
        return NULL;
    return ret;
}

static void set(linear **to, linear *value) {
    if (*to != value)
        free(*to);
    *to = value;
}

struct step { unsigned char call, variable; };

void sequence(struct step a, struct step b, struct step c, struct step d) {
    struct step steps[] = { a, b, c, d };
    linear *l1 = NULL, *l2 = NULL;
    for (int i = 0; i < 4; i++)
        switch (steps[i].call) {
        case 1: set(&l1, linear_create(steps[i].variable)); break;
        case 2: set(&l2, linear_create(steps[i].variable)); break;
        case 3: set(&l1, linear_negate(l1)); break;
        case 4: set(&l1, linear_add(l1, l2, 1)); break;
        case 5: set(&l2, linear_negate(l2)); break;
        }
    free(l1);
    free(l2);
}

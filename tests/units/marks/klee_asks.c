// What a program may ask KLEE about its values and objects.
//~FUNCTION main outcome=complete bugs=1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static char table[40];

int main(void) {
    int x, y = 3;
    char local[12];
    klee_make_symbolic(&x, sizeof x, "x");
    if (!klee_is_symbolic(x) || !klee_is_symbolic(x + y) || klee_is_symbolic(y) || klee_is_symbolic(x - x))
        abort();
    char *p;
    if (x == 3)
        p = malloc(30);
    else
        p = malloc(10);
    table[0] = local[0] = 1;
    if (klee_get_obj_size(p) == 30)
        assert(x != 3); //~BUG assertion
    if (klee_get_obj_size(local) != 12 || klee_get_obj_size(table) != 40 || klee_get_obj_size(table + 5) != 40)
        abort();
    free(p);
    return local[0] - 1;
}

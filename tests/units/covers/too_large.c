// A list of objects that are large together: where a run cannot be given more, that is a bound, and nothing that ends
// the command.
#include <stddef.h>

struct page {
    long words[7500];
    struct page *next;
};

//~FUNCTION pages outcome=bounded reason~larger_inputs_than_a_run_is_given branches=6/6 bugs=0
int pages(const struct page *p) {
    int n = 0;
    for (; p != NULL; p = p->next)
        n++;
    if (n > 2)
        return 1;
    if (n > 1)
        return 2;
    return 0;
}

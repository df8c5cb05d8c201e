// How soon is a valid doubly linked list of NODES elements found? The assertion fails on the first one.
#include "doubly_linked_list.h"
#include <acute.h>

#ifndef NODES
#define NODES 4
#endif

int main(void) {
    struct dll *l;
    ACUTE_input(l);
    ACUTE_assume(dll_ok(l) && dll_length(l) == NODES);
    ACUTE_assert(0);
    return 0;
}

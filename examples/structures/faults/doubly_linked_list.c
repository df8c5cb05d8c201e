// A planted fault: concatenating an empty list to one that is not empty writes through NULL, as SGLIB
// 1.0.1 did (CUTE, section 5.2). Everything else is the library and its harness.
#define dll_concat dll_concat_of_the_library
#include "../doubly_linked_list.h"
#undef dll_concat

static void dll_concat(struct dll **first, struct dll *second) {
    struct dll *last = dll_last(*first), *begin = dll_first(second);
    if (last == NULL) {
        *first = begin;
    } else {
        last->next = begin;
        begin->prev = last;
    }
}

#include "../doubly_linked_list.c"

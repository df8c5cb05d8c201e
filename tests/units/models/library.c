// Calls into the library with what is symbolic.
//~FUNCTION length outcome=complete paths=8 branches=2/2 bugs=0
//~FUNCTION compare outcome=complete branches=2/2 bugs=0
// atoi has a body in stdlib.h, only there to be inlined.
//~FLAGS --time 60
//~FUNCTION number outcome=complete branches=2/2 bugs=0
#include <stdlib.h>
#include <string.h>

struct text { char s[8]; };

int length(struct text t) {
    t.s[7] = '\0';
    if (strlen(t.s) == 5)
        return 1;
    return 0;
}

int compare(struct text t) {
    t.s[7] = '\0';
    if (strcmp(t.s, "secret") == 0)
        return 1;
    return 0;
}

int number(struct text t) {
    t.s[3] = '\0';
    if (atoi(t.s) == -42)
        return 1;
    return 0;
}

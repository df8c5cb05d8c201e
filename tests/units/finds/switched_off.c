// What is switched off is not reported, or under another name.
//~FLAGS --executions 200 --time 60 --checks -leak,-overlap,-unterminated
//~FUNCTION leaks bugs=0
//~FUNCTION overlaps bugs=0
//~FUNCTION no_end bugs=1
#include <stdlib.h>
#include <string.h>

int leaks(int k) {
    char *p = malloc(3);
    return p && k == 3;
}

int overlaps(unsigned n) {
    char text[8] = "text";
    if (n == 3)
        memcpy(text + 1, text, n);
    return text[3];
}

int no_end(void) {
    char *p = malloc(1);
    if (!p)
        return -1;
    p[0] = 'x';
    int r = (int)strlen(p); //~BUG out-of-bounds
    free(p);
    return r;
}

// CUTE_input_array gives a pointer without storage the elements it asks for; arrays and pointers to something keep what
// they have.
//~FUNCTION main outcome=complete bugs=4
#include <cute.h>
#include <stdlib.h>

struct pair { int a; short b; };

int main(void) {
    int *p = NULL, own[3], *q = own;
    struct pair *pairs;
    char text[4];
    CUTE_input_array(p, 3);
    CUTE_input_array(pairs, 2);
    CUTE_input_array(text, 4);
    CUTE_input_array(q, 3);
    if (p[2] == 77)
        abort(); //~BUG abort
    if (pairs[1].b == 5)
        abort(); //~BUG abort
    if (text[3] == 'x')
        abort(); //~BUG abort
    if (own[1] == 9)
        abort(); //~BUG abort
    return 0;
}

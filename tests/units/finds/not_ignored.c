// A comment that asks to ignore findings counts for its kinds, its line and the line below; a text is no comment.
//~FUNCTION other_kind outcome=complete bugs=1
//~FUNCTION other_line outcome=complete bugs=1
//~FUNCTION in_a_text outcome=complete bugs=1
#include <stdlib.h>

int other_kind(int x) {
    if (x == 1234)
        abort(); /* acute: ignore null-deref */ //~BUG abort
    return x;
}

int other_line(int x) {
    /* acute: ignore abort */
    if (x == 1234)
        abort(); //~BUG abort
    return x;
}

const char *in_a_text(int x) {
    const char *text = "/* acute: ignore abort */";
    if (x == 1234) abort(); //~BUG abort
    return text;
}

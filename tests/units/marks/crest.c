// CREST's marks.
//~FUNCTION main outcome=complete paths=4 branches=6/6 bugs=1
#include <crest.h>
#include <stdlib.h>

int main(void) {
    int a;
    unsigned char b;
    CREST_int(a);
    __CrestUChar(&b);
    if (a * 2 == 14)
        if (b > 250)
            if (a + b == 260)
                abort(); //~BUG abort
    return 0;
}

// ALERT (Fan 2007), Fig. 3: two words compared one after the other; the second is reached all the same.
// A way out of the first for each character that ends it or differs, 24 of them, and 30 of the second.
//~FLAGS --function testme
//~FUNCTION testme outcome=complete paths=722 branches=8/8 bugs=1
#include <stdlib.h>

static int compare(const char *a, const char *b) {
    while (*a != '\0' && *b != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a - *b;
}

int testme(const char *s1, const char *s2) {
    if (!s1 || !s2)
        return -1;
    int first = compare(s1, "Hello World"), second = compare(s2, "Hello ESEC/FSE");
    if (first == 0)
        if (second == 0)
            abort(); //~BUG abort
    return 0;
}

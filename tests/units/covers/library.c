// Calls that nothing symbolic goes into lose nothing.
//~FUNCTION report outcome=complete paths=2 branches=3/4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int report(int x) {
    char text[16];
    snprintf(text, sizeof text, "%d", 42);
    if (strlen(text) != 2)
        abort();
    if (x == 42)
        puts("found");
    return atoi(text);
}

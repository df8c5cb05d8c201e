// Classes of characters split no path of their own.
//~FUNCTION kind outcome=complete paths=4 branches=6/6 bugs=0
//~FUNCTION loud outcome=complete paths=2 branches=2/2 bugs=0
#include <ctype.h>

int kind(char c) {
    if (isdigit((unsigned char)c))
        return 1;
    if (isalpha((unsigned char)c))
        return 2;
    if (isspace((unsigned char)c))
        return 3;
    return 0;
}

int loud(char c) {
    if (toupper(c) == 'Q')
        return 1;
    return 0;
}

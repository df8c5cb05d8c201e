// An input buffer has one element today; what needs more is not seen.
//~FUNCTION second outcome=bounded reason~one_element
//~FUNCTION text outcome=bounded
#include <stddef.h>

int second(const int *p) {
    if (!p)
        return -1;
    if (p[1] == 4)
        return 1;
    return 0;
}

int text(const char *s) {
    if (!s)
        return -1;
    for (int i = 0; i < 3; i++)
        if (s[i] != "abc"[i])
            return 0;
    return 1;
}

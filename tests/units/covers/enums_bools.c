//~FUNCTION mix outcome=complete branches=8/8
//~FUNCTION letter outcome=complete branches=8/8
//~FUNCTION tell outcome=complete branches=4/4
#include <stdbool.h>

enum level { LOW, MID = 5, TOP = 9 };

int mix(bool a, bool b, enum level l) {
    if (a != b)
        return 1;
    if (a && l == MID)
        return 2;
    if (l > TOP)
        return 3;
    return 0;
}

char letter(char c) {
    if (c >= 'a' && c <= 'z')
        return (char)(c - 'a' + 'A');
    if (c == ' ' || c == '\t')
        return '_';
    return c;
}

bool tell(enum level l, bool sure) {
    if (sure)
        return l == TOP;
    if (l < MID)
        return false;
    return true;
}

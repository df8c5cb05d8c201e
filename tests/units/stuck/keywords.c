// Words that stand behind one another: no single flip leads from one to the next, and each is compared only at its length.
//~FLAGS --time 120 --until coverage
//~FUNCTION settings outcome=covered branches=32/32 executions<=6000
#include <ctype.h>
#include <stddef.h>
#include <string.h>

// Neither is a word.
static const char none[16];
static const unsigned char bytes[4] = {0, 1, 2, 255};
static const int row[3] = {1, 2, 3};

int settings(const char *p, unsigned k) {
    int section = 0, seen = none[k % 16] + bytes[0] + row[0];
    if (p == NULL)
        return -1;
    while (*p != 0) {
        const char *name = p;
        while (isalnum((unsigned char)*p))
            p++;
        size_t n = (size_t)(p - name);
        if (*p == ':') {
            if (n == 3 && memcmp(name, "net", 3) == 0)
                section = 1;
            else if (n == 6 && memcmp(name, "logger", 6) == 0)
                section = 2;
            else
                return -2;
        } else if (*p == ';') {
            if (section == 1 && n == 4 && memcmp(name, "port", 4) == 0)
                seen |= 2;
            else if (section == 2 && n == 7 && memcmp(name, "verbose", 7) == 0)
                seen |= 4;
            else
                return -3;
        } else {
            return -4;
        }
        p++;
    }
    if (seen == 7)
        return 1;
    return 0;
}

// ALERT (Fan 2007), Fig. 14, after the pager less: a name looked up in a table by the library's strcmp.
//~FUNCTION icharset outcome=complete branches=8/8 bugs=0
#include <string.h>

static const struct {
    const char *name, *description;
} sets[] = {{"ascii", "8bcccbcc18b95.b"}, {"dos", "8bcccbcc12bc5b223.b"}, {"latin1", "8bcccbcc18b95.33b."}};

int icharset(const char *name) {
    if (name == NULL || *name == '\0')
        return 0;
    for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++)
        if (strcmp(name, sets[i].name) == 0)
            return (int)i + 1;
    return -1;
}

// A switch over strings, by the library's strcmp.
#include <stddef.h>
#include <string.h>

// The first word is copied; where the next one begins.
static const char *word(const char *line, char *to, int most) {
    int n = 0;
    while (*line == ' ')
        line++;
    while (*line != 0 && *line != ' ' && n < most - 1)
        to[n++] = *line++;
    to[n] = 0;
    return line;
}

int command(const char *line) {
    char verb[12], object[12];
    if (line == NULL)
        return -1;
    line = word(line, verb, sizeof verb);
    line = word(line, object, sizeof object);
    if (strcmp(verb, "help") == 0)
        return 1;
    if (strcmp(verb, "list") == 0) {
        if (strcmp(object, "users") == 0)
            return 2;
        if (strcmp(object, "groups") == 0)
            return 3;
        return object[0] == 0 ? 4 : -2;
    }
    if (strcmp(verb, "delete") == 0) {
        if (strcmp(object, "everything") == 0)
            return 5;
        if (object[0] == '-' && object[1] == 'f')
            return 6;
        return -3;
    }
    if (strcmp(verb, "shutdown") == 0) {
        if (strcmp(object, "now") == 0 && *line == 0)
            return 7;
        return 8;
    }
    if (strncmp(verb, "set", 3) == 0)
        return verb[3] == '=' && verb[4] == 'y' ? 9 : 10;
    return -4;
}

#ifdef FUZZ
#include "fuzz.h"
static void call(void) {
    char line[64];
    command(take_string(line, sizeof line - 1));
}
#endif

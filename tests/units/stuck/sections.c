// A file of settings: lines that mean something only below others, and names that have to have the right length before
// there is anything to solve. Texts that brought something are put together, and words put where they are compared.
//~FLAGS --nonnull --time 120 --until coverage
//~FUNCTION configure outcome=covered branches=32/32 executions<=6000
#include <string.h>

struct settings {
    int port, verbose, errors;
    char host[16];
};

static int number(const char *s) {
    int n = 0;
    if (*s == '\0')
        return -1;
    for (; *s != '\0'; s++) {
        if (*s < '0' || *s > '9' || n > 9999)
            return -1;
        n = n * 10 + (*s - '0');
    }
    return n;
}

int configure(char *text, struct settings *to) {
    char section[12] = "";
    memset(to, 0, sizeof *to);
    while (*text != '\0') {
        char *line = text, *end = strchr(text, '\n');
        text = end != NULL ? end + 1 : text + strlen(text);
        if (end != NULL)
            *end = '\0';
        if (*line == '#')
            continue;
        if (*line == '[') {
            char *close = strchr(line, ']');
            if (close == NULL)
                return -1;
            *close = '\0';
            if (strlen(line + 1) >= sizeof section)
                return -2;
            strcpy(section, line + 1);
            continue;
        }
        char *equals = strchr(line, '=');
        if (equals == NULL) {
            to->errors++;
            continue;
        }
        *equals = '\0';
        const char *value = equals + 1;
        if (strcmp(section, "network") == 0) {
            if (strcmp(line, "port") == 0) {
                to->port = number(value);
                if (to->port < 0)
                    return -3;
            } else if (strcmp(line, "host") == 0) {
                if (strlen(value) >= sizeof to->host)
                    return -4;
                strcpy(to->host, value);
            } else {
                to->errors++;
            }
        } else if (strcmp(section, "log") == 0) {
            if (strcmp(line, "verbose") == 0)
                to->verbose = strcmp(value, "yes") == 0;
            else
                to->errors++;
        }
    }
    if (to->port > 1023)
        return 1;
    return 0;
}

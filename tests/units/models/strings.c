// Functions of the library that have a model are followed; what they do to a bad pointer is told of their caller.
//~FLAGS --array-limit 8
//~FUNCTION key outcome=complete branches=6/6
//~FUNCTION tail outcome=bounded branches=4/4
//~FUNCTION greet outcome=complete branches=2/2
//~FUNCTION head outcome=complete branches=2/2 preconditions=1
//~FUNCTION nothing outcome=complete
//~FUNCTION path outcome=bounded branches=4/4
//~FUNCTION span outcome=bounded branches=2/2
#include <stdlib.h>
#include <string.h>

int key(const char *s) {
    if (strcmp(s, "get") == 0) //~PRECONDITION null-deref
        return 1;
    if (strncmp(s, "put", 3) == 0)
        return 2;
    if (strcasecmp(s, "del") == 0)
        return 3;
    return 0;
}

int tail(const char *s) {
    const char *colon = strchr(s, ':'); //~PRECONDITION null-deref
    if (colon == NULL)
        return 0;
    if (colon[1] == 'x')
        abort(); //~BUG abort
    return 1;
}

int greet(const char *name) {
    char text[16] = "dear ";
    strncat(text, name, 8); //~PRECONDITION null-deref
    if (strstr(text, "r al") != NULL)
        return (int)strlen(text);
    return 0;
}

int head(const char *packet) {
    if (memcmp(packet, "\x7f" "ELF", 4) == 0) //~PRECONDITION null-deref
        return 1;
    return 0;
}

int nothing(void) {
    const char *volatile none = NULL;
    return strcmp(none, "x"); //~BUG null-deref
}

int path(const char *s) {
    const char *slash = strrchr(s, '/'); //~PRECONDITION null-deref
    if (slash != NULL && slash[1] == '\0')
        return 1;
    return 0;
}

int span(const char *s) {
    size_t n = strspn(s, "01"); //~PRECONDITION null-deref
    if (strcspn(s, ";") == n + 1)
        return 1;
    return 0;
}

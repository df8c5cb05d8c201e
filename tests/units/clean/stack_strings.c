// The twins of finds/stack_strings.c: every string fits.
//~FLAGS --executions 2000 --time 60
//~FUNCTION terminated_behind bugs=0
//~FUNCTION without_room_for_end bugs=0
//~FUNCTION appended bugs=0
//~FUNCTION appended_part bugs=0
//~FUNCTION digits bugs=0
//~FUNCTION by_hand bugs=0
//~FUNCTION escaped bugs=0
#include <string.h>

int terminated_behind(const char *s) {
    char b[8];
    if (!s)
        return -1;
    strncpy(b, s, sizeof b - 1);
    b[sizeof b - 1] = '\0';
    return b[0];
}

int without_room_for_end(const char *s) {
    char b[8];
    if (!s || strlen(s) >= sizeof b)
        return -1;
    strcpy(b, s);
    return b[0];
}

int appended(const char *s) {
    char path[12] = "/tmp/";
    if (!s || strlen(s) > 6)
        return -1;
    strcat(path, s);
    return path[5];
}

int appended_part(const char *s) {
    char b[8] = "ab:";
    if (!s)
        return -1;
    strncat(b, s, sizeof b - 4);
    return b[3];
}

int digits(unsigned n) {
    char b[11];
    int k = 0;
    do
        b[k++] = (char)('0' + n % 10);
    while ((n /= 10) != 0);
    b[k] = '\0';
    return b[0];
}

int by_hand(const char *s, unsigned n) {
    char b[4];
    unsigned k = 0;
    if (!s || n > 4)
        return -1;
    for (; k + 1 < n && s[k]; k++)
        b[k] = s[k];
    b[k] = '\0';
    return b[0];
}

int escaped(const char *s) {
    char b[9];
    int k = 0;
    if (!s || strlen(s) != 4)
        return -1;
    for (; *s; s++) {
        if (*s == '\\')
            b[k++] = '\\';
        b[k++] = *s;
    }
    b[k] = '\0';
    return b[0];
}

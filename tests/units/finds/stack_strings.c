// Strings that do not fit into a local array; the twins are in clean/stack_strings.c.
//~FLAGS --executions 2000 --time 60
//~FUNCTION terminated_behind bugs=1
//~FUNCTION without_room_for_end bugs=1
//~FUNCTION appended bugs=1
//~FUNCTION appended_part bugs=1
//~FUNCTION digits bugs=1
//~FUNCTION by_hand bugs=1
//~FUNCTION escaped bugs=1
#include <string.h>

// call: terminated_behind("abcdefgh")
int terminated_behind(const char *s) {
    char b[8];
    if (!s)
        return -1;
    strncpy(b, s, sizeof b);
    b[sizeof b - (s[0] != 'a')] = '\0'; //~BUG out-of-bounds
    return b[0];
}

// call: without_room_for_end("12345678")
int without_room_for_end(const char *s) {
    char b[8];
    if (!s || strlen(s) > sizeof b)
        return -1;
    strcpy(b, s); //~BUG out-of-bounds
    return b[0];
}

// call: appended("abcdefg")
int appended(const char *s) {
    char path[12] = "/tmp/";
    if (!s || strlen(s) > 7)
        return -1;
    strcat(path, s); //~BUG out-of-bounds
    return path[5];
}

// call: appended_part("abcdef")
int appended_part(const char *s) {
    char b[8] = "ab:";
    if (!s)
        return -1;
    strncat(b, s, sizeof b - 3); //~BUG out-of-bounds
    return b[3];
}

// call: digits(4294967295u)
int digits(unsigned n) {
    char b[10];
    int k = 0;
    do
        b[k++] = (char)('0' + n % 10);
    while ((n /= 10) != 0);
    b[k] = '\0'; //~BUG out-of-bounds
    return b[0];
}

// call: by_hand("abcd", 4)
int by_hand(const char *s, unsigned n) {
    char b[4];
    unsigned k = 0;
    if (!s || n > 4)
        return -1;
    for (; k < n && s[k]; k++)
        b[k] = s[k];
    b[k] = '\0'; //~BUG out-of-bounds
    return b[0];
}

// call: escaped("\\\\\\\\")
int escaped(const char *s) {
    char b[8];
    int k = 0;
    if (!s || strlen(s) != 4)
        return -1;
    for (; *s; s++) {
        if (*s == '\\')
            b[k++] = '\\';
        b[k++] = *s;
    }
    b[k] = '\0'; //~BUG out-of-bounds
    return b[0];
}

// Strings, as in the programs CAUT (Wang et al. 2009) names as its limit, and their functions by source.
//~FLAGS --executions 2000
//~FUNCTION is_yes outcome=complete paths=6 branches=10/10 preconditions=0
//~FUNCTION vowels outcome=executions branches=14/14
//~FUNCTION same outcome=bounded paths=194 branches=6/6
int is_yes(const char *s) {
    if (s && s[0] == 'y' && s[1] == 'e' && s[2] == 's' && s[3] == '\0')
        return 1;
    return 0;
}

int vowels(const char *s) {
    int n = 0;
    if (!s)
        return -1;
    for (; *s != '\0'; s++)
        if (*s == 'a' || *s == 'e' || *s == 'i' || *s == 'o' || *s == 'u')
            n++;
    return n == 3;
}

static int compare(const char *a, const char *b) {
    while (*a != '\0' && *a == *b) { //~PRECONDITION null-deref
        a++;
        b++;
    }
    return *a - *b; //~PRECONDITION null-deref
}

int same(const char *a, const char *b) {
    if (!a || !b)
        return -1;
    if (compare(a, b) == 0)
        return 1;
    return 0;
}

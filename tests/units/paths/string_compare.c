// A keyword in a fixed buffer: each prefix that fails, and the word itself.
//~FUNCTION is_while outcome=complete paths=8 branches=6/6
struct word {
    char s[6];
};

int is_while(const struct word *w) {
    static const char keyword[6] = "while";
    if (!w)
        return -1;
    for (int i = 0; i < 6; i++)
        if (w->s[i] != keyword[i])
            return 0;
    return 1;
}

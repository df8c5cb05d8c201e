// A struct of six bytes by value is an i48 to clang.
//~FUNCTION is_while outcome=complete paths=7 branches=4/4
struct word {
    char s[6];
};

int is_while(struct word w) {
    static const char keyword[6] = "while";
    for (int i = 0; i < 6; i++)
        if (w.s[i] != keyword[i])
            return 0;
    return 1;
}

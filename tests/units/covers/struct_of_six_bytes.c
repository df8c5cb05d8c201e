// A struct of six bytes by value is an i48 to clang.
// FIXME: outcome=complete paths=7 branches=4/4: whole bytes of a wide integer are followed.
//~FUNCTION is_while outcome=unsupported reason~wide-integer paths=1
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

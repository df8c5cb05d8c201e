// long double is not followed: it must not say that all was seen.
//~FUNCTION above outcome!=complete bugs=0
int above(int x) {
    long double d = x;
    if (d > 2.5L)
        return 1;
    return 0;
}

// Floats are not followed yet: it must not say that all was seen.
//~FUNCTION above outcome!=complete
//~FUNCTION converted outcome!=complete
int above(double d) {
    if (d > 2.5)
        return 1;
    return 0;
}

int converted(int x) {
    float f = (float)x;
    if (f * 0.5f == 21.0f)
        return 1;
    return 0;
}

// FIXME: outcome=complete: no branch looks at it.
//~FUNCTION passed_on outcome=unsupported reason~float paths=2 branches=2/2
double passed_on(double d, int x) {
    if (x == 3)
        return d;
    return 0;
}

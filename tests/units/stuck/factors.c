// The factors of a large number: no solver has them in time, and none may take more than there is.
//~FLAGS --time 1
//~FUNCTION factor outcome=time
int factor(long a, long b) {
    if (a > 1 && b > 1 && a < 4294967296 && b < 4294967296 && a * b == 9223372006790004743)
        return 1;
    return 0;
}

// A function of the unit may have a name that the compiler has a meaning for. Where the compiler makes its own of the
// call, a plain run goes another way.
//~FUNCTION abs outcome=complete paths=3 branches=4/4
int abs(int x) {
    if (x < -1000)
        return 1000;
    return x < 0 ? -x : x;
}

//~FUNCTION tolower outcome=complete paths=3 branches=4/4
int tolower(int c) {
    if (c >= 'A' && c < 'C')
        return c + 32;
    return c;
}

//~FUNCTION distance outcome=complete branches_reachable=6/6
int distance(int x, int y) {
    if (abs(x - y) == 3)
        return 1;
    return 0;
}

// A function of the unit may have a name of the C library.
//~FUNCTION read outcome=complete paths=2 branches=2/2
int read(int x) {
    if (x == 3)
        return 1;
    return 0;
}

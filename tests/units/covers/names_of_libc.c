// A function of the unit may have a name of the C library.
// FIXME: exit=0 outcome=complete: the file of tests includes unistd.h, and nothing at all is told.
//~FILE exit=3 error~conflicting_types
// FUNCTION read outcome=complete paths=2 branches=2/2
int read(int x) {
    if (x == 3)
        return 1;
    return 0;
}

// A run that takes long and ends after all is judged by how it ends: the caller passed NULL.
//~FLAGS --time 120
//~FUNCTION set bugs=0 preconditions=1
void set(char *to) {
    for (volatile unsigned long round = 0; round < 250000000; round++)
        ;
    *to = 1; //~PRECONDITION null-deref
}

// What ends in time makes the tests.
int other(int n) {
    return n > 3 ? 1 : 2;
}

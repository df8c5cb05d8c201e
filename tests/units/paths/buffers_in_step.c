// Of two buffers that are read in step either may be the one that is not long enough.
//~FLAGS --array-limit 4
//~FUNCTION same outcome=bounded reason~input_buffers branches=4/4
int same(const char *a, const char *b) {
    for (int i = 0;; i++) {
        if (a[i] != b[i]) //~PRECONDITION null-deref
            return 0;
        if (a[i] == '\0')
            return 1;
    }
}

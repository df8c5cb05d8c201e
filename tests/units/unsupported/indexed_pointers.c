// An index that has too much to choose from, or not whole elements. One behind a pointer that was chosen, into constants,
// is followed.
//~FUNCTION constants outcome=complete paths=4 bugs=0
//~FUNCTION large outcome!=complete concretized.symbolic-address>=1 bugs=0
//~FUNCTION of_any_size outcome!=complete bugs=0
//~FUNCTION askew outcome!=complete concretized.symbolic-address>=1 bugs=0
int constants(unsigned i, unsigned j) {
    static const int one[3] = {1, 2, 3}, two[3] = {4, 5, 6};
    const int *rows[2] = {one, two};
    if (i > 1 || j > 2)
        return -1;
    if (rows[i][j] == 5)
        return 1;
    return 0;
}

int large(unsigned i) {
    static int t[1000];
    t[999] = 1;
    if (i >= 1000)
        return -1;
    if (t[i] == 1)
        return 1;
    return 0;
}

int of_any_size(unsigned i, unsigned n) {
    if (n > 8 || i >= n)
        return -1;
    char a[n];
    a[i] = 1;
    return a[i];
}

// Elements that overlap.
int askew(unsigned i) {
    int a[4] = {0};
    if (i > 12)
        return -1;
    *(int *)((char *)a + i) = -1;
    if (a[0] == -256)
        return 1;
    return 0;
}

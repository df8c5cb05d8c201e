// What an index chooses is a pointer, and it is followed; or the index has too much to choose from.
//~FUNCTION follow outcome!=complete concretized.symbolic-address>=1 bugs=0
//~FUNCTION large outcome!=complete concretized.symbolic-address>=1 bugs=0
//~FUNCTION of_a_caller outcome=complete paths=3 branches=4/4 bugs=0
//~FUNCTION of_any_size outcome!=complete bugs=0
//~FUNCTION askew outcome!=complete concretized.symbolic-address>=1 bugs=0
int follow(unsigned i) {
    int x = 1, y = 2, *p[3] = {&x, &y, &x};
    if (i > 2)
        return -1;
    if (*p[i] == 2)
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

// The local of a caller: it has told where that ends.
__attribute__((noinline)) static void clear(int *p, int i) { p[i] = 0; } //~PRECONDITION null-deref

int of_a_caller(unsigned i) {
    int a[4] = {1, 1, 1, 1};
    if (i > 3)
        return -1;
    clear(a, i);
    if (a[2] == 0)
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

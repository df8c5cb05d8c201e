// A function that is declared to only read is followed each time it is called.
//~FUNCTION both outcome=complete paths=4 branches=4/4 bugs=0
static int sum(const int *p) __attribute__((pure, noinline));
static int sum(const int *p) { return p[0] + p[1]; } //~PRECONDITION null-deref

int both(int a, int b) {
    int x[2] = {a, b}, y[2] = {b, 7};
    int first = sum(x), second = sum(y);
    if (first == 100)
        a = 0;
    if (second == 50)
        b = 0;
    return a + b;
}

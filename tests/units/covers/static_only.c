// A static function that nobody calls, with const and volatile about; two of one name's kind.
//~FUNCTION hidden outcome=complete paths=3 branches=4/4
//~FUNCTION shown outcome=complete
static int hidden(const int x, const volatile short y) {
    if (x > 10)
        return 1;
    if (y == 77)
        return 2;
    return 0;
}

int shown(int x) {
    volatile int v = x;
    if (v == 3)
        return hidden(v, 1);
    return 0;
}

// A read or write where the index is an input.
//~FUNCTION look_up outcome=complete paths=3 branches=4/4 bugs=0
//~FUNCTION store outcome=complete paths=3 branches=4/4 bugs=0
int look_up(unsigned char i) {
    static const int squares[6] = {0, 1, 4, 9, 16, 25};
    if (i >= 6)
        return -1;
    if (squares[i] == 16)
        return 1;
    return 0;
}

int store(unsigned i, int x) {
    int k[4] = {1, 2, 3, 4};
    if (i > 3)
        return -1;
    k[i] = x;
    if (k[2] == 99)
        return 1;
    return 0;
}

// Functions are tested in the order of the source, those with variables of their own too.
//~FILE functions.0.name=first functions.1.name=second functions.2.name=third
int first(int x) {
    return x == 1;
}

int second(int x) {
    return x == 2;
}

int third(int x) {
    static const int table[] = {1, 2, 3, 4};
    static int calls;
    calls++;
    return x > 0 && x < 4 ? table[x] == calls : 0;
}

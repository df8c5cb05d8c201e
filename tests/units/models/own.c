// A unit that defines such a function itself is tested with its own.
//~FUNCTION secret outcome=complete paths=2 branches=2/2 branches_reachable.total=4 bugs=0
//~FUNCTION toupper outcome=complete paths=2 bugs=0
int toupper(int c);
int toupper(int c) {
    if (c == 's')
        return 'x';
    return c;
}

int secret(char c) {
    return toupper(c) == 'x' ? 1 : 0;
}

static int in_a_header(int x) {
    if (x == 4)
        return 1;
    return 0;
}

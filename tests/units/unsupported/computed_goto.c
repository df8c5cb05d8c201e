// Where a computed goto goes is not followed.
//~FUNCTION computed outcome!=complete bugs=0
int computed(unsigned char op) {
    static const void *const labels[2] = {&&zero, &&other};
    goto *labels[op != 0];
zero:
    return 0;
other:
    return 1;
}

// Nobody calls a function for having labels.
//~FUNCTION plain outcome=complete branches=2/2 branches_reachable.total=2
int plain(int x) {
    return x == 3 ? 1 : 2;
}

//~FUNCTION jumps branches_reachable.total=2
int jumps(int x) {
    static const void *const labels[2] = {&&zero, &&other};
    if (x == 3)
        goto *labels[x & 1];
zero:
    return 0;
other:
    return 1;
}

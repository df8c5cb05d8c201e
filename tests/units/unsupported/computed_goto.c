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

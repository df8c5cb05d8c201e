// The second switch on the same value is decided by the first.
//~FUNCTION twice outcome=complete paths=4 branches=16/16
int twice(unsigned op) {
    int n = 0;
    switch (op) {
    case 1: n += 1; break;
    case 2: n += 2; break;
    case 3: n += 4; break;
    default: n += 8;
    }
    switch (op) {
    case 1: n += 16; break;
    case 2: n += 32; break;
    case 3: n += 64; break;
    default: n += 128;
    }
    return n;
}

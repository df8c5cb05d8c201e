// Conditions in macros, on constants, and in code that is never made: counted as clang's coverage does.
//~FUNCTION constants outcome=complete branches=6/12
//~FUNCTION ranges outcome=complete branches=10/10 paths=7
//~FUNCTION clamp outcome=complete branches=4/4
#define CLAMP(x, low, high) ((x) < (low) ? (low) : (x) > (high) ? (high) : (x))

int constants(int a) {
    int r = 0;
    if (sizeof(int) == 4 && a == 7) // the first operand is no branch: 2
        r++;
    switch (sizeof(long)) { // 6, of which the chosen case and "not the others" are taken
    case 4:
        r = 4;
        break;
    case 8:
        r = 8;
        break;
    default:
        r = 1;
    }
    if (sizeof(a ? 1 : 2) == 4 && (0 && a)) // 4: no code is made of either
        r = 3;
    return r;
}

int ranges(int x) {
    switch (x) {
    case -1000 ... 1000:
        return 1;
    case 5000:
        return 2;
    case 6000 ... 900000:
        return 3;
    case 1000001 ... 1000003:
        return 4;
    }
    return 5;
}

int clamp(int x) {
    return CLAMP(x, 10, 20);
}

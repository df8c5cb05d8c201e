// Fallthrough, ranges, default in the middle, a switch over an enum, one without default.
//~FUNCTION fall outcome=complete paths=5 branches=10/10
//~FUNCTION ranges outcome=complete
//~FUNCTION colours outcome=complete paths=4 branches=8/8
//~FUNCTION none outcome=complete paths=3 branches=6/6
//~FUNCTION wide outcome=complete paths=3 branches=6/6
enum colour { RED = -3, GREEN, BLUE = 70000 };

int fall(int x) {
    int n = 0;
    switch (x) {
    case 1:
        n += 1;
        /* fall through */
    case 2:
        n += 2;
        break;
    default:
        n += 4;
        break;
    case -5:
        n += 8;
        /* fall through */
    case 6:
        n += 16;
    }
    return n;
}

int ranges(unsigned char c) {
    switch (c) {
    case 'a' ... 'f':
        return c - 'a' + 10;
    case '0' ... '9':
        return c - '0';
    case 'A' ... 'Z':
        return 100;
    default:
        return -1;
    }
}

int colours(enum colour c) {
    switch (c) {
    case RED: return 1;
    case GREEN: return 2;
    case BLUE: return 3;
    }
    return 0;
}

int none(long x) {
    switch (x) {
    case 0x123456789abl: return 1;
    case 2: x++; break;
    }
    return (int)x;
}

int wide(unsigned long long x) {
    switch (x) {
    case 0xffffffffffffffffull: return 1;
    case 0x8000000000000000ull: return 2;
    default: return 0;
    }
}

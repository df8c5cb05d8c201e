// A switch on a constant is no jump: what leads to it is not counted as its case.
//~FUNCTION inside branches=5/6 outcome=complete
//~FUNCTION behind branches=8/10 outcome=complete

int inside(short a) {
    int r = 0;
    if (a == 5 || a == 7) {
        switch (sizeof a) {
        case 2:
            r += 2;
            break;
        }
        r += a;
    }
    return r;
}

int behind(unsigned char a) {
    int r = 0;
    switch (a) {
    case 3:
        r++;
        break;
    case 1:
        break;
    }
    switch (2) {
    default:
        r += 5;
        break;
    case 3:
        r++;
    }
    return r;
}

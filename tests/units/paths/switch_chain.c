// Two switches one after the other: three outcomes times four.
//~FUNCTION weigh outcome=complete paths=12 branches=14/14 infeasible=0
int weigh(int kind, unsigned char unit) {
    int n = 0;
    switch (kind) {
    case 7:
        n = 1;
        break;
    case -100000:
        n = 2;
        break;
    default:
        n = 3;
    }
    switch (unit) {
    case 'g':
        return n;
    case 'k':
        return n * 1000;
    case 't':
        return n * 1000000;
    default:
        return -1;
    }
}

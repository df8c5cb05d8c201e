// It ends, if after two hundred million rounds for the largest n.
// FIXME: bugs=0: slow is not endless. Nor does the budget hold: 3 s are asked for, 5 allowed.
//~FUNCTION tens outcome=time bugs=1
//~FLAGS --time 3
int tens(int n) {
    int d = 0;
    while (n > 0) { //~BUG infinite-loop
        d++;
        n -= 10;
    }
    return d;
}

// The outcome that is missing is told as the source has it.
// FIXME: taken=true: clang turns a jump on `!y` round.
//~FUNCTION negated outcome=complete branches=3/4 uncovered.0.taken=false
int negated(int x) {
    int y = x > 5;
    if (x > 5) {
        if (!y)
            return 1;
    }
    return 2;
}

// FIXME: branches=3/4, the last one infeasible: early-cse folds it before it is counted.
//~FUNCTION implied outcome=complete branches=2/2 uncovered=0
int implied(int x) {
    if (x > 5) {
        if (x <= 3)
            return 1;
    }
    return 2;
}

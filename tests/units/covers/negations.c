// The outcome that is missing is told as the source has it.
//~FUNCTION negated outcome=complete branches=3/4 uncovered.0.taken=true
int negated(int x) {
    int y = x > 5;
    if (x > 5) {
        if (!y)
            return 1;
    }
    return 2;
}

// The compiler knows that y is not small, and still there are two outcomes.
//~FUNCTION implied outcome=complete branches=3/4 uncovered.0.why=infeasible
int implied(int x) {
    if (x > 5) {
        if (x <= 3)
            return 1;
    }
    return 2;
}

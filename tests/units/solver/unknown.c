// What stays unknown is said, and nothing is called complete.
//~FLAGS --executions 300 --solver linear
//~FUNCTION square outcome=unsupported reason~1_query_no_solver_could_answer solver.unknown=1 uncovered.0.why=solver-unknown branches=1/2
int square(int x) {
    if (x * x == 1522756)
        return 1;
    return 0;
}

// A kind that does not exist is a warning with its line.
//~FILE exit=0 error~ignored_unknown.c:8:_`acute:_ignore_nul-deref`:_there_is_no_such_kind_of_finding;_did_you_mean_`null-deref`?
//~FUNCTION f outcome=complete bugs=0
//~FUNCTION g outcome=complete bugs=0
int f(int *p) {
    return *p; //~PRECONDITION null-deref
}
/* acute: ignore nul-deref */
int g(int x) { return x + 1; }

// What a function needs of its caller, in one list.
//~FUNCTION get outcome=complete requires.0~p_!=_NULL
//~FUNCTION sum requires.0~a_!=_NULL requires.1~a_has_n_elements
//~FUNCTION back requires.0~a_!=_NULL requires.1~a_has_n_elements
//~FUNCTION positive requires.0~n_>_0
//~FUNCTION nothing outcome=complete
#include <assert.h>

int get(const int *p) {
    return *p; //~PRECONDITION null-deref
}

int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i]; //~PRECONDITION null-deref
    return s;
}

int back(const int *a, unsigned long n) {
    return a[n - 1]; //~PRECONDITION null-deref //~PRECONDITION out-of-bounds
}

int positive(int n) {
    assert(n > 0); //~PRECONDITION assertion
    return n;
}

int nothing(int n) { return n + 1; }

// An assertion of acute.h in a function that is tested by its arguments: a bug where it fails, whatever it is about.
//~FUNCTION f outcome=complete bugs=1
#include <acute.h>

int f(int x) {
    ACUTE_assert(x != 1000); //~BUG assertion
    return x;
}

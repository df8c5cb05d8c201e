// A mark in a loop asks each time anew.
//~FUNCTION main outcome=complete paths=243 branches=8/8 bugs=1
#include <acute.h>
#include <stdlib.h>

int main(void) {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        signed char x;
        ACUTE_input(x);
        if (x > 10)
            sum++;
        else if (x < -10)
            sum--;
    }
    ACUTE_assert(sum != 5); //~BUG assertion
    return 0;
}

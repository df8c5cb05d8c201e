// The unit has a main of its own, which is a function like any other.
//~FUNCTION clamp outcome=complete paths=3 branches=4/4
//~FLAGS --function clamp
#include <stdio.h>

int clamp(int x) {
    if (x < 0)
        return 0;
    if (x > 100)
        return 100;
    return x;
}

int main(int argc, char **argv) {
    (void)argv;
    printf("%d\n", clamp(argc));
    return 0;
}

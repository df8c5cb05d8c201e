//~FUNCTION check outcome=complete paths=3 branches=4/4 bugs=1
#include <stdlib.h>

int check(int x, int y) {
    if (x > 100)
        if (y == x - 50)
            abort(); //~BUG abort
    return 0;
}

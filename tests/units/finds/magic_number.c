//~FUNCTION magic outcome=complete paths=2 bugs=1
//~FUNCTION mixed_up outcome=complete bugs=1
//~FUNCTION square outcome=complete bugs=1
#include <stdint.h>
#include <stdlib.h>

int magic(uint64_t x) {
    if (x == 0x0123456789abcdefull)
        abort(); //~BUG abort executions_until<=2
    return 0;
}

int mixed_up(uint64_t x) {
    if (((x ^ 0x5555555555555555ull) + 77) * 3 == 0x1122334455667788ull * 3)
        abort(); //~BUG abort executions_until<=2
    return 0;
}

int square(int x) {
    if (x * x == 1522756 && x > 0)
        abort(); //~BUG abort
    return 0;
}

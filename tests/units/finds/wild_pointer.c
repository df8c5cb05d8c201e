//~FUNCTION wild outcome=complete bugs=1
//~FUNCTION write_wild outcome=complete bugs=1
#include <stdint.h>

int wild(int x) {
    if (x == 5)
        return *(volatile int *)(uintptr_t)0x123456789000; //~BUG segfault
    return 0;
}

void write_wild(unsigned char x) {
    if (x > 250)
        *(volatile char *)(uintptr_t)0x7000deadbeef = 1; //~BUG segfault
}

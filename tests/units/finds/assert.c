//~FUNCTION average outcome=complete bugs=1
#include <assert.h>

int average(int a, int b) {
    if (a < 0 || b < 0)
        return -1;
    int mid = (int)(((unsigned)a + (unsigned)b) / 2);
    assert(mid != 123456); //~BUG assertion message~mid_!=_123456
    return mid;
}

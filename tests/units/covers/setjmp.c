// A longjmp back: what was written before it is still symbolic, and nothing else is.
//~FLAGS --function jump
//~FUNCTION jump outcome=complete bugs=0 paths=3 branches=6/6
#include <setjmp.h>

static jmp_buf back;
static int noted;

static void leave(int x) {
    noted = x * 2;
    longjmp(back, 1);
}

int jump(int x) {
    volatile int y = 1;
    if (setjmp(back) == 0) {
        y = x + 3;
        leave(x);
    }
    if (noted == 84 && y == 45)
        return 1;
    return 0;
}

// Branches that only failing runs cover are listed: no regression test can cover them.
//~FUNCTION dies outcome=complete branches=4/4 failing_only=1 failing_only.0.line=9 failing_only.0.taken=true
//~FUNCTION returns_too outcome=complete branches=4/4 failing_only=1
//~FUNCTION clean outcome=complete branches=2/2 failing_only=0
//~EXPORTS tests=6 findings=2
#include <stdlib.h>

int dies(int x) {
    if (x == 5)
        abort(); //~BUG abort
    return x > 9 ? 1 : 2;
}

int returns_too(int x) {
    if (x > 5) {
        if (x == 77) abort(); //~BUG abort
        return 1;
    }
    return 0;
}

int clean(int x) { return x > 9 ? 1 : 2; }

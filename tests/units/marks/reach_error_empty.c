// To reach it is the bug, even where its body does nothing; the place is that of the call.
//~FUNCTION main outcome=complete bugs=3
extern int __VERIFIER_nondet_int(void);
void reach_error() {}
void __VERIFIER_error(void) {}

static void check(int condition) {
    if (!condition)
        reach_error(); //~BUG assertion message~reach_error
}

void fail(void) {
    reach_error(); //~BUG assertion message~reach_error
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 77)
        fail();
    check(x != 78);
    if (x == 79) {
        __VERIFIER_error(); //~BUG assertion message~__VERIFIER_error
        return 1;
    }
    return 0;
}

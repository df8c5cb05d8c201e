// No other file can stand for a static or inline one; to call it is the bug all the same.
//~FUNCTION main outcome=complete bugs=2
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
static void reach_error(void) { abort(); }
static inline void __VERIFIER_error(void) {}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 77)
        reach_error(); //~BUG assertion message~reach_error
    if (x == 78)
        __VERIFIER_error(); //~BUG assertion message~__VERIFIER_error
    return 0;
}

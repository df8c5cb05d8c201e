// Without reach_error abort is what it is everywhere; that it stands in this comment is no name.
//~FUNCTION main outcome=complete bugs=1
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() == 7)
        abort(); //~BUG abort
    return 0;
}

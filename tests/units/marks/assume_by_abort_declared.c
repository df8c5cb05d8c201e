// The same where the bug is only declared, and never called.
//~FUNCTION main outcome=complete bugs=0
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (!(x > 5))
        abort();
    return x == 7;
}

// The functions of Test-Comp, which a program only declares.
//~FUNCTION main outcome=complete paths=5 branches=8/8 bugs=1
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

void reach_error(void) { abort(); }

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(a > 10);
    if (a + b == 100 && c == b && __VERIFIER_nondet_bool() && __VERIFIER_nondet_double() > 1e9)
        reach_error(); //~BUG assertion
    return 0;
}

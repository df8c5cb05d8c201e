// And in one that does not declare them at all.
//~FUNCTION main outcome=complete bugs=1
//~FLAGS -- -std=gnu89 -Wno-implicit-function-declaration
extern void abort(void);

int main() {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 4711)
        abort(); //~BUG abort
    return 0;
}

// Functions and variables that nobody defines: stubs stand for them, and what calls one is not complete.
struct pair { int a; long b[4]; };
struct pair make(int k, const char *name);
int (*choose(int which, void (*first)(int, char *)))(int);
extern int table[];
extern __thread int each;
extern const struct pair fixed;
_Noreturn void die(const char *format, ...);
void nothing(void);
enum color { RED, GREEN } pick(enum color *from, int list[3], struct pair value);

//~FUNCTION plain outcome=complete
int plain(int x) { return x == 3; }

//~FUNCTION calls outcome=unsupported reason~stub_of_`make`_returns_0 paths=2
int calls(int x) { return x == 3 ? make(x, "x").a : 1; }

//~FUNCTION ends outcome=unsupported reason~stub_of_`die`_ends_the_program
int ends(int x) {
  if (x == 7)
    die("%d", x);
  return 0;
}

//~FUNCTION silent outcome=unsupported reason~stub_of_`nothing`_does_nothing
int silent(int x) {
  if (x)
    nothing();
  return 1;
}

//~FUNCTION more outcome=unsupported
int more(int x) { return choose(x, 0) == 0 ? (int)pick(0, 0, fixed) : 5; }

//~FUNCTION variables outcome=complete
int variables(int x) { return x == 4 ? table[0] + each + fixed.a : 9; }

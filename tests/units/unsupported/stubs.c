// Functions and variables that nobody defines: stubs stand for them. What calls one that does less than the real
// one may, or uses a variable, is not complete.
//~FLAGS --executions 300
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

//~FUNCTION calls outcome=complete paths=2
int calls(int x) { return x == 3 ? make(x, "x").a : 1; }

//~FUNCTION ends outcome=unsupported reason~stub_of_`die`_ends_the_program
int ends(int x) {
  if (x == 7)
    die("%d", x);
  return 0;
}

//~FUNCTION silent outcome=complete paths=2
int silent(int x) {
  if (x)
    nothing();
  return 1;
}

//~FUNCTION more outcome=unsupported reason~stub_of_`choose`_returns_an_input_and_writes_nothing
int more(int x) { return choose(x, 0) == 0 ? (int)pick(0, 0, fixed) : 5; }

//~FUNCTION element outcome=unsupported reason~stub_of_`table`_has_one_element
int element(int x) { return x == 4 ? table[0] : 9; }

//~FUNCTION of_thread outcome=unsupported reason~stub_of_`each`_starts_as_0
int of_thread(int x) { return x == 4 ? each : 9; }

//~FUNCTION constant outcome=unsupported reason~stub_of_`fixed`_starts_as_0
int constant(int x) { return x == 4 ? fixed.a : 9; }

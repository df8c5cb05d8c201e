// Accesses beside local and global variables, and to those of calls that are over; the twins are in clean/stack_and_globals.c.
//~FLAGS --executions 2000 --time 60
//~FUNCTION on_the_stack bugs=1
//~FUNCTION in_a_global bugs=1
//~FUNCTION in_a_constant bugs=1
//~FUNCTION before bugs=1
//~FUNCTION dynamic bugs=1
//~FUNCTION copied bugs=1
//~FUNCTION scalar bugs=1
//~FUNCTION wide bugs=1
//~FUNCTION recursive bugs=1
//~FUNCTION returned bugs=1
//~FUNCTION kept bugs=1
//~FUNCTION through_a_field bugs=1
#include <string.h>

static int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i]; //~BUG out-of-bounds tested=on_the_stack //~BUG out-of-bounds tested=in_a_global //~PRECONDITION null-deref
    return s;
}

int on_the_stack(int n) {
    int a[4] = {1, 2, 3, 4};
    return n < 0 || n > 5 ? 0 : sum(a, n);
}

static int numbers[4] = {1, 2, 3, 4};

int in_a_global(int n) {
    return n < 0 || n > 5 ? 0 : sum(numbers, n);
}

int in_a_constant(unsigned n) {
    const char *text = "hello";
    return n > 6 ? 0 : text[n]; //~BUG out-of-bounds
}

int before(int n) {
    int a[4] = {1, 2, 3, 4}, *p = a + 2;
    return n < 0 || n > 3 ? 0 : p[-n]; //~BUG out-of-bounds message~before_an_object_of_16
}

int dynamic(int n) {
    if (n < 1 || n > 8)
        return 0;
    char a[n], *p = a;
    memset(a, 1, n);
    return p[n / 4 * 4]; //~BUG out-of-bounds
}

int copied(const char *s) {
    char b[8];
    if (!s || strlen(s) > 8)
        return 0;
    strcpy(b, s); //~BUG out-of-bounds
    return b[0];
}

static void set(int *p, int n) {
    p[n] = 1; //~BUG out-of-bounds tested=scalar //~PRECONDITION null-deref //~PRECONDITION out-of-bounds
}

int scalar(int n) {
    int x = 0;
    if (n == 0 || n == 1)
        set(&x, n);
    return x;
}

static long load(const char *p) {
    long x;
    memcpy(&x, p, sizeof x); //~BUG out-of-bounds tested=wide //~PRECONDITION null-deref
    return x;
}

int wide(unsigned at) {
    char b[16] = "0123456789abcde";
    return at > 9 ? 0 : load(b + at) != 0;
}

int recursive(int depth) {
    char b[4] = "abc", *p = b;
    if (depth <= 0 || depth > 5)
        return 0;
    return p[depth - 1] + recursive(depth - 1); //~BUG out-of-bounds
}

static int *local(int x) {
    int y = x + 1, *p = &y;
    return p;
}

int returned(int x) {
    int *p = local(x);
    return x == 5 ? *p : 0; //~BUG use-after-return
}

static const char *last;

static int parse(const char *s) {
    char word[8] = "";
    strncpy(word, s, sizeof word - 1); //~PRECONDITION null-deref
    last = word;
    return word[0] == 'x' && word[1] == 'y';
}

int kept(const char *s) {
    if (!s || !parse(s))
        return 0;
    return last[0]; //~BUG use-after-return
}

struct view {
    const int *data;
    int n;
};

static void open_view(struct view *v, int n) {
    int data[3] = {n, n + 1, n + 2};
    v->data = data; //~PRECONDITION null-deref
    v->n = 3;
}

int through_a_field(int n) {
    struct view v = {0};
    open_view(&v, n);
    if (n == 77)
        return v.data[1]; //~BUG use-after-return
    return v.n;
}

//! The C that every test file carries: running a test in a process of its own.

/// Counts a check that does not hold.
pub(crate) const CHECK: &str = r#"#undef CHECK
#define CHECK(condition) acute_check((condition) != 0, #condition, __LINE__)
static void acute_check(int holds, const char *what, int line) {
    if (holds)
        return;
    acute_failed_checks++;
    fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, line, what);
}
"#;

/// Writes the bytes of a value.
pub(crate) const SHOW: &str = r#"#undef SHOW
#define SHOW(value) acute_show(&(value), sizeof(value))
static void acute_show(const void *value, unsigned long size) {
    const unsigned char *byte = value;
    printf("returned");
    while (size--)
        printf(" %02x", *byte++);
    printf("\n");
}
"#;

/// The counters.
pub(crate) const COUNTERS: &str = r#"static int acute_passed, acute_failed, acute_failed_checks;
"#;

/// What a `main` of the unit is called in its tests.
pub(crate) const MAIN: &str = "acute_main_of_the_unit";

/// Gives the unit's marks what a test has for them: to each the next of its name. MOST is a number.
pub(crate) const GIVE: &str = r#"#define ACUTE_gives
static struct { const char *name; const void *from; unsigned long size; int given; } acute_list[MOST];
static int acute_count;
static void acute_give(const char *name, const void *from, unsigned long size) {
    acute_list[acute_count].name = name;
    acute_list[acute_count].from = from;
    acute_list[acute_count++].size = size;
}
void __acute_input(void *, unsigned long, unsigned long, const void *, const char *);
void __acute_input(void *to, unsigned long size, unsigned long count, const void *site, const char *name) {
    int k;
    (void)site;
    for (k = 0; k < acute_count; k++) {
        if (!acute_list[k].given && acute_list[k].size == size * count && !strcmp(acute_list[k].name, name)) {
            acute_list[k].given = 1;
            if (size * count > 0)
                memcpy(to, acute_list[k].from, size * count);
            return;
        }
    }
    fprintf(stderr, "there is no input for %s\n", name);
    _exit(99);
}
void __acute_reject(void) __attribute__((__noreturn__));
void __acute_reject(void) {
    fprintf(stderr, "an assumption does not hold\n");
    _exit(98);
}
"#;

/// Runs a test in a child with fresh globals, for 10 seconds at most. The child tells by a shared
/// page that the test returned: its exit code belongs to the function under test. A test that was
/// named on the command line runs in the process itself, where a debugger can follow it.
pub(crate) const RUN: &str = r#"static const char *acute_only; /* run this test alone, in this process */
static void acute_run(const char *name, void (*test)(void), int signal_wanted, int code_wanted) {
    static volatile int *returned;
    int status = 0, passed;
    pid_t child;
    if (acute_only) {
        if (strcmp(acute_only, name) == 0) {
            test();
            passed = !acute_failed_checks && !signal_wanted && code_wanted < 0;
            acute_passed += passed;
            acute_failed += !passed;
        }
        return;
    }
    if (!returned) {
        void *page = mmap(NULL, sizeof *returned, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED) {
            perror("mmap");
            exit(2);
        }
        returned = page;
    }
    *returned = 0;
    fflush(NULL);
    child = fork();
    if (child < 0) {
        perror("fork");
        exit(2);
    }
    if (child == 0) {
        alarm(10);
        test();
        *returned = acute_failed_checks ? 2 : 1;
        _exit(0);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (signal_wanted)
        passed = WIFSIGNALED(status) && WTERMSIG(status) == signal_wanted;
    else if (code_wanted >= 0)
        passed = !*returned && WIFEXITED(status) && WEXITSTATUS(status) == code_wanted;
    else
        passed = *returned == 1;
    if (passed) {
        acute_passed++;
        return;
    }
    acute_failed++;
    if (WIFSIGNALED(status))
        fprintf(stderr, "%s: died by signal %d\n", name, WTERMSIG(status));
    else if (*returned)
        fprintf(stderr, "%s: %s\n", name, *returned == 2 ? "a check failed" : "returned");
    else
        fprintf(stderr, "%s: exited with %d\n", name, WEXITSTATUS(status));
}
"#;

/// The words in `main`, each with its definition.
pub(crate) const WORDS: [(&str, &str); 3] = [
    ("RUN(", "#undef RUN\n#define RUN(test) acute_run(#test, test, 0, -1)\n"),
    ("DIES(", "#undef DIES\n#define DIES(test, signal) acute_run(#test, test, signal, -1)\n"),
    ("EXITS(", "#undef EXITS\n#define EXITS(test, code) acute_run(#test, test, 0, code)\n"),
];

/// What the helpers need; the unit comes first, so that its feature macros count.
pub(crate) const HEADERS: &str = r#"#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
/* Not by way of unistd.h: the unit may have a read or write of its own. */
extern pid_t fork(void);
extern unsigned alarm(unsigned);
extern void _exit(int) __attribute__((__noreturn__));
#ifndef MAP_ANONYMOUS /* -std=c99 hides it */
#define MAP_ANONYMOUS 0x20
#endif
"#;

/// Calls are made as they are written, at every level of optimisation: a compiler that sees a NULL
/// go into a function it can inline may leave out the crash that the test is about. A test may pass
/// the same object twice, NULL or less than there should be, whatever the function promises of it.
pub(crate) const PLAIN_CALLS: &str = r#"#if defined(__clang__)
#pragma clang optimize off
#elif defined(__GNUC__)
#pragma GCC optimize("O0")
#pragma GCC diagnostic ignored "-Wrestrict"
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#if __GNUC__ >= 11
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif
#endif
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wnonnull"
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wunused-result"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
"#;

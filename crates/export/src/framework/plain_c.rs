//! Plain C: no framework and no library. `main` runs each test in a process of its own, so that
//! globals are fresh for every test and a test may crash or hang without ending the others.

use super::{Build, End, Framework, Statement, TestFunction, support};

/// The plain C format.
pub(super) struct PlainC;

impl Framework for PlainC {
    fn prologue(&self, tests: &[TestFunction<'_>]) -> String {
        if tests.is_empty() {
            return "#include <stdio.h>\n".to_owned();
        }
        let has = |is: fn(&Statement) -> bool| tests.iter().any(|test| test.body.iter().any(is));
        let mut text = format!("{HEADERS}{}\n{COUNTERS}", support::PLAIN_CALLS);
        if has(|s| matches!(s, Statement::Check(_))) {
            text.push_str(CHECK);
        }
        if has(|s| matches!(s, Statement::Show(_))) {
            text.push_str(SHOW);
        }
        text.push_str(&support::give(tests));
        text.push_str(RUN);
        for (word, definition) in WORDS {
            if tests.iter().any(|test| run(test).starts_with(word)) {
                text.push_str(definition);
            }
        }
        text
    }

    fn test(&self, test: &TestFunction<'_>) -> String {
        let mut text = format!("static void {}(void) {{\n", test.name);
        for statement in &test.body {
            let line = match statement {
                Statement::Code(line) => line.clone(),
                Statement::Check(condition) => format!("CHECK({condition});"),
                Statement::Show(variable) => format!("SHOW({variable});"),
                Statement::Give { mark, from, size } => format!("acute_give({mark:?}, {from}, {size});"),
            };
            text.push_str(&format!("    {line}\n"));
        }
        text + "}\n"
    }

    fn epilogue(&self, tests: &[TestFunction<'_>]) -> String {
        if tests.is_empty() {
            return "\nint main(void) {\n    puts(\"0 passed, 0 failed\");\n    return 0;\n}\n".to_owned();
        }
        let mut text = "\n/* With the name of a test: that one alone, for a debugger. */\n".to_owned();
        text.push_str("int main(int argc, char **argv) {\n    acute_only = argc > 1 ? argv[1] : NULL;\n");
        for test in tests {
            text.push_str(&format!("    {}\n", run(test)));
        }
        text.push_str("    printf(\"%d passed, %d failed\\n\", acute_passed, acute_failed);\n");
        text + "    return acute_failed != 0 || acute_passed == 0;\n}\n"
    }

    fn build(&self) -> Build {
        Build { flags: &[], libraries: &[] }
    }
}

/// The line of `main` that runs a test.
fn run(test: &TestFunction<'_>) -> String {
    let name = &test.name;
    match test.end {
        End::Returns => format!("RUN({name});"),
        End::DiesBySignal(signal) => {
            let signal = acute_trace::signal_name(signal).map_or(signal.to_string(), str::to_owned);
            format!("DIES({name}, {signal});")
        }
        End::Exits(code) => format!("EXITS({name}, {code});"),
    }
}

/// The headers of the helpers, behind the unit, whose feature macros count.
const HEADERS: &str = r#"#include <errno.h>
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

/// The counters.
const COUNTERS: &str = r#"static int acute_passed, acute_failed, acute_failed_checks;
"#;

/// Counts a check that fails.
const CHECK: &str = r#"#undef CHECK
#define CHECK(condition) acute_check((condition) != 0, #condition, __LINE__)
static void acute_check(int holds, const char *what, int line) {
    if (holds)
        return;
    acute_failed_checks++;
    fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, line, what);
}
"#;

/// Prints the bytes of a value.
const SHOW: &str = r#"#undef SHOW
#define SHOW(value) acute_show(&(value), sizeof(value))
static void acute_show(const void *value, unsigned long size) {
    const unsigned char *byte = value;
    printf("returned");
    while (size--)
        printf(" %02x", *byte++);
    printf("\n");
}
"#;

/// Runs a test in a child with fresh globals, for 10 seconds at most. The child reports through a
/// shared page that the test returned: its exit code belongs to the function under test. A test
/// named on the command line runs in the process itself, where a debugger can follow it.
const RUN: &str = r#"static const char *acute_only; /* run this test alone, in this process */
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
const WORDS: [(&str, &str); 3] = [
    ("RUN(", "#undef RUN\n#define RUN(test) acute_run(#test, test, 0, -1)\n"),
    ("DIES(", "#undef DIES\n#define DIES(test, signal) acute_run(#test, test, signal, -1)\n"),
    ("EXITS(", "#undef EXITS\n#define EXITS(test, code) acute_run(#test, test, 0, code)\n"),
];

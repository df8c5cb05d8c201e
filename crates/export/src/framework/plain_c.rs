//! Plain C: no framework and no library. `main` runs each test in a process of its own, so that
//! globals are fresh for every test and a test may crash or hang without ending the others.

use crate::case::Failure;
use crate::sanitizer::Sanitizer;

use super::{Build, End, Framework, Statement, TestFunction, support};

/// The plain C format.
pub(super) struct PlainC;

impl Framework for PlainC {
    fn prologue(&self, tests: &[TestFunction<'_>]) -> String {
        if tests.is_empty() {
            return String::new();
        }
        let has = |is: fn(&Statement) -> bool| tests.iter().any(|test| test.body.iter().any(is));
        let mut text = format!("{}{LIBRARY}\n{COUNTERS}", support::PLAIN_CALLS);
        if has(|s| matches!(s, Statement::Check(_))) {
            text.push_str(CHECK);
        }
        if has(|s| matches!(s, Statement::Show(_))) {
            text.push_str(SHOW);
        }
        if tests.iter().any(|test| test.sanitizer().is_some()) {
            text.push_str(SANITIZED);
        }
        if tests.iter().any(|test| test.sanitizer() == Some(Sanitizer::Leak)) {
            text.push_str(LEAKS);
        }
        text.push_str(&support::give(tests));
        text.push_str(FOLDER);
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
            return "\nint main(void) {\n    __builtin_printf(\"0 passed, 0 failed\\n\");\n    return 0;\n}\n"
                .to_owned();
        }
        let mut text =
            "\n/* With names of tests: those; with one: in this process, for a debugger. */\n".to_owned();
        text.push_str("int main(int argc, char **argv) {\n    acute_argc = argc;\n    acute_argv = argv;\n");
        for test in tests {
            text.push_str(&format!("    {}\n", run(test)));
        }
        text.push_str("    acute_printf(\"%d passed, %d failed\\n\", acute_passed, acute_failed);\n");
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
        End::Exits(code) => format!("EXITS({name}, {code});"),
        End::Fails(failure) => {
            let (signal, by) = match failure {
                Failure::Signal(signal) => (signal, acute_trace::signal_name(signal)),
                Failure::Hangs => (SIGALRM, acute_trace::signal_name(SIGALRM)),
                Failure::Sanitized(sanitizer) => (SIGABRT, Some(sanitizer.tool())),
            };
            let known = by.map(|name| format!(" /* {name} */"));
            format!("FINDING({name}, {signal}{}, {});", known.unwrap_or_default(), text(test.comment))
        }
    }
}

/// The signal by which a sanitizer ends a test: see [`SANITIZED`].
const SIGABRT: i32 = 6;
/// The signal that ends a test which does not end by itself.
const SIGALRM: i32 = 14;

/// A string literal.
fn text(of: &str) -> String {
    let mut literal = String::from("\"");
    for byte in of.bytes() {
        match byte {
            b'"' | b'\\' | b'?' => literal.extend(['\\', char::from(byte)]),
            b' '..=b'~' => literal.push(char::from(byte)),
            0..b' ' => literal.push(' '),
            _ => literal.push_str(&format!("\\{byte:03o}")),
        }
    }
    literal + "\""
}

/// The C library under names of the tests' own. No system header is included: behind the unit its macros would
/// rename what the header declares (`#define getline ...`), and before it they would come too early for the
/// feature macros that the unit defines.
const LIBRARY: &str = r#"/* The C library, under names that no macro or function of the unit can have. */
extern int acute_printf(const char *, ...) __asm__("printf");
extern int acute_print_to(int, const char *, ...) __asm__("dprintf");
extern int acute_format(char *, unsigned long, const char *, ...) __asm__("snprintf");
extern int acute_fflush(void *) __asm__("fflush");
extern int acute_fork(void) __asm__("fork");
extern int acute_waitpid(int, int *, int) __asm__("waitpid");
extern unsigned acute_alarm(unsigned) __asm__("alarm");
extern void acute_exit(int) __asm__("_exit") __attribute__((__noreturn__));
extern void *acute_mmap(void *, unsigned long, int, int, int, long) __asm__("mmap");
extern char *acute_getenv(const char *) __asm__("getenv");
extern char *acute_mkdtemp(char *) __asm__("mkdtemp");
extern int acute_clearenv(void) __asm__("clearenv");
extern int acute_close(int) __asm__("close");
extern int acute_open(const char *, int, ...) __asm__("open");
extern int acute_pipe(int *) __asm__("pipe");
extern int acute_fcntl(int, int, ...) __asm__("fcntl");
extern long acute_read(int, void *, unsigned long) __asm__("read");
extern void *acute_signal(int, void *) __asm__("signal");
extern int acute_rmdir(const char *) __asm__("rmdir");
extern int acute_chdir(const char *) __asm__("chdir");
extern int acute_execlp(const char *, const char *, ...) __asm__("execlp");
extern int *acute_errno(void) __asm__("__errno_location");
/* Of a build for llvm-cov: where the counters lie. */
extern char *acute_counters(void) __asm__("__llvm_profile_begin_counters") __attribute__((__weak__));
extern char *acute_counters_end(void) __asm__("__llvm_profile_end_counters") __attribute__((__weak__));
#ifndef NULL
#define NULL ((void *)0)
#endif
"#;

/// The counters.
const COUNTERS: &str = r#"static int acute_passed, acute_failed, acute_failed_checks;
"#;

/// Makes sanitizers abort, and leave other failures alone. Leaks are looked for where a test asks for it: the objects of
/// other tests are not freed.
const SANITIZED: &str = r#"/* Sanitizers abort, and leave other failures alone. */
__attribute__((__used__, __no_sanitize_address__)) const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "abort_on_error=1:handle_segv=0:handle_sigfpe=0:detect_leaks=1:leak_check_at_exit=0:"
           "allocator_may_return_null=1:detect_stack_use_after_return=1";
}
__attribute__((__used__)) const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) {
    return "abort_on_error=1";
}
"#;

/// Ends a test that has lost memory. Addresses that the function left below the stack are overwritten first: LeakSanitizer
/// takes them for pointers.
const LEAKS: &str = r#"/* Of LeakSanitizer, a part of AddressSanitizer. */
extern int acute_lost(void) __asm__("__lsan_do_recoverable_leak_check") __attribute__((__weak__));
extern void acute_abort(void) __asm__("abort") __attribute__((__noreturn__));
__attribute__((__noinline__, __no_sanitize_address__)) static void acute_clear_stack(void) {
    volatile char below[1 << 15];
    unsigned long k;
    for (k = 0; k < sizeof below; k++)
        below[k] = 0;
}
static void acute_find_leaks(void) {
    acute_clear_stack();
    if (acute_lost && acute_lost())
        acute_abort();
}
"#;

/// Counts a check that fails.
const CHECK: &str = r#"#undef CHECK
#define CHECK(condition) acute_check((condition) != 0, #condition, __LINE__)
static void acute_check(int holds, const char *what, int line) {
    if (holds)
        return;
    acute_failed_checks++;
    acute_print_to(2, "%s:%d: failed: %s\n", __FILE__, line, what);
}
"#;

/// Prints the bytes of a value.
const SHOW: &str = r#"#undef SHOW
#define SHOW(value) acute_show(&(value), sizeof(value))
static void acute_show(const void *value, unsigned long size) {
    const unsigned char *byte = value;
    acute_printf("returned");
    while (size--)
        acute_printf(" %02x", *byte++);
    acute_printf("\n");
}
"#;

/// Each test has a folder of its own for the files that it names, which is removed with them.
const FOLDER: &str = r#"static char acute_folder[4096];
static void acute_make_folder(void) {
    const char *parent = acute_getenv("TMPDIR");
    acute_format(acute_folder, sizeof acute_folder, "%s/acute-test-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!acute_mkdtemp(acute_folder)) {
        acute_print_to(2, "%s: no folder to run a test in\n", acute_folder);
        acute_exit(2);
    }
}
static void acute_enter_folder(void) {
    /* Neither the environment nor what is typed decides about a test. */
    acute_clearenv();
    acute_close(0);
    if (acute_chdir(acute_folder) || acute_open("/dev/null", 0) != 0)
        acute_exit(2);
    *acute_errno() = 0;
}
static void acute_remove_folder(void) {
    int child, status;
    if (acute_rmdir(acute_folder) == 0)
        return;
    child = acute_fork();
    if (child == 0) {
        acute_execlp("rm", "rm", "-rf", acute_folder, (char *)0);
        acute_exit(2);
    }
    acute_waitpid(child, &status, 0);
}
/* However this process ends. Another that is no child of it, for a test may wait for its children, waits for the end of
   a pipe that is closed with this one. */
static void acute_remove_folder_at_end(void) {
    /* SIGHUP, SIGINT, SIGQUIT, SIGTERM */
    static const int ignored[] = {1, 2, 3, 15};
    int ends[2], child, status, k;
    char byte;
    if (acute_pipe(ends))
        return;
    child = acute_fork();
    if (child == 0) {
        if (acute_fork() != 0)
            acute_exit(0);
        for (k = 0; k < 4; k++)
            acute_signal(ignored[k], (void *)1);
        acute_close(1);
        acute_close(2);
        acute_close(ends[1]);
        if (acute_read(ends[0], &byte, 1) == 0)
            acute_execlp("rm", "rm", "-rf", acute_folder, (char *)0);
        acute_exit(0);
    }
    if (child > 0)
        acute_waitpid(child, &status, 0);
    acute_close(ends[0]);
    /* F_DUPFD_CLOEXEC: the low descriptors are the test's own. */
    if (acute_fcntl(ends[1], 1030, 100) >= 0)
        acute_close(ends[1]);
}
"#;

/// Runs a test in a child with fresh globals, for 10 seconds at most (2 where the finding is that it does not
/// end). The child reports through a shared page that the test returned: its exit code belongs to the function
/// under test. So do the counters of llvm-cov. A test named on the command line runs in the process itself, where a debugger can follow it.
const RUN: &str = r#"static int acute_argc;
static char **acute_argv;
static void acute_run(const char *name, void (*test)(void), int code, int signal, const char *finding) {
    static volatile int *returned;
    static unsigned long counters;
    int child, died, exited, passed, status = 0;
    if (acute_argc > 1) {
        int k = 1;
        while (k < acute_argc && __builtin_strcmp(acute_argv[k], name))
            k++;
        if (k == acute_argc)
            return;
    }
    if (acute_argc == 2) {
        acute_make_folder();
        acute_remove_folder_at_end();
        acute_enter_folder();
        test();
        acute_remove_folder();
        passed = !acute_failed_checks && code < 0;
        acute_passed += passed;
        acute_failed += !passed;
        return;
    }
    if (!returned) {
        /* PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS */
        void *page;
        if (acute_counters && acute_counters_end)
            counters = acute_counters_end() - acute_counters();
        page = acute_mmap(NULL, sizeof *returned + counters, 1 | 2, 0x1 | 0x20, -1, 0);
        if (page == (void *)-1) {
            acute_print_to(2, "mmap failed\n");
            acute_exit(2);
        }
        returned = page;
    }
    *returned = 0;
    acute_fflush(NULL);
    acute_make_folder();
    child = acute_fork();
    if (child < 0) {
        acute_print_to(2, "fork failed\n");
        acute_exit(2);
    }
    if (child == 0) {
        acute_enter_folder();
        acute_alarm(finding && signal == 14 ? 2 : 10);
        test();
        *returned = acute_failed_checks ? 2 : 1;
        if (counters)
            __builtin_memcpy((void *)(returned + 1), acute_counters(), counters);
        acute_exit(0);
    }
    while (acute_waitpid(child, &status, 0) != child)
        ;
    acute_remove_folder();
    if (counters && *returned)
        __builtin_memcpy(acute_counters(), (void *)(returned + 1), counters);
    died = status & 0x7f;
    exited = status >> 8 & 0xff;
    if (finding)
        passed = !died;
    else if (code >= 0)
        passed = !*returned && !died && exited == code;
    else
        passed = *returned == 1;
    if (passed) {
        acute_passed++;
        return;
    }
    acute_failed++;
    if (finding && died == signal)
        acute_print_to(2, "%s: %s\n", name, finding);
    else if (died)
        acute_print_to(2, "%s: died by signal %d\n", name, died);
    else if (*returned)
        acute_print_to(2, "%s: %s\n", name, *returned == 2 ? "a check failed" : "returned");
    else
        acute_print_to(2, "%s: exited with %d\n", name, exited);
}
"#;

/// The words in `main`, each with its definition.
const WORDS: [(&str, &str); 3] = [
    ("RUN(", "#undef RUN\n#define RUN(test) acute_run(#test, test, -1, 0, NULL)\n"),
    ("EXITS(", "#undef EXITS\n#define EXITS(test, code) acute_run(#test, test, code, 0, NULL)\n"),
    ("FINDING(", FINDING),
];

/// Passes as soon as the test returns or exits.
const FINDING: &str = "#undef FINDING
#define FINDING(test, signal, reason) acute_run(#test, test, -1, signal, reason)
";

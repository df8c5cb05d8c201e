//! C helpers that every framework needs: marks and unoptimised calls.
//!
//! A framework defines `acute_print_to` and `acute_exit`, which are `dprintf` and `_exit`.

use super::{Statement, TestFunction};

/// The definitions behind [`Statement::Give`]; empty where no test has one.
pub(super) fn give(tests: &[TestFunction<'_>]) -> String {
    let gives =
        |test: &TestFunction<'_>| test.body.iter().filter(|s| matches!(s, Statement::Give { .. })).count();
    match tests.iter().map(gives).max() {
        Some(most @ 1..) => GIVE.replacen("MOST", &most.to_string(), 1),
        _ => String::new(),
    }
}

/// Gives each mark of the unit the next value of its name. MOST is a number.
const GIVE: &str = r#"#define ACUTE_gives
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
        if (!acute_list[k].given && acute_list[k].size == size * count && !__builtin_strcmp(acute_list[k].name, name)) {
            acute_list[k].given = 1;
            if (size * count > 0)
                __builtin_memcpy(to, acute_list[k].from, size * count);
            return;
        }
    }
    acute_print_to(2, "there is no input for %s\n", name);
    acute_exit(99);
}
void __acute_reject(void) __attribute__((__noreturn__));
void __acute_reject(void) {
    acute_print_to(2, "an assumption does not hold\n");
    acute_exit(98);
}
"#;

/// Calls are made as they are written, at every level of optimisation: a compiler that sees a NULL
/// go into a function it can inline may leave out the crash that the test is about. A test may pass
/// the same object twice, NULL or less than there should be, whatever the function promises of it.
pub(super) const PLAIN_CALLS: &str = r#"#if defined(__clang__)
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

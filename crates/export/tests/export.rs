//! Test files: compiled by both compilers without a warning, run, and seen to fail when they should.

#[path = "../../types/tests/common/mod.rs"]
mod c;

use std::process::Command;

use acute_export::{Expectation, Failure, PLAIN_C, Storage, TestCase, Unit, write_tests};
use acute_input::{Change, Input, Space};
use acute_types::DebugInfo;
use c::{COMPILERS, Folder, compile_cleanly, object};

const SOURCE: &str = r#"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
struct cell { int v; struct cell *next; };
typedef struct cell cell;
enum color { RED, GREEN = 7, BLUE = -2 };
struct point { int x, y; };
static int calls;

static int testme(cell *p, int x) {
    if (x > 0 && p && p->v == 3 && p->next == p)
        abort();
    return x;
}
static int testme_2(int x) { return x; }
int use_static(int *p, int x);
int count(void) { return ++calls + testme_2(0); }
void quits(int code) { exit(code); }
static int crash_static(const int *p) { return *p; }
static int divide_static(int a, int b) { return a % b; }
const char *next_char(const char **s) { return *s + 1; }
struct point at(struct point *p) { return *p; }
cell *drop(cell *p) { cell *next = p->next; free(p); return next; }
int crash(int *p) { return *p; }
int divide(int a, int b) { return a / b; }
void spin(int x) { while (x) { } }
cell *last(cell *p) { while (p && p->next) p = p->next; return p; }
const int *second(const cell *p) { return p ? &p->v : 0; }
void *make(int n) { return n ? (void *)&calls : NULL; }
double half(double d) { return d / 2; }
float minus(float f) { return -f; }
enum color paint(bool b) { return b ? BLUE : GREEN; }
bool flip(bool b) { return !b; }
char letter(int i) { return (char)('a' + i); }
unsigned char byte(int i) { return (unsigned char)i; }
unsigned long big(int i) { return (unsigned long)-i; }
long least(void) { return -9223372036854775807L - 1; }
struct point mirror(struct point p) { p.x = -p.x; return p; }
long double precise(float f) { return f; }
struct mixed { char tag; struct { short a; float f; } in; char name[4]; unsigned low : 3; int high : 5; void *at; };
struct mixed mixed(int n) { return (struct mixed){ 'm', { (short)n, 0.5f }, "abc", 5, -3, 0 }; }
void swap(struct point *p, short *q) { int x = p->x; p->x = *q; *q = (short)x; }
const char *word(int n) { return n ? "yes" : "no"; }
int use_static(int *p, int x) { return crash_static(p) + divide_static(x, x); }
int main(void) { printf("%d\n", testme(0, 0)); }
"#;

/// A function, the values of its variables, what it does.
type Case = (&'static str, &'static [u64], Expectation);

fn returns(bytes: &[u8]) -> Expectation {
    Expectation::Returns(Some(bytes.to_vec()))
}

/// `u64::MAX` makes a fresh object; its variables take the values that follow.
const NEW: u64 = u64::MAX;
/// The object made last.
const LAST: u64 = u64::MAX - 1;

fn build(program: &DebugInfo, function: &str, values: &[u64]) -> (Space, Input) {
    let f = program.function(function).unwrap_or_else(|| panic!("no function {function}"));
    let mut space = Space::for_function(program.types.clone(), f).expect("a space");
    let mut input = Input::new();
    for (v, value) in values.iter().enumerate() {
        let v = v as u32;
        let value = match *value {
            NEW => {
                let id = space.object_for(v, 0).expect("an object");
                space.address(id)
            }
            LAST => space.objects().last().map_or(0, |o| o.address),
            value => value,
        };
        input.set(&space, v, value);
    }
    (space, input)
}

/// What `mixed(7)` gives back.
const MIXED: [u8; 32] = [
    b'm', 0xaa, 0xaa, 0xaa, 7, 0, 0xaa, 0xaa, 0, 0, 0, 0x3f, b'a', b'b', b'c', 0, 0xed, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
];

#[test]
fn a_struct_is_compared_member_by_member() {
    let (text, _, _) = run("gcc", &[("mixed", &[7], returns(&MIXED))]);
    let expected = r#"    struct mixed acute_result = mixed(7);
    CHECK(acute_result.tag == 'm');
    CHECK(acute_result.in.a == 7);
    CHECK(acute_result.in.f == 0.5f);
    CHECK(!__builtin_memcmp(acute_result.name, "abc", 4));
    CHECK(acute_result.low == 5);
    CHECK(acute_result.high == -3);
    CHECK(acute_result.at == NULL);
}
"#;
    assert!(text.contains(expected), "{text}");
    // What nobody has written is not compared.
    let mut open = MIXED;
    open[4..6].fill(0xaa);
    let (text, printed, _) = run("gcc", &[("mixed", &[7], returns(&open))]);
    assert!(!text.contains("acute_result.in.a") && printed.starts_with("1 passed"), "{text}");
}

#[test]
fn what_a_function_leaves_in_its_objects_is_compared_where_it_has_changed() {
    let program = DebugInfo::read(&object("gcc", &["-g"], SOURCE)).expect("types");
    let (space, input) = build(&program, "swap", &[NEW, NEW, 4, 9, 6]);
    let change = |object: u32, before: &[u8], after: &[u8]| Change {
        object,
        before: before.to_vec(),
        after: after.to_vec(),
    };
    let point = change(1, &[4, 0, 0, 0, 9, 0, 0, 0], &[6, 0, 0, 0, 9, 0, 0, 0]);
    let write = |changes: &[Change], storage| {
        let expectation = &Expectation::Returns(None);
        let test = TestCase { space: &space, input: &input, expectation, comment: "", storage, changes };
        write_tests(PLAIN_C, &Unit::new("unit.c", &program), &[test]).expect("a test file").text
    };
    let text = write(&[point.clone(), change(2, &[6, 0], &[4, 0])], Storage::Local);
    let expected = "    swap(&point1, &q1);\n    CHECK(point1.x == 6);\n    CHECK(q1 == 4);\n}\n";
    assert!(text.contains(expected), "{text}");
    // What may have been freed is left alone.
    assert!(!write(&[point], Storage::Heap).contains("CHECK(point"));
}

fn cases() -> Vec<Case> {
    use Expectation::{Exits, Returns};
    let address = |object: u64, offset: u64| returns(&(object + offset).to_le_bytes());
    let first = acute_input::INPUT_BASE;
    // Behind the room that the first has to grow.
    let second = 0x60 + acute_input::ARRAY_LIMIT * 16 + acute_input::REDZONE;
    vec![
        ("testme", &[0, 5], returns(&5i32.to_le_bytes())),
        ("testme", &[NEW, 1, 3, 0], returns(&1i32.to_le_bytes())),
        ("testme", &[NEW, 0x8000_0000, 3, 0], returns(&i32::MIN.to_le_bytes())),
        // Globals are fresh in every test.
        ("count", &[], returns(&1i32.to_le_bytes())),
        ("count", &[], returns(&1i32.to_le_bytes())),
        ("quits", &[3], Exits(3)),
        ("quits", &[0], Exits(0)),
        ("drop", &[NEW, 1, NEW], address(first, second)),
        ("drop", &[NEW, 1, LAST], address(first, 0x60)),
        ("divide", &[7, 2], Returns(None)),
        ("spin", &[0], Returns(None)),
        ("last", &[NEW, 1, 0], address(first, 0x60)),
        ("last", &[0], returns(&[0; 8])),
        ("second", &[NEW, 1, 0], address(first, 0x60)),
        ("second", &[0], returns(&[0; 8])),
        ("make", &[1], returns(&0x40_4040u64.to_le_bytes())),
        ("make", &[0], returns(&[0; 8])),
        ("half", const { &[(-0.0f64).to_bits()] }, returns(&(-0.0f64).to_le_bytes())),
        ("half", const { &[f64::INFINITY.to_bits()] }, returns(&f64::INFINITY.to_le_bytes())),
        ("half", const { &[0.2f64.to_bits()] }, returns(&0.1f64.to_le_bytes())),
        ("minus", const { &[0.1f32.to_bits() as u64] }, returns(&(-0.1f32).to_le_bytes())),
        ("minus", &[0x7fc0_0000], returns(&0xffc0_0000u32.to_le_bytes())),
        ("paint", &[1], returns(&(-2i32).to_le_bytes())),
        ("paint", &[0], returns(&7i32.to_le_bytes())),
        ("flip", &[0], returns(&[1])),
        ("letter", &[2], returns(b"c")),
        ("byte", &[200], returns(&[200])),
        ("big", &[1], returns(&u64::MAX.to_le_bytes())),
        ("least", &[], returns(&i64::MIN.to_le_bytes())),
        ("mirror", &[1, 2], returns(&[0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0])),
        ("precise", &[0], returns(&[0; 16])),
        ("mixed", &[7], returns(&MIXED)),
        ("word", &[1], Expectation::ReturnsText("yes".into())),
    ]
}

/// Writes, compiles and runs; gives back the text and what the program printed with its exit code.
fn run(compiler: &str, cases: &[Case]) -> (String, String, Option<i32>) {
    run_on(compiler, SOURCE, cases)
}

/// The same with another unit.
fn run_on(compiler: &str, source: &str, cases: &[Case]) -> (String, String, Option<i32>) {
    let program = DebugInfo::read(&object(compiler, &["-g"], source)).expect("types");
    let folder = Folder::new();
    let unit = Unit::new(folder.write("unit.c", source), &program);
    let built: Vec<(Space, Input)> = cases.iter().map(|(f, values, _)| build(&program, f, values)).collect();
    let tests: Vec<TestCase<'_>> = (cases.iter().zip(&built))
        .map(|((function, _, expectation), (space, input))| TestCase {
            space,
            input,
            expectation,
            comment: "shows /* what */ it shows\nin two lines",
            storage: if *function == "drop" { Storage::Heap } else { Storage::Local },
            changes: &[],
        })
        .collect();
    let exported = write_tests(PLAIN_C, &unit, &tests).expect("a test file");
    assert!(exported.skipped.is_empty(), "{:?}", exported.skipped);
    let path = folder.write("test_unit.c", &exported.text);
    let mut printed = String::new();
    let mut code = None;
    for level in ["-O0", "-O2"] {
        // The unit's static functions are not all called by every set of cases.
        let args = ["test_unit.c", "-o", "tests", "-Wall", "-Wextra", "-Wno-unused-function", level];
        compile_cleanly(folder.path(), compiler, &args, &path);
        let own = folder.path().join("own");
        std::fs::create_dir_all(&own).expect("a folder");
        let output =
            Command::new(folder.path().join("tests")).env("TMPDIR", &own).output().expect("the tests run");
        assert_eq!(std::fs::read_dir(&own).expect("a folder").count(), 0, "a test left its folder");
        printed = String::from_utf8_lossy(&output.stdout).into_owned();
        code = output.status.code();
        if !output.stderr.is_empty() {
            printed += &String::from_utf8_lossy(&output.stderr);
        }
    }
    (exported.text, printed, code)
}

#[test]
fn every_kind_of_expectation_holds_with_both_compilers() {
    for compiler in COMPILERS {
        let cases = cases();
        let (text, printed, code) = run(compiler, &cases);
        assert_eq!(printed, format!("{} passed, 0 failed\n", cases.len()), "{compiler}\n{text}");
        assert_eq!(code, Some(0));
    }
}

#[test]
fn the_file_reads_like_a_hand_written_one() {
    let (text, _, _) = run("gcc", &cases()[..3]);
    let start = text.find("/* shows").expect("the first test");
    let expected = r#"/* shows / * what * / it shows in two lines */
static void testme_1(void) {
    CHECK(testme(NULL, 5) == 5);
}

/* shows / * what * / it shows in two lines */
static void testme_3(void) {
    cell cell1 = { .v = 3 };
    CHECK(testme(&cell1, 1) == 1);
}

/* shows / * what * / it shows in two lines */
static void testme_4(void) {
    cell cell1 = { .v = 3 };
    CHECK(testme(&cell1, (-2147483647 - 1)) == (-2147483647 - 1));
}

/* With names of tests: those; with one: in this process, for a debugger. */
int main(int argc, char **argv) {
    acute_argc = argc;
    acute_argv = argv;
    RUN(testme_1);
    RUN(testme_3);
    RUN(testme_4);
    acute_printf("%d passed, %d failed\n", acute_passed, acute_failed);
    return acute_failed != 0 || acute_passed == 0;
}
"#;
    assert_eq!(&text[start..], expected);
    assert!(!text.contains("EXITS("));
}

/// Inputs on which functions of the unit fail.
fn findings() -> Vec<Case> {
    let dies = |signal| Expectation::Fails(Failure::Signal(signal));
    vec![
        ("testme", &[NEW, 1, 3, LAST], dies(6)),
        ("crash", &[0], dies(11)),
        ("crash_static", &[0], dies(11)),
        ("divide_static", &[1, 0], dies(8)),
        ("next_char", &[0], dies(11)),
        ("at", &[0], dies(11)),
        ("divide", &[0x8000_0000, 0xffff_ffff], dies(8)),
    ]
}

#[test]
fn a_finding_fails_for_its_reason_until_it_is_fixed() {
    let fixed = SOURCE
        .replace("abort();", "return -1;")
        .replace("return *p; }", "return p ? *p : (__typeof__(*p)){ 0 }; }")
        .replace("return *s + 1;", "return s ? *s + 1 : NULL;")
        .replace("return a % b;", "return b ? a % b : 0;")
        .replace("return a / b;", "if (b == -1) exit(3); return a / b;");
    for compiler in COMPILERS {
        let (text, printed, code) = run(compiler, &findings());
        assert!(printed.starts_with("0 passed, 7 failed\n"), "{compiler}: {printed}");
        assert!(printed.contains("divide_finding_1: shows /* what */ it shows in two lines\n"), "{printed}");
        assert!(
            text.starts_with("/* Findings in unit.c")
                && text.contains("FINDING(at_finding_1, 11 /* SIGSEGV */")
        );
        assert_eq!(code, Some(1));
        // A fix may return or exit.
        let (_, printed, code) = run_on(compiler, &fixed, &findings());
        assert_eq!((printed.as_str(), code), ("7 passed, 0 failed\n", Some(0)), "{compiler}");
    }
}

#[test]
fn a_finding_that_fails_otherwise_says_so() {
    let (_, printed, _) = run("gcc", &[("crash", &[0], Expectation::Fails(Failure::Signal(8)))]);
    assert!(printed.contains("crash_finding_1: died by signal 11\n"), "{printed}");
}

#[test]
fn a_test_runs_in_a_folder_of_its_own_that_is_removed() {
    let source = "#include <stdio.h>\nint store(int n) {\n    FILE *f = fopen(\"store\", \"r\");\n    if (f) return -1;\n    \
                  f = fopen(\"store\", \"w\");\n    if (!f) return -2;\n    fprintf(f, \"%d\", n);\n    fclose(f);\n    return n;\n}\n";
    let stored = |n: i32| returns(&n.to_le_bytes());
    let cases: Vec<Case> = vec![("store", &[1], stored(1)), ("store", &[2], stored(2))];
    let (_, printed, code) = run_on("gcc", source, &cases);
    assert_eq!((printed.as_str(), code), ("2 passed, 0 failed\n", Some(0)));
}

#[test]
fn macros_and_functions_of_the_unit_do_not_reach_the_helpers() {
    let source = "#define getline my_getline\n#define printf(...) nothing\n#define exit leave\n#define NULL 0\n\
                  static int getline(int n) { return n + 1; }\nint remove(int n) { return n; }\n\
                  int unlink(int n) { return getline(remove(n)); }\n#define fork() 1\n#define waitpid 7\n";
    let cases: Vec<Case> = vec![("unlink", &[1], returns(&2i32.to_le_bytes()))];
    for compiler in COMPILERS {
        let (_, printed, code) = run_on(compiler, source, &cases);
        assert_eq!((printed.as_str(), code), ("1 passed, 0 failed\n", Some(0)), "{compiler}");
    }
}

#[test]
fn tests_that_expect_something_else_fail() {
    use Expectation::Exits;
    let wrong: Vec<Case> = vec![
        ("testme", &[0, 5], returns(&6i32.to_le_bytes())),
        ("testme", &[0, 5], Exits(0)),
        ("testme", &[NEW, 1, 3, LAST], returns(&1i32.to_le_bytes())),
        ("quits", &[0], returns(&[])),
        ("quits", &[2], Exits(3)),
        ("half", &[0], returns(&(-0.0f64).to_le_bytes())),
        ("make", &[1], returns(&[0; 8])),
        ("paint", &[1], returns(&7i32.to_le_bytes())),
        ("count", &[], returns(&1i32.to_le_bytes())),
        ("mirror", &[1, 2], returns(&[0xff, 0xff, 0xff, 0xff, 3, 0, 0, 0])),
        ("word", &[0], Expectation::ReturnsText("yes".into())),
    ];
    for compiler in COMPILERS {
        let (_, printed, code) = run(compiler, &wrong);
        assert!(printed.starts_with("1 passed, 10 failed\n"), "{compiler}: {printed}");
        for message in [
            "testme(NULL, 5) == 6",
            "testme_1: a check failed",
            "testme_3: returned",
            "testme_4: died by signal 6",
            "quits_1: exited with 0",
        ] {
            assert!(printed.contains(message), "{compiler}: {message} in {printed}");
        }
        assert_eq!(code, Some(1));
    }
}

#[test]
fn a_unit_without_cases_and_a_path_that_cannot_be_included() {
    for compiler in COMPILERS {
        let (_, printed, code) = run(compiler, &[]);
        assert_eq!((printed.as_str(), code), ("0 passed, 0 failed\n", Some(0)));
    }
    let unit =
        Unit { path: "/tmp/a\"b.c".into(), names: Default::default(), note: None, before: String::new() };
    assert!(write_tests(PLAIN_C, &unit, &[]).is_err());
}

#[test]
fn a_test_that_hangs_is_ended() {
    let (_, printed, code) = run_once("gcc", &[("spin", &[1], Expectation::Returns(None))]);
    assert!(printed.contains("spin_1: died by signal 14"), "{printed}");
    assert_eq!(code, Some(1));
}

/// Like [`run`], at one level of optimisation: hanging takes its ten seconds.
fn run_once(compiler: &str, cases: &[Case]) -> (String, String, Option<i32>) {
    let source = "void spin(int x) { volatile int y = x; while (y) { } }\n";
    let program = DebugInfo::read(&object(compiler, &["-g"], source)).expect("types");
    let folder = Folder::new();
    let unit = Unit::new(folder.write("unit.c", source), &program);
    let (function, values, expectation) = &cases[0];
    let (space, input) = build(&program, function, values);
    let test = TestCase {
        space: &space,
        input: &input,
        expectation,
        comment: "",
        storage: Storage::Local,
        changes: &[],
    };
    let exported = write_tests(PLAIN_C, &unit, &[test]).expect("a test file");
    let path = folder.write("test_unit.c", &exported.text);
    compile_cleanly(folder.path(), compiler, &["test_unit.c", "-o", "tests", "-Wall", "-Wextra"], &path);
    let output = Command::new(folder.path().join("tests")).output().expect("the tests run");
    let printed =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (exported.text, printed, output.status.code())
}

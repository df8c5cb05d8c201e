//! Test frameworks that tests can be exported for.
//!
//! **To add an export format:**
//!
//! 1. Write `framework/NAME.rs`: a type that implements [`Framework`] from the neutral [`TestFunction`].
//!    `plain_c.rs` is the model, `support.rs` has the C that every framework needs.
//! 2. Add its line to [`FORMATS`], and its `mod` line below.
//!
//! Naming the tests, including the unit and rendering inputs is common to all formats (`file.rs`,
//! `case.rs`, `c/`). Every test was compiled and run as plain C before it is exported.

mod plain_c;
mod support;

use crate::case::Failure;
use crate::sanitizer::Sanitizer;

/// The formats. The first is the default, which acute itself runs.
pub const FORMATS: &[Format] =
    &[Format { name: "c", extension: "c", about: "plain C, no framework", framework: &plain_c::PlainC }];

/// Plain C: the format that acute compiles and runs to check that a test passes.
pub const PLAIN_C: &Format = &FORMATS[0];

/// One export format.
#[derive(Clone, Copy)]
pub struct Format {
    /// Its unique name.
    pub name: &'static str,
    /// The extension of its test files, without a dot.
    pub extension: &'static str,
    /// A description for the help text.
    pub about: &'static str,
    /// The writer of its test files.
    pub framework: &'static dyn Framework,
}

/// A test framework: turns neutral tests into the text of a test file.
pub trait Framework: Sync {
    /// Returns the text between the include of the unit and the first test: headers, and the helpers
    /// that the tests use. A helper without a use would be a compiler warning.
    fn prologue(&self, tests: &[TestFunction<'_>]) -> String;

    /// Returns one test function, without the comment above it.
    fn test(&self, test: &TestFunction<'_>) -> String;

    /// Returns the text behind the last test: registration, `main`.
    fn epilogue(&self, tests: &[TestFunction<'_>]) -> String;

    /// Returns the flags that a test file needs beyond those of its unit.
    fn build(&self) -> Build;
}

/// Flags that a test file needs beyond those of its unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Build {
    /// Compiler flags.
    pub flags: &'static [&'static str],
    /// Linker flags: `-lcmocka`.
    pub libraries: &'static [&'static str],
}

/// A test, independent of the framework.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestFunction<'a> {
    /// Its name, unique in the file and different from all names of the unit.
    pub name: String,
    /// The function under test.
    pub function: &'a str,
    /// A comment for the reader; may be empty.
    pub comment: &'a str,
    /// Its statements: setup, call, checks.
    pub body: Vec<Statement>,
    /// The expected end of its process.
    pub end: End,
}

impl TestFunction<'_> {
    /// The sanitizer without which it need not fail.
    pub fn sanitizer(&self) -> Option<Sanitizer> {
        match self.end {
            End::Fails(failure) => failure.sanitizer(),
            _ => None,
        }
    }
}

/// A statement of a test. All texts are C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// A declaration or statement, as it is.
    Code(String),
    /// A condition that must hold.
    Check(String),
    /// A variable whose bytes are printed.
    Show(String),
    /// A value for the next request of a mark.
    Give {
        /// The name of the mark.
        mark: String,
        /// A pointer to the value.
        from: String,
        /// The size of the value.
        size: String,
    },
}

/// The expected end of a test's process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The test returns.
    Returns,
    /// The process exits with this code.
    Exits(i32),
    /// The process fails this way, for the reason that the comment states, until the bug is fixed.
    Fails(Failure),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_formats_are_unique() {
        let mut names: Vec<&str> = FORMATS.iter().map(|f| f.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FORMATS.len());
        assert_eq!(PLAIN_C.name, "c");
    }

    /// A second framework, as small as can be: what a new format has to write.
    struct Lines;

    impl Framework for Lines {
        fn prologue(&self, tests: &[TestFunction<'_>]) -> String {
            format!("{} tests\n", tests.len())
        }
        fn test(&self, test: &TestFunction<'_>) -> String {
            format!("{}: {} statements, {:?}\n", test.name, test.body.len(), test.end)
        }
        fn epilogue(&self, _: &[TestFunction<'_>]) -> String {
            "end\n".to_owned()
        }
        fn build(&self) -> Build {
            Build { flags: &[], libraries: &["-llines"] }
        }
    }

    #[test]
    fn a_format_is_one_implementation_and_one_line() {
        let format = Format { name: "lines", extension: "txt", about: "", framework: &Lines };
        let unit = crate::Unit { path: "unit.c".into(), ..crate::Unit::default() };
        let written = crate::write_tests(&format, &unit, &[]).expect("a test file");
        assert_eq!(
            written.text,
            "/* Tests of unit.c, written by acute. */\n#include \"unit.c\"\n0 tests\nend\n"
        );
        assert_eq!(format.framework.build().libraries, ["-llines"]);
    }

    #[test]
    fn plain_c_defines_only_the_helpers_that_tests_use() {
        let test = |body, end| TestFunction { name: "f_1".to_owned(), function: "f", comment: "", body, end };
        let framework = PLAIN_C.framework;
        let call = test(vec![Statement::Code("f();".to_owned())], End::Fails(Failure::Signal(6)));
        let text = framework.prologue(std::slice::from_ref(&call));
        assert!(text.contains("#define FINDING(") && !text.contains("#define RUN("), "{text}");
        assert!(!text.contains("CHECK") && !text.contains("acute_give"), "{text}");
        assert_eq!(framework.test(&call), "static void f_1(void) {\n    f();\n}\n");
        let call = TestFunction { comment: "abort: say \"no\"?", ..call };
        let main = framework.epilogue(&[call]);
        assert!(
            main.contains("    FINDING(f_1, 6 /* SIGABRT */, \"abort: say \\\"no\\\"\\?\");\n"),
            "{main}"
        );
        let give = Statement::Give { mark: "x".into(), from: "&x".into(), size: "sizeof x".into() };
        let check = test(vec![give, Statement::Check("f() == 1".to_owned())], End::Returns);
        let text = framework.prologue(std::slice::from_ref(&check));
        assert!(text.contains("#define CHECK(") && text.contains("acute_list[1]"), "{text}");
        assert!(
            framework.test(&check).contains("    acute_give(\"x\", &x, sizeof x);\n    CHECK(f() == 1);\n")
        );
    }
}

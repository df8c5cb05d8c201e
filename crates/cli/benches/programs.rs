//! Ten C programs of Debian, built with `CC="acute cc"` from Debian's sources; their own suites must say
//! what they say of a build by plain clang. Seconds are processor time; text is what is in the objects.
mod shared;

use acute_cfront::home::Home;
use shared::debian::{Debian, Source};
use shared::{Outcome, Scratch, children_seconds, text_size};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A suite that takes longer hangs.
const SECONDS: &str = "900";

struct Program {
    package: &'static str,
    /// The folder of the source to work in.
    folder: &'static str,
    /// How a person would call the way it is built.
    way: &'static str,
    configure: &'static str,
    /// Its test programs, too, so that the suite's time is the suite's own.
    build: &'static str,
    /// What it prints in lines that begin with `same: ` must be the same in both builds.
    check: &'static str,
    /// Tests, out of what the suite printed.
    tests: fn(&str) -> usize,
}

/// Lines of shell; the compiler is in `$CC`.
const PROGRAMS: &[Program] = &[
    Program {
        package: "libogg",
        folder: "",
        way: "autotools",
        configure: "autoreconf -fi && ./configure",
        build: "make",
        check: "make check",
        tests: |said| said.matches("ok.").count(),
    },
    Program {
        package: "zlib",
        folder: "",
        way: "configure",
        configure: "./configure",
        build: "make",
        check: "make test",
        tests: |said| said.matches("test OK").count(),
    },
    Program {
        package: "expat",
        folder: "expat",
        way: "autotools",
        // One of its two test programs is C++, which `acute cc` compiles like clang does: as clang, not clang++.
        configure: "autoreconf -fi && ./configure --without-docbook CXX=\"$CC\" LIBS=-lstdc++",
        build: "make && make check TESTS=",
        check: "make check && cat tests/runtests*.log",
        tests: |said| said.lines().filter_map(|l| number_after(l, "Checks: ")).sum(),
    },
    Program {
        package: "lua5.1",
        folder: "",
        way: "make",
        // Debian's patch of its makefile wants libtool, another one a header that the packaging makes.
        configure: "patch -R -p1 <debian/patches/0001-debian_make.patch && \
                    echo '#define DEB_HOST_MULTIARCH \"lib\"' >src/lua5.1-deb-multiarch.h",
        build: "make -C src generic CC=\"$CC\"",
        // Its programs for a person to try, but for the two that print how long they took.
        check: "for t in bisect cf echo env factorial fibfor hello life luac readonly sieve sort table \
                trace-calls trace-globals xd; do src/lua test/$t.lua <test/$t.lua >$t.out 2>&1; \
                echo \"same: $t ends with $? and prints $(cksum <$t.out)\"; done",
        tests: |said| said.matches("same: ").count(),
    },
    Program {
        package: "cjson",
        folder: "",
        way: "cmake",
        configure: "cmake -B build .",
        build: "make -C build",
        check: "make -C build test",
        tests: |said| said.lines().filter_map(|l| number_after(l, "tests failed out of ")).sum(),
    },
    Program {
        package: "libyaml",
        folder: "",
        way: "autotools",
        configure: "autoreconf -fi && ./configure",
        build: "make && make check TESTS=",
        check: "make check",
        tests: automake_tests,
    },
    Program {
        package: "bzip2",
        folder: "",
        way: "make",
        configure: "true",
        build: "make CC=\"$CC\" libbz2.a bzip2 bzip2recover",
        check: "make CC=\"$CC\" test",
        tests: |said| said.matches("cmp sample").count(),
    },
    Program {
        package: "jansson",
        folder: "",
        way: "autotools",
        configure: "autoreconf -fi && ./configure",
        build: "make && make check TESTS=",
        check: "make check && cat test/run-suites.log",
        // A dot for each.
        tests: |said| {
            let dots = |line: &&str| line.chars().all(|c| c == '.');
            said.lines().filter(dots).map(str::len).sum()
        },
    },
    Program {
        package: "xxhash",
        folder: "",
        way: "make",
        configure: "true",
        build: "make CC=\"$CC\"",
        check: "make CC=\"$CC\" check test-xxhsum-c",
        tests: |said| said.lines().filter(|l| l.contains("./xxhsum")).count(),
    },
    Program {
        package: "lz4",
        folder: "",
        way: "make",
        configure: "true",
        build: "make CC=\"$CC\" lib lz4 && make -C tests CC=\"$CC\" datagen",
        check: "make CC=\"$CC\" check",
        tests: |said| said.matches("---- test").count(),
    },
];

/// What came of one build.
struct Built {
    compile: f64,
    suite: f64,
    text: u64,
    passed: bool,
    tests: usize,
    log: String,
}

fn main() -> Outcome<()> {
    let home = Home::find()?;
    let ours = format!("{} cc", home.plugin.with_file_name("acute").display());
    let plain = home.clang.display().to_string();
    let scratch = Scratch::new("programs")?;
    let only: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let debian = Debian::open(&scratch.0.join("debian"))?;
    println!(
        "{:<8} {:<19} {:<10} {:<20} {:>9} {:>9} {:>7} {:>7}",
        "program", "version", "built by", "its own suite", "clang", "acute cc", "text", "compile"
    );
    let mut failed = vec![];
    for program in PROGRAMS {
        if !only.is_empty() && !only.iter().any(|o| o == program.package) {
            continue;
        }
        let source = debian.source(program.package)?;
        let folder = |name: &str| scratch.0.join(format!("{}-{name}", program.package));
        let theirs = program.build(&source, &folder("clang"), &plain)?;
        if !theirs.passed {
            let log = last_lines(&theirs.log, 30);
            return Err(format!("{} fails with plain clang, too:\n{log}", program.package).into());
        }
        let built = program.build(&source, &folder("acute"), &ours)?;
        let same = |b: &Built| b.log.lines().filter(|l| l.starts_with("same: ")).collect::<String>();
        let passed = built.passed && built.tests == theirs.tests && same(&built) == same(&theirs);
        let verdict = if passed { "passes" } else { "FAILS" };
        println!(
            "{:<8} {:<19} {:<10} {:<20} {:>8.1}s {:>8.1}s {:>6.1}x {:>6.1}x",
            program.package,
            source.version,
            program.way,
            format!("{verdict}, {} of {}", built.tests, theirs.tests),
            theirs.suite,
            built.suite,
            built.text as f64 / theirs.text as f64,
            built.compile / theirs.compile,
        );
        if !passed {
            println!("{}", last_lines(&built.log, 30));
            failed.push(program.package);
        }
        // The next one may need the room.
        for name in ["clang", "acute"] {
            std::fs::remove_dir_all(folder(name))?;
        }
    }
    drop(scratch);
    if !failed.is_empty() {
        println!("the suites of {} fail under acute cc and pass under clang", failed.join(", "));
        std::process::exit(1);
    }
    Ok(())
}

impl Program {
    /// Builds a copy of the source with a compiler and runs its suite.
    fn build(&self, source: &Source, folder: &Path, compiler: &str) -> Outcome<Built> {
        let copied = Command::new("cp").arg("-a").arg(&source.folder).arg(folder).status()?;
        if !copied.success() {
            return Err(format!("{}: the source could not be copied", self.package).into());
        }
        let at = folder.join(self.folder);
        self.succeeds(&at, compiler, self.configure)?;
        let before = children_seconds();
        self.succeeds(&at, compiler, self.build)?;
        let compile = children_seconds() - before;
        let text = text_size(&objects(&at)?)?;
        let before = children_seconds();
        let (passed, log) = shell(&at, compiler, self.check)?;
        let suite = children_seconds() - before;
        Ok(Built { compile, suite, text, passed, tests: (self.tests)(&log), log })
    }

    /// Runs a line of shell that must end well.
    fn succeeds(&self, folder: &Path, compiler: &str, line: &str) -> Outcome<()> {
        let (ended_well, log) = shell(folder, compiler, line)?;
        if !ended_well {
            let why = format!("{}: `{line}` with CC=\"{compiler}\" fails:", self.package);
            return Err(format!("{why}\n{}", last_lines(&log, 30)).into());
        }
        Ok(())
    }
}

/// Runs a line of shell: whether it ended well and in time, and all it printed.
fn shell(folder: &Path, compiler: &str, line: &str) -> Outcome<(bool, String)> {
    let log = folder.join("acute-bench.log");
    let file = std::fs::File::create(&log)?;
    let mut command = Command::new("timeout");
    command.args(["--kill-after=10", SECONDS, "sh", "-c", line]).current_dir(folder);
    // A `make` that calls us is none of theirs.
    for name in ["MAKEFLAGS", "MAKELEVEL", "MFLAGS", "CFLAGS", "LDFLAGS"] {
        command.env_remove(name);
    }
    command.env("CC", compiler).env("LC_ALL", "C");
    let status = command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file).status()?;
    Ok((status.success(), String::from_utf8_lossy(&std::fs::read(&log)?).into_owned()))
}

/// Every object below a folder.
fn objects(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_symlink() {
            continue;
        } else if path.is_dir() {
            found.extend(objects(&path)?);
        } else if path.extension().is_some_and(|e| e == "o") {
            found.push(path);
        }
    }
    Ok(found)
}

/// The sum automake prints: `# PASS:  3`.
fn automake_tests(said: &str) -> usize {
    said.lines().filter_map(|l| number_after(l, "# PASS:")).sum()
}

fn number_after(line: &str, words: &str) -> Option<usize> {
    let rest = line.split_once(words)?.1.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

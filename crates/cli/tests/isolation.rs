//! Runs in processes of their own, runs in one process, runs that take too long: nothing of one reaches the
//! next, none takes the budget of the others, and the result is the same.

use crate::common::{Folder, PATIENCE, test, units};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn words(flags: &str) -> Vec<String> {
    flags.split_whitespace().map(str::to_string).collect()
}

/// The rows of the functions of `source`, and what is shown.
fn rows(source: &Path, flags: &str) -> (Vec<Value>, i32) {
    let folder = Folder::new();
    let said = test(source, folder.path(), &words(flags));
    let summary = said.summary().unwrap_or_else(|why| panic!("{}: {why}", source.display()));
    (summary["functions"].as_array().expect("functions").clone(), said.code.expect("an exit code"))
}

fn kinds(row: &Value) -> Vec<&str> {
    row["bugs"].as_array().into_iter().flatten().filter_map(|b| b["kind"].as_str()).collect()
}

#[test]
fn units_do_the_same_in_one_process_and_in_forked_ones() {
    let same = [
        "covers/aliased_fields.c",
        "covers/global_inputs.c",
        "covers/heap.c",
        "covers/lists.c",
        "covers/setjmp.c",
        "covers/strings.c",
        "covers/switches.c",
        "covers/varargs.c",
        "finds/assert.c",
        "finds/index_out_of_bounds.c",
        "finds/null_field.c",
        "finds/recursion.c",
        "clean/thread_locals.c",
        "marks/loop.c",
        "paths/bst_malloc.c",
    ];
    for name in same {
        let file = units().join(name);
        let (inside, code) = rows(&file, "--no-export --executions 40 --time 60 --isolation inprocess");
        let (forked, forked_code) = rows(&file, "--no-export --executions 40 --time 60 --isolation fork");
        assert_eq!(code, forked_code, "{name}");
        assert_eq!(inside.len(), forked.len(), "{name}");
        for (a, b) in inside.iter().zip(&forked) {
            let (mut a, mut b) = (a.clone(), b.clone());
            assert_eq!((a["isolation"].as_str(), b["isolation"].as_str()), (Some("inprocess"), Some("fork")));
            for row in [&mut a, &mut b] {
                row["seconds"].take();
                row["timeline"].take();
                row["isolation"].take();
            }
            assert_eq!(a, b, "{name}");
        }
    }
}

const STATEFUL: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int numbers(int x) {
    static int first = 1804289383;
    if (rand() != first) abort();
    return x > 5 ? 1 : x < -5 ? 2 : x == 3;
}
int environment(int x) {
    if (getenv("LEFT")) abort();
    setenv("LEFT", "1", 1);
    return x > 5 ? 1 : x < -5 ? 2 : x == 3;
}
int files(int x) {
    char path[512];
    struct stat is;
    snprintf(path, sizeof path, "%s/left", getenv("TMPDIR"));
    if (stat(path, &is) == 0 || stat("deep", &is) == 0) abort();
    FILE *f = fopen(path, "w");
    if (!f || mkdir("deep", 0700) || mkdir("deep/er", 0700) || symlink("/", "deep/er/root")) abort();
    fclose(f);
    chdir("deep");
    return x > 5 ? 1 : x < -5 ? 2 : x == 3;
}
"#;

#[test]
fn what_libraries_and_files_keep_reaches_no_other_run() {
    let folder = Folder::new();
    let file = folder.file("stateful.c", STATEFUL);
    let (all, code) = rows(&file, "--no-export");
    assert_eq!((all.len(), code), (3, 0));
    for row in &all {
        assert!(row["executions"].as_u64() >= Some(3), "{row:#}");
        assert_eq!(row["isolation"], "fork", "{row:#}");
        assert_eq!(row["outcome"], "unsupported", "{row:#}");
        assert!(!row["reason"].as_str().unwrap().contains("again"), "{row:#}");
    }
    // In one process each of them would notice the run before it.
    let (all, code) = rows(&file, "--no-export --isolation inprocess");
    assert_eq!(code, 0);
    for row in &all {
        assert!(row["reason"].as_str().unwrap().contains("did not happen again"), "{row:#}");
    }
}

/// A run that goes on with the string of the run before it crashes only if there was none.
#[test]
fn strtok_starts_anew_in_each_run() {
    let folder = Folder::new();
    let source = "#include <string.h>\nint tokens(int x) {\n    static char text[] = \"a,b\";\n    \
                  if (x > 5) return strtok(text, \",\") != NULL;\n    return strtok(NULL, \",\") != NULL;\n}\n";
    let file = folder.file("tokens.c", source);
    let (all, _) = rows(&file, "--no-export");
    assert_eq!(kinds(&all[0]), ["null-deref"], "{:#}", all[0]);
    assert_eq!(all[0]["paths"], 2, "{:#}", all[0]);
    let (all, _) = rows(&file, "--no-export --isolation inprocess");
    assert!(kinds(&all[0]).is_empty(), "{:#}", all[0]);
}

#[test]
fn what_isolation_asks_for_is_said() {
    let folder = Folder::new();
    let source =
        "#include <stdlib.h>\nint f(int x) { return x > 5 ? rand() : x; }\nint g(int x) { return x > 5; }\n";
    let file = folder.file("two.c", source);
    let said = |how: &str| {
        let mut acute = crate::common::acute();
        acute.arg("test").arg(&file).args(["--no-export", "--isolation", how, "--out"]);
        let output = acute.arg(folder.path().join("out")).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let auto = said("auto");
    assert!(auto.contains("each run in a process of its own: it can call rand"), "{auto}");
    assert!(!auto.contains("--isolation"), "{auto}");
    let inside = said("inprocess");
    assert!(inside.contains("all runs in one process, as --isolation asks"), "{inside}");
    assert!(inside.contains("f: unsupported"), "{inside}");
    assert!(inside.contains("g: complete"), "{inside}");
    let forked = said("fork");
    assert!(forked.contains("each run in a process of its own, as --isolation asks"), "{forked}");
    assert!(forked.contains("g: complete"), "{forked}");
}

/// Each does something bad for x > 3; what is below -3 has to be reached after that. The second half tries to
/// get at the process that forks, or to make one.
const BAD_ENDS: &str = r#"
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#define AFTER if (x < -3) return 2; return 0
int crashes(int x) { if (x > 3) *(volatile int *)0x123456789000 = 1; AFTER; }
int exits(int x) { if (x > 3) exit(7); AFTER; }
int exits_at_once(int x) { if (x > 3) _exit(7); AFTER; }
int exits_by_call(int x) { if (x > 3) syscall(231, 0); AFTER; }
int aborts(int x) { if (x > 3) abort(); AFTER; }
int recurses(int x) { volatile char frame[100]; frame[0] = 1; if (x > 3) return recurses(x) + frame[0]; AFTER; }
int loops(int x) { if (x > 3) for (;;); AFTER; }
int waits(int x) { if (x > 3) pause(); AFTER; }
int loops_deaf(int x) {
    if (x > 3) { sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, NULL); for (;;); }
    AFTER;
}
int sleeps(int x) { if (x > 3) sleep(1000); AFTER; }
int raises(int x) { if (x > 3) raise(SIGABRT); AFTER; }
static volatile sig_atomic_t heard;
static void hear(int s) { heard = s; }
int hears(int x) {
    if (x > 3) { heard = 0; signal(SIGUSR1, hear); raise(SIGUSR1); if (heard != SIGUSR1) abort(); }
    AFTER;
}
int kills_itself(int x) { if (x > 3) kill(getpid(), SIGKILL); AFTER; }
int stops_itself(int x) { if (x > 3) kill(getpid(), SIGSTOP); AFTER; }
int fills(int x) { if (x > 3) memset((void *)0x630000000000, 0xff, 4096); AFTER; }
int fills_the_index(int x) {
    static char ones[1 << 20];
    if (x > 3) {
        int fd = open("ones", O_CREAT | O_RDWR, 0600);
        memset(ones, 1, sizeof ones);
        if (write(fd, ones, sizeof ones) != sizeof ones) abort();
        for (long k = 0; k < 32; k++)
            if (syscall(SYS_pread64, fd, 0x640000000000 + (k << 20), 1 << 20, 0) != 1 << 20) abort();
        if (x == 55) return 3;
    }
    AFTER;
}
int cuts_off(int x) {
    if (x > 3) for (int fd = 3; fd < 256; fd++) ftruncate(fd, 0);
    AFTER;
}
int kills_its_parent(int x) { if (x > 3 && kill(getppid(), SIGKILL) == 0) abort(); AFTER; }
int kills_all(int x) { if (x > 3 && (kill(0, SIGKILL) == 0 || kill(-1, SIGKILL) == 0)) abort(); AFTER; }
int kills_by_thread(int x) { if (x > 3 && syscall(SYS_tgkill, getppid(), getppid(), 9) == 0) abort(); AFTER; }
int queues(int x) { if (x > 3 && sigqueue(getppid(), 9, (union sigval){0}) == 0) abort(); AFTER; }
int traces(int x) { if (x > 3 && ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0) abort(); AFTER; }
int forks(int x) { if (x > 3 && fork() >= 0) abort(); AFTER; }
int vforks(int x) { if (x > 3 && syscall(SYS_vfork) >= 0) abort(); AFTER; }
int clones(int x) { if (x > 3 && syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0) abort(); AFTER; }
/* The one instruction that may. */
extern long __acute_trusted_call(long, long, long, long, long, long);
int clones_by_us(int x) { if (x > 3 && __acute_trusted_call(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0) abort(); AFTER; }
int kills_by_us(int x) { if (x > 3 && __acute_trusted_call(SYS_kill, getppid(), 9, 0, 0, 0) == 0) abort(); AFTER; }
int outlives(int x) { if (x > 3 && prctl(PR_SET_PDEATHSIG, 0) == 0) abort(); AFTER; }
int waits_for_none(int x) { if (x > 3 && waitpid(-1, NULL, 0) != -1) abort(); AFTER; }
"#;

#[test]
fn whatever_a_child_does_the_next_one_runs() {
    let folder = Folder::new();
    let file = folder.file("bad.c", BAD_ENDS);
    let (all, _) = rows(&file, "--no-export --isolation fork --time 4");
    assert_eq!(all.len(), 30);
    for row in &all {
        let name = row["name"].as_str().unwrap();
        let expected: &[&str] = match name {
            "hear" => continue,
            "crashes" => &["segfault"],
            "aborts" | "raises" => &["abort"],
            "recurses" => &["stack-overflow"],
            "loops" | "loops_deaf" => &["infinite-loop"],
            "waits" | "stops_itself" => &["did-not-end"],
            "fills" => &["out-of-bounds"],
            _ => &[],
        };
        assert_eq!(kinds(row), expected, "{name}: {row:#}");
        assert_ne!(row["outcome"], "error", "{name}: {row:#}");
        let uncovered = row["uncovered"].as_array().unwrap();
        if name.starts_with("fills") {
            // What it decided before that is lost with its trace, or what comes later is not followed any more.
            assert_eq!(row["outcome"], "unsupported", "{name}: {row:#}");
            continue;
        }
        // What comes after the bad end was reached; of the bad end itself only that it worked was not: by one call or two.
        let after = |u: &&Value| u["line"] == row["line"] && u["column"].as_u64() > Some(0);
        assert!(uncovered.iter().filter(after).count() <= 2, "{name}: {row:#}");
        assert!(row["paths"].as_u64() >= Some(3), "{name}: {row:#}");
    }
}

/// What runs before the first child, in the process that may fork, may not either.
#[test]
fn a_constructor_makes_no_process() {
    let source = r#"
        #define _GNU_SOURCE
        #include <signal.h>
        #include <stdlib.h>
        #include <sys/prctl.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        static long made[5] = {-1, -1, -1, -1, -1};
        __attribute__((constructor)) static void start(void) {
            made[0] = fork();
            made[1] = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
            made[2] = kill(getppid(), SIGTERM);
            made[3] = kill(0, SIGTERM);
            made[4] = prctl(PR_SET_PDEATHSIG, 0);
        }
        int look(int x) {
            for (int k = 0; k < 5; k++)
                if (made[k] != -1) abort();
            return x > 3;
        }"#;
    let folder = Folder::new();
    let file = folder.file("constructor.c", source);
    let (all, code) = rows(&file, "--no-export --function look --globals none --isolation fork");
    assert_eq!((code, kinds(&all[0]).len()), (0, 0), "{:#}", all[0]);
    assert!(all[0]["executions"].as_u64() >= Some(1), "{:#}", all[0]);
}

#[test]
fn waiting_costs_nothing() {
    let source = r#"
        #define _GNU_SOURCE
        #include <poll.h>
        #include <sys/select.h>
        #include <time.h>
        #include <unistd.h>
        int wait_for(int x) {
            struct timespec hour = {3600, 0};
            struct timeval minute = {60, 0};
            if (x == 1) return sleep(3600) == 0;
            if (x == 2) return usleep(900000) == 0;
            if (x == 3) return nanosleep(&hour, NULL) == 0;
            if (x == 4) return clock_nanosleep(CLOCK_MONOTONIC, 0, &hour, NULL) == 0;
            if (x == 5) return poll(NULL, 0, 3600000) == 0;
            if (x == 6) return select(0, NULL, NULL, NULL, &minute) == 0;
            if (x == 7) return ppoll(NULL, 0, &hour, NULL) == 0;
            if (x == 8) return pselect(0, NULL, NULL, NULL, &hour, NULL) == 0;
            return 5;
        }"#;
    let folder = Folder::new();
    let file = folder.file("waits.c", source);
    let (all, code) = rows(&file, "--no-export --time 50");
    let row = &all[0];
    assert_eq!((code, kinds(row).len()), (0, 0), "{row:#}");
    assert_eq!(row["paths"], 9, "{row:#}");
    assert_eq!(row["branches"]["covered"], 16, "{row:#}");
    assert_ne!(row["outcome"], "time", "{row:#}");
}

/// A run that does not end costs a tenth of a second, so that the others get their turn.
#[test]
fn endless_runs_leave_time_for_the_others() {
    let mut source = "#include <stdlib.h>\nint many(int x) {\n    switch (x) {\n".to_string();
    for k in 0..6 {
        source += &format!("    case {}: for (volatile int go = 1; go;);\n", k * 7 + 1);
    }
    source += "    case 1000: return 1;\n    }\n    return x == -77 ? 2 : 0;\n}\n";
    let folder = Folder::new();
    let file = folder.file("endless.c", &source);
    for how in ["inprocess", "fork"] {
        let (all, code) = rows(&file, &format!("--no-export --time 8 --isolation {how}"));
        let row = &all[0];
        assert_eq!((code, kinds(row)), (1, vec!["infinite-loop"; 6]), "{how}: {row:#}");
        let missed = row["uncovered"].as_array().unwrap().iter().filter(|u| u["taken"] == true).count();
        assert_eq!(missed, 0, "{how}: {row:#}");
        assert_eq!(row["outcome"], "time", "{how}: {row:#}");
    }
}

/// A run that takes a third of a second is neither endless nor left out.
#[test]
fn slow_runs_are_put_off_and_then_run() {
    let source = "int slow(int x) {\n    if (x > 3) {\n        for (volatile long k = 0; k < 150000000; k++);\n        \
                  if (x == 77) return 1;\n    }\n    return 0;\n}\n";
    let folder = Folder::new();
    let file = folder.file("slow.c", source);
    for how in ["inprocess", "fork"] {
        // Two executions of each slow input: one that is cut short, one that is not.
        let (all, code) = rows(&file, &format!("--no-export --time 60 --isolation {how}"));
        let row = &all[0];
        if row["outcome"] == "time" {
            // On a machine that is busy enough it takes longer than a run may.
            assert!(kinds(row).len() <= 1, "{how}: {row:#}");
            continue;
        }
        assert_eq!((code, row["outcome"].as_str()), (0, Some("complete")), "{how}: {row:#}");
        assert_eq!(row["paths"], 3, "{how}: {row:#}");
        assert!(row["executions"].as_u64() > Some(3), "{how}: {row:#}");
    }
}

#[test]
fn a_budget_holds_whatever_does_not_end() {
    let source = "int stuck(int x) {\n    if (x > 3) for (;;);\n    if (x < -3) for (;;);\n    for (volatile int k = 1; k;);\n    return 0;\n}\n";
    let folder = Folder::new();
    let file = folder.file("stuck.c", source);
    for how in ["inprocess", "fork"] {
        let (all, code) = rows(&file, &format!("--no-export --time 2 --isolation {how}"));
        let row = &all[0];
        assert_eq!((code, kinds(row)), (1, vec!["infinite-loop"; 3]), "{how}: {row:#}");
        // Generous: benches/budgets.rs has the limit of an idle machine.
        assert!(row["seconds"].as_f64() < Some(40.0), "{how}: {row:#}");
    }
}

/// The processes below `root`, by the kernel's own list.
fn descendants(root: u32) -> Vec<u32> {
    let mut all = vec![];
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|n| n.parse::<u32>().ok()) else { continue };
        let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) else { continue };
        let parent =
            stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)?.parse::<u32>().ok());
        all.extend(parent.map(|p| (id, p)));
    }
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        next += 1;
        found.extend(all.iter().filter(|(_, p)| *p == parent).map(|(id, _)| *id));
    }
    found.split_off(1)
}

/// Neither running nor waiting to be reaped by anybody but the init process.
fn is_alive(id: u32) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) else { return false };
    !stat.rsplit(')').next().unwrap_or("").trim_start().starts_with(['Z', 'X'])
}

#[test]
fn nothing_is_left_when_the_engine_is_killed() {
    let folder = Folder::new();
    let file = folder.file(
        "stuck.c",
        "#include <unistd.h>\nint stuck(int x) { if (x > 3) pause(); setsid(); pause(); return 0; }\n",
    );
    let mut engine = crate::common::acute();
    engine
        .arg("test")
        .arg(&file)
        .args(["--no-export", "--time", "600", "--out"])
        .arg(folder.path().join("out"));
    let mut engine: std::process::Child =
        Command::spawn(engine.stdout(Stdio::null()).stderr(Stdio::null())).unwrap();
    // The compiler comes first; then a server and a child of it wait.
    let begun = Instant::now();
    let family = loop {
        let family = descendants(engine.id());
        let is_unit = |id: &u32| {
            std::fs::read_to_string(format!("/proc/{id}/comm")).is_ok_and(|name| name.trim() == "unit")
        };
        if family.len() == 2 && family.iter().all(is_unit) {
            break family;
        }
        assert!(begun.elapsed() < PATIENCE, "{family:?}");
        assert_eq!(engine.try_wait().unwrap(), None, "it is over");
        std::thread::sleep(Duration::from_millis(2));
    };
    engine.kill().unwrap();
    engine.wait().unwrap();
    let begun = Instant::now();
    while family.iter().any(|id| is_alive(*id)) {
        assert!(begun.elapsed() < PATIENCE, "{family:?} live on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

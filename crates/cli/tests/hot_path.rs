//! In one process a run costs no system call: engine and unit meet in shared memory, and only to sleep or to wake
//! the other do they call the kernel.

use crate::common::Folder;
use acute_cfront::build;
use acute_cli::test;
use acute_exec::Launcher;
use acute_explore::{Explorer, Isolation, Limits, Outcome};

/// Its constructor forbids itself all calls but those of a start, and of sleeping and waking. What the filter does
/// not allow ends the process.
const UNIT: &str = r#"
#include <stddef.h>
#include <stdlib.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
__attribute__((constructor)) static void forbid(void) {
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(SYS_futex),
        ALLOW(SYS_timer_create), ALLOW(SYS_timer_settime), ALLOW(SYS_rt_sigreturn),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {sizeof steps / sizeof *steps, steps};
    void *volatile first = malloc(1); /* the heap is there from now on */
    free(first);
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program)) abort();
}
typedef struct cell { int v; struct cell *next; } cell;
static int calls;
int list(cell *p, int a, int b, int c, int d, int e, int f, int g, int h) {
    cell *mine = malloc(sizeof *mine);
    mine->v = calls++;
    int n = (a > 0) + mine->v;
    if (b > 1) n++;
    if (c > 2) n++;
    if (d > 3) n++;
    if (e > 4) n++;
    if (f > 5) n++;
    if (g > 6) n++;
    if (h > 7) n++;
    if (p && p->v == 2 * a + 1 && p->next == p) n++;
    free(mine);
    return n;
}
int prints(int x) {
    if (x > 3) return (int)write(1, "x", 1);
    return 0;
}
"#;

fn explore(function: &str) -> acute_explore::Report {
    let folder = Folder::new();
    let file = folder.file("unit.c", UNIT);
    let (scratch, _, program, target) = test::prepare(&file, function, &[]).expect("it compiles");
    let space = target.space.expect("it can be tested");
    let home = build::place(&target.function);
    // Before inputs by chance begin: these are large, and memory for them is made when it is first needed.
    let executions = Some(520);
    let limits = Limits { isolation: Some(Isolation::InProcess), executions, ..Limits::default() };
    let launcher = Launcher { program: &program, scratch: scratch.path() };
    let entry = program.entry(&target.entry).expect("an entry");
    let explorer = Explorer::new(&launcher, home, space, entry, limits);
    explorer.expect("it starts").explore().expect("it runs").0
}

#[test]
fn runs_make_no_system_call() {
    let report = explore("list");
    // A process that was killed had to be started again.
    assert_eq!(report.starts, 1);
    assert!(report.executions > 500, "{}", report.executions);
    assert!(!matches!(report.outcome, Outcome::Error(_)), "{:?}", report.outcome);
}

#[test]
fn a_system_call_would_be_noticed() {
    assert!(explore("prints").starts > 1);
}

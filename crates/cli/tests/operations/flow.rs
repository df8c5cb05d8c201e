//! Control flow that no instruction shows: setjmp, assembly, signals, computed jumps.
use super::bench::Table;

#[test]
fn setjmp_and_signals_leave_no_stale_label() {
    let mut table = Table::after(
        r#"
#include <setjmp.h>
#include <signal.h>
static jmp_buf here;
static volatile u64 seen;
__attribute__((noinline)) static void away(u64 x) { seen = x; longjmp(here, 1); }
static u64 handled;
static void handler(int s) { handled = handled * 3 + s; }
"#,
    );
    table.row(&["u64"], "u64 x = a + 1; if (setjmp(here) == 0) away(x); P(x); P(seen);", &[]);
    table.row(&["u64"], "volatile u64 x = a; if (setjmp(here) == 0) { x = 5; away(x); } P(x + a);", &[]);
    table.row(&["u64"], "volatile u64 x = 5; if (setjmp(here) == 0) { x = a; away(x); } P(x);", &[]);
    // Changed between: its value is up to the machine, but never a wrong expression.
    table.row(
        &["u64"],
        "u64 x = a; volatile u64 n = 0; setjmp(here); x = x * 3 + n; if (n++ < 3) away(x); P(x);",
        &["written-outside"],
    );
    table.counted(
        &["u8"],
        "if (a == 0) a = 1; int r = setjmp(here); if (r == 0) longjmp(here, a); P(r);",
        &["no-model"],
    );
    table.row(&["u64"], "handled = a; signal(SIGUSR1, handler); raise(SIGUSR1); P(handled);", &[]);
    table.check();
}

#[test]
fn assembly_is_counted_and_what_it_wrote_is_concrete() {
    let mut table = Table::default();
    let asm = &["instruction:asm", "written-outside"];
    table.counted(&["u64"], r#"u64 r; __asm__("mov %1, %0" : "=r"(r) : "r"(a)); P(r);"#, asm);
    table.counted(&["u64"], r#"u64 m = a; __asm__("addq $1, %0" : "+m"(m)); P(m);"#, asm);
    table.counted(&["u64"], r#"u64 m = a; __asm__("movq $5, %0" : "=m"(m)); P(m + a - a);"#, asm);
    table.counted(&["u64"], r#"u64 m = a; __asm__("movq $5, (%0)" : : "r"(&m) : "memory"); P(m);"#, asm);
    table.counted(
        &["u64", "u64"],
        r#"u64 x, y; __asm__("mov %2, %0; mov %3, %1" : "=&r"(x), "=&r"(y) : "r"(a), "r"(b)); P(x); P(y);"#,
        asm,
    );
    // Empty, as a barrier, it changes nothing.
    table.row(&["u64"], r#"__asm__("" : "+r"(a) : : "cc"); P(a);"#, &[]);
    table.row(&["u64"], r#"__asm__ volatile("" : : : "memory"); P(a);"#, &[]);
    table.check();
}

#[test]
fn switches_and_jumps_decide_paths() {
    let mut table = Table::default();
    table.row(
        &["u64"],
        "switch (a) { case 0 ... 9: P(1); break; case 100 ... 200: P(2); break; default: P(3); }",
        &[],
    );
    table.row(
        &["s32"],
        "switch (a) { case -5: P(1); break; case 2147483647: P(2); break; default: P(a); }",
        &[],
    );
    table.row(&["u8"], "switch (a) { case 1: a += 2; case 3: P(a); break; default: P(9); }", &[]);
    table.counted(
        &["u8"],
        "static const void *const to[2] = {&&x, &&y}; goto *to[a & 1]; x: P(1); return; y: P(2);",
        &["symbolic-address", "instruction"],
    );
    table.counted(
        &["u8"],
        "int n = (a & 7) + 1; u32 v[n]; v[n - 1] = a; P(v[n - 1]);",
        &["symbolic-size", "symbolic-address"],
    );
    table.row(&["u64"], "P(__builtin_expect(a, 3)); P(__builtin_expect_with_probability(a, 3, 0.9)); P(__builtin_constant_p(a) + a);", &[]);
    table.row(
        &["u64"],
        "P(__builtin_align_down(a, 16)); char *p = (char *)a; P(__builtin_align_up(p, 8));",
        &[],
    );
    table.row(&["u64"], "P(__builtin_object_size((void *)a, 0) + a);", &[]);
    table.row(&["u64", "u64"], "__builtin_assume(a != b + 1); P(a);", &[]);
    table.check();
}

/// Checks that clang adds are conditions, not branches; a failed one traps.
#[test]
fn sanitizer_checks_are_conditions() {
    let flags = [
        "-fsanitize=signed-integer-overflow,bounds,null,shift,integer-divide-by-zero",
        "-fsanitize-trap=all",
        "-fno-wrapv",
    ];
    let mut table = Table { flags: flags.map(String::from).to_vec(), ..Table::default() };
    for op in ["+", "-", "*"] {
        table.row(&["s32", "s32"], format!("P(a {op} b);"), &[]);
        table.row(&["s64", "s64"], format!("P(a {op} b);"), &[]);
        table.row(&["s64"], format!("P(a {op} 10);"), &[]);
    }
    table.row(&["s32"], "P(-a);", &[]);
    table.row(&["s32", "u8"], "P(a << b);", &["shift"]);
    table.row(&["s32", "s32"], "P(a / b);", &[]);
    table.outside(&["u8"], "int m[4] = {1, 2, 3, 4}; P(m[a]);", &["symbolic-address"]);
    table.check();
}

/// Where room runs out, what is no longer followed is counted, and all that was recorded stays true.
#[test]
fn full_tables_and_traces_are_counted() {
    let mut table = Table::after("void __acute_crowd(u32);");
    for room in [0, 1, 5, 40] {
        let body = format!(
            "__acute_crowd({room}); u32 x = a; for (int i = 0; i < 50; i++) x = (x ^ b) * 31 + i; P(x); if (x > 5) P(1);"
        );
        table.counted(&["u32", "u8"], body, &["table-full"]);
    }
    // Bytes of several expressions are put together with nowhere to note it.
    let body = "__acute_crowd(3); u8 m[8]; for (int i = 0; i < 8; i++) m[i] = a + i; u64 r; memcpy(&r, m, 8); P(r); P(__builtin_bswap64(r)); P((s128)r * r >> 64);";
    table.counted(&["u8"], body, &["table-full"]);
    let body = "u32 n = 0; for (u32 i = 0; i < 70000; i++) if (i * a > 1000 + i) n++; P(n);";
    table.counted(&["_Bool"], body, &["trace-full", "table-full"]);
    table.check();
}

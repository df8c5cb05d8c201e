//! Arguments and results: many, variadic, by value, through code compiled without us.
use super::bench::Table;

#[test]
fn variadic_arguments_keep_their_labels() {
    let mut table = Table::after(
        r#"
#include <stdarg.h>
struct two { u64 a, b; }; struct big { u64 a[4]; }; struct fd { double x; s32 y; };
__attribute__((noinline)) static u64 ints(int n, ...) {
    va_list ap; va_start(ap, n); u64 r = 0;
    for (int i = 0; i < n; i++) r = r * 31 + va_arg(ap, u64);
    va_end(ap); return r;
}
__attribute__((noinline)) static u64 small(int n, ...) {
    va_list ap; va_start(ap, n); s32 a = va_arg(ap, s32); u64 b = va_arg(ap, u64); s32 c = va_arg(ap, s32);
    va_end(ap); return a * 7 + b * 3 + c;
}
__attribute__((noinline)) static double doubles(int n, ...) {
    va_list ap; va_start(ap, n); double r = 0;
    for (int i = 0; i < n; i++) r = r - va_arg(ap, double);
    va_end(ap); return r;
}
__attribute__((noinline)) static double both(int n, ...) {
    va_list ap, aq; va_start(ap, n); va_copy(aq, ap); s32 a = va_arg(ap, s32); double b = va_arg(ap, double);
    s32 c = va_arg(ap, s32); a += va_arg(aq, s32); va_end(aq); va_end(ap); return a * b + c;
}
__attribute__((noinline)) static u64 structs(int n, ...) {
    va_list ap; va_start(ap, n); struct two t = va_arg(ap, struct two); struct big b = va_arg(ap, struct big);
    struct fd f = va_arg(ap, struct fd); va_end(ap); return t.a * 3 + t.b + b.a[3] * 5 + b.a[0] + f.y;
}
__attribute__((noinline)) static u64 list(va_list ap) { return va_arg(ap, u64) + va_arg(ap, u64) * 3; }
__attribute__((noinline)) static u64 passed(u64 x, ...) {
    u64 y = ints(2, x, x); va_list ap; va_start(ap, x); u64 r = list(ap); va_end(ap); return r + y;
}
// A printf-like wrapper that only looks at its arguments after other calls.
__attribute__((noinline)) static u64 printed(const char *f, ...) {
    u64 y = ints(1, 7ul), r = 0; va_list ap; va_start(ap, f);
    for (; *f; f++) if (*f == '%') r += va_arg(ap, u64);
    va_end(ap); return r + y;
}
__attribute__((noinline)) static u64 named(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, ...) {
    va_list ap; va_start(ap, g); u64 r = a + b + c + d + e + f + g * 3 + va_arg(ap, u64) * 5; va_end(ap); return r;
}
"#,
    );
    table.row(&["u64", "u64"], "P(ints(2, a, b));", &[]);
    table.row(&["u64", "u64"], "P(ints(9, a, b, 3ul, 4ul, a, 6ul, b, a, b + 1));", &[]);
    // The same call site again, with nothing symbolic: nothing is left of before.
    table.row(&["u64"], "u64 x = ints(2, a, a); P(x); x = ints(2, 3ul, 4ul); P(x + a);", &[]);
    table.row(&["s32", "u64", "s32"], "P(small(1, a, b, c));", &[]);
    table.row(&["double", "double"], "PD(doubles(2, a, b));", &["float"]);
    table.row(&["double", "float"], "PD(doubles(11, a, b, 1., 2., 3., 4., 5., 6., a, b, 7.));", &["float"]);
    table.row(&["s32", "double", "s32"], "PD(both(0, a, b, c));", &["float"]);
    table.row(&["u64", "u64", "s32"], "struct two t = {a, b}; struct big g = {{b, 1, 2, a}}; struct fd f = {2.5, c}; P(structs(0, t, g, f));", &[]);
    table.row(&["u64", "u64"], "P(passed(a, b, a));", &[]);
    table.row(&["u64", "u64"], "P(named(a, 1, 2, 3, 4, 5, b, a));", &[]);
    table.row(&["u64"], "P(passed(1, a, a) + printed(\"%lu\", a));", &[]);
    table.check();
}

#[test]
fn many_arguments_keep_their_labels() {
    let list = |f: &dyn Fn(usize) -> String| (0..70).map(f).collect::<Vec<_>>().join(", ");
    let before = format!(
        "__attribute__((noinline)) static u64 twenty({}) {{ return p0 + p19 * 3; }}\n\
         __attribute__((noinline)) static u64 seventy({}) {{ return p1 + p69; }}\n\
         __attribute__((noinline)) static s128 wide(u8 x, s128 y, float f) {{ return y + x + (s32)(f > 1); }}\n\
         __attribute__((noinline)) static u64 down(u64 n, u64 x) {{ return n ? down(n - 1, x + n) : x; }}\n\
         u64 even(u64, u64);\n\
         u64 odd(u64 n, u64 x) {{ if (!n) return x; __attribute__((musttail)) return even(n - 1, x * 3); }}\n\
         u64 even(u64 n, u64 x) {{ if (!n) return x; __attribute__((musttail)) return odd(n - 1, x + 1); }}\n\
         u64 old();\n__attribute__((noinline)) u64 old(a, b) u64 a; u64 b; {{ return a - b; }}\n",
        (0..20).map(|k| format!("u64 p{k}")).collect::<Vec<_>>().join(", "),
        list(&|k| format!("u64 p{k}")),
    );
    let mut table = Table::after(&before);
    let twenty: Vec<String> = (0..20)
        .map(|k| {
            if k == 19 {
                "b".into()
            } else if k == 0 {
                "a".into()
            } else {
                k.to_string()
            }
        })
        .collect();
    table.row(&["u64", "u64"], format!("P(twenty({}));", twenty.join(", ")), &[]);
    table.row(
        &["u64"],
        format!("P(seventy({}));", list(&|k| if k == 1 { "a".into() } else { k.to_string() })),
        &[],
    );
    table.counted(
        &["u64"],
        format!("P(seventy({}));", list(&|k| if k == 69 { "a".into() } else { k.to_string() })),
        &["no-model"],
    );
    table.row(&["u8", "s64", "float"], "P128(wide(a, b, c));", &[]);
    table.row(&["u64"], "P(down(20, a));", &[]);
    table.row(&["u64", "u64"], "P(old(a, b));", &[]);
    table.row(&["u64"], "P(even(9, a));", &[]);
    table.row(&["u64"], "u64 (*volatile f)(u64, u64) = down; P(f(3, a));", &[]);
    table.check();
}

#[test]
fn code_compiled_without_us_leaves_nothing_stale() {
    let mut table = Table::after(
        r#"
#include <stdlib.h>
#include <string.h>
void swab(const void *, void *, s64);
static u64 helper(u64 x) { return x + 1; }
__attribute__((noinline)) static u64 help(u64 x) { return helper(x); }
static int order(const void *a, const void *b) {
    u64 x = help(*(const u64 *)a), y = help(*(const u64 *)b);
    return (x > y) - (x < y);
}
static int equal(const void *key, const void *one) { return (int)(*(const u32 *)key - *(const u32 *)one); }
"#,
    );
    // qsort moves what the comparison reads; what it wrote is no longer symbolic, and counted.
    table.counted(
        &["u64", "u64", "u64"],
        "u64 m[3] = {a, b, c}; qsort(m, 3, 8, order); P(m[0]); P(m[1]); P(m[2]);",
        &["no-model:qsort", "written-outside"],
    );
    table.counted(
        &["u32"],
        "u32 m[4] = {1, 5, 9, 13}; u32 *p = bsearch(&a, m, 4, 4, equal); P(p ? *p : 0);",
        &["no-model:bsearch"],
    );
    table.counted(&["u64"], "u64 m = a; u64 n; swab(&m, &n, 8); P(n);", &["no-model"]);
    table.counted(
        &["u64"],
        "char m[40]; memset(m, 0, 40); memcpy(m, &a, 7); P(strcoll(m, m + 1));",
        &["no-model:strcoll"],
    );
    // Read only: what it was given keeps its label.
    table.counted(&["u64"], "char m[9]; memset(m, 0, 9); memcpy(m, &a, 8); volatile u64 n = strcoll(m, m); u64 r; memcpy(&r, m, 8); P(r);", &["no-model:strcoll"]);
    table.check();
}

//! Integers of 128 bits, vectors, structs and arrays as values.
use super::bench::Table;

#[test]
fn integers_of_128_bits_are_the_machines() {
    let mut table = Table::after("static u128 w(u64 high, u64 low) { return (u128)high << 64 | low; }");
    let four = ["u64", "u64", "u64", "u64"];
    for op in ["+", "-", "*", "&", "|", "^"] {
        table.row(&four, format!("P128(w(a, b) {op} w(c, d));"), &[]);
        table.row(&["u64", "u64"], format!("P128((u128)a {op} b);"), &[]);
        table.row(&["s64", "s64"], format!("P128((s128)a {op} b);"), &[]);
    }
    for op in ["<", "<=", ">", ">=", "==", "!="] {
        table.row(&four, format!("P(w(a, b) {op} w(c, d));"), &[]);
        table.row(&four, format!("P((s128)w(a, b) {op} (s128)w(c, d));"), &[]);
        table.row(&["u64", "u64", "u64"], format!("P(w(a, b) {op} w(a, c));"), &[]);
    }
    for by in [0, 1, 31, 63, 64, 65, 100, 127] {
        table.row(&["u64", "u64"], format!("P128(w(a, b) << {by});"), &[]);
        table.row(&["u64", "u64"], format!("P128(w(a, b) >> {by});"), &[]);
        table.row(&["u64", "u64"], format!("P128((s128)w(a, b) >> {by});"), &[]);
    }
    for ty in ["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64", "_Bool"] {
        table.row(&[ty], "P128((u128)a);", &[]);
        table.row(&[ty], "P128((s128)a);", &[]);
        table.row(&["u64", "u64"], format!("P(({ty})w(a, b));"), &[]);
    }
    table.row(&["u64", "u64"], "P128(-w(a, b));", &[]);
    table.row(&["u64", "u64"], "P128(~w(a, b));", &[]);
    table.row(&["u64", "u64", "u8"], "P128((c & 1) ? w(a, b) : w(b, a));", &[]);
    table.row(&["u64", "u64", "u8"], "u128 x = w(a, b); if (c & 1) x += 3; P128(x);", &[]);
    // Through memory.
    table.row(
        &["u64", "u64"],
        "u128 m[2]; m[1] = w(a, b); __asm__(\"\" : : \"r\"(0)); memmove(m, m + 1, 16); P128(m[0]);",
        &[],
    );
    // Not followed.
    table.counted(&["u64", "u64", "u8"], "P128(w(a, b) << (c & 127));", &["wide-integer"]);
    table.counted(&["u64", "u64", "u64"], "P128(w(a, b) / (c | 1));", &["wide-integer", "no-model"]);
    table.counted(
        &["u64", "u64"],
        "u128 r; P(__builtin_add_overflow(w(a, b), w(b, a), &r));",
        &["wide-integer"],
    );
    table.counted(&["u64"], "P((u64)((_BitInt(100))a * 3));", &["wide-integer"]);
    table.counted(&["u64"], "PD((double)(u128)a);", &["wide-integer", "no-model", "float"]);
    table.check();
}

#[test]
fn vectors_are_their_lanes() {
    let mut table = Table::after(
        r#"
typedef s32 v4 __attribute__((vector_size(16))); typedef u8 v16 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16))); typedef double d2 __attribute__((vector_size(16)));
typedef s16 v8 __attribute__((vector_size(16))); typedef s64 v2 __attribute__((vector_size(16)));
struct pair { float x, y; };
struct four { float x, y, z, w; };
__attribute__((noinline)) v4 twice(v4 v) { return v + v; }
__attribute__((noinline)) struct pair swapped(struct pair p) { struct pair q = {p.y, p.x}; return q; }
__attribute__((noinline)) float sum(struct four p) { return p.x + p.y + p.z + p.w; }
__attribute__((noinline)) void put(v4 *to, v4 v) { *to = v; }
"#,
    );
    for op in ["+", "-", "*", "&", "|", "^"] {
        table.row(
            &["s32", "s32"],
            format!(
                "v4 x = {{a, b, a, 7}}, y = {{b, 3, b, a}}; x = x {op} y; P(x[0]); P(x[1]); P(x[2]); P(x[3]);"
            ),
            &[],
        );
        table.row(&["u8", "u8"], format!("v16 x = {{a, b, a, 7}}, y = {{b, 3, b, a}}; x = x {op} y; P(x[0]); P(x[1]); P(x[2]); P(x[9]);"), &[]);
    }
    for op in ["<", "==", ">="] {
        table.row(
            &["s32", "s32"],
            format!("v4 x = {{a, b, a, 7}}, y = {{b, 3, b, a}}; x = x {op} y; P(x[0]); P(x[1]); P(x[3]);"),
            &[],
        );
    }
    for op in ["/", "%"] {
        table.row(
            &["s32", "s32"],
            format!(
                "v4 x = {{a, b, a, 7}}, y = {{b | 1, 3, 1, 2}}; x = x {op} y; P(x[0]); P(x[1]); P(x[3]);"
            ),
            &[],
        );
    }
    for op in ["<<", ">>"] {
        table.row(
            &["s32", "s32"],
            format!(
                "v4 x = {{a, b, a, 7}}, y = {{b & 31, 3, 1, 2}}; x = x {op} y; P(x[0]); P(x[1]); P(x[3]);"
            ),
            &[],
        );
    }
    for op in ["+", "-", "*", "/"] {
        table.row(
            &["float", "float"],
            format!("f4 x = {{a, b, a, 7}}, y = {{b, 3, b, a}}; x = x {op} y; PF(x[0]); PF(x[1]); PF(x[3]);"),
            &["float"],
        );
    }
    table.row(
        &["s32", "s32"],
        "v4 x = {a, b, 3, 4}; x = __builtin_shufflevector(x, x, 1, 0, 6, 5); P(x[0]); P(x[1]); P(x[3]);",
        &[],
    );
    table.row(&["s32", "s32"], "v4 x = {a, b, 3, 4}; d2 y = __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1), d2); PD(y[0]); PD(y[1]);", &[]);
    table.row(&["s32", "s32"], "v4 x = {a, b, 3, 4}; v2 y = (v2)x; P(y[0]); P(y[1]);", &[]);
    table.row(&["s64", "s64"], "v2 x = {a, b}; v8 y = (v8)x; P(y[0]); P(y[3]); P(y[6]);", &[]);
    table.row(&["s32", "s32"], "v4 x = {a, b, 3, 4}; x = twice(x); P(x[0]); P(x[1]);", &[]);
    table.row(&["s32", "s32"], "v4 x = {a, b, 3, 4}, m[2]; put(m + 1, x); x = m[1]; P(x[0]); P(x[1]); s32 y; memcpy(&y, (char *)(m + 1) + 4, 4); P(y);", &[]);
    table.row(
        &["s32", "s32", "u8"],
        "v4 x = {a, b, 3, 4}, y = {b, a, 1, 2}; v4 z = (c & 1) ? x : y; P(z[0]); P(z[1]);",
        &[],
    );
    table.counted(&["s32", "s32"], "v4 x = {a, b, 3, 4}; P(__builtin_reduce_add(x));", &["instruction"]);
    table.row(&["float", "float"], "struct pair p = {a, b}; p = swapped(p); PF(p.x); PF(p.y);", &[]);
    table.row(&["float", "float"], "struct four p = {a, b, 1, 2}; PF(sum(p));", &["float"]);
    table.row(&["s32", "u8"], "v4 x = {a, 2, 3, 4}; P(x[b & 3]);", &["instruction", "symbolic-address"]);
    table.check();
}

#[test]
fn structs_and_arrays_as_values_keep_every_part() {
    let mut table = Table::after(
        r#"
struct two { u64 a, b; }; struct three { u64 a, b, c; }; struct mixed { s32 a; double b; };
struct nested { struct { u8 a; s16 b; } x; float y; s32 z; };
struct small { u8 a, b, c; }; struct odd { u8 a[7]; };
struct large { u64 a[20]; };
__attribute__((noinline)) struct two turned(struct two s) { struct two r = {s.b, s.a}; return r; }
__attribute__((noinline)) struct three turned3(struct three s) { struct three r = {s.b, s.c, s.a}; return r; }
__attribute__((noinline)) struct mixed mixed(s32 a, double b) { struct mixed r = {a + 1, b}; return r; }
__attribute__((noinline)) struct nested nested(u8 a, s16 b, float y, s32 z) { struct nested r = {{a, b}, y, z}; return r; }
__attribute__((noinline)) struct small small(u8 a, u8 b) { struct small r = {b, a, 9}; return r; }
__attribute__((noinline)) struct odd odd(u8 a, u8 b) { struct odd r = {{a, b, a, 3, 4, 5, b}}; return r; }
__attribute__((noinline)) u64 through(struct large l, u8 k) { return l.a[k] + l.a[19]; }
"#,
    );
    table.row(&["u64", "u64"], "struct two s = {a, b}; s = turned(s); P(s.a); P(s.b);", &[]);
    table.row(
        &["u64", "u64", "u64"],
        "struct three s = {a, b, c}; s = turned3(s); P(s.a); P(s.b); P(s.c);",
        &[],
    );
    table.row(&["s32", "double"], "struct mixed s = mixed(a, b); P(s.a); PD(s.b);", &[]);
    table.row(
        &["u8", "s16", "float", "s32"],
        "struct nested s = nested(a, b, c, d); P(s.x.a); P(s.x.b); PF(s.y); P(s.z);",
        &[],
    );
    table.row(&["u8", "u8"], "struct small s = small(a, b), t = s; P(t.a); P(t.b); P(t.c + a);", &[]);
    table.row(&["u8", "u8"], "struct odd s = odd(a, b), t; t = s; P(t.a[0]); P(t.a[1]); P(t.a[6]);", &[]);
    table.row(
        &["u64", "u64"],
        "struct large l = {{a, b}}; l.a[19] = b; P(through(l, 0)); P(through(l, 1));",
        &[],
    );
    table.row(
        &["s32", "double", "u8"],
        "struct mixed s = {a, b}, t = {3, 4}; struct mixed r = (c & 1) ? s : t; P(r.a); PD(r.b);",
        &[],
    );
    table.check();
}

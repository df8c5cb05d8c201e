//! Integers of every width that C has: its own, bit-fields' and `_BitInt`'s.
use super::bench::Table;

/// Widths of `_BitInt`, which does not promote: `unsigned _BitInt(8)` is added as eight bits.
const WIDTHS: &[u32] = &[2, 3, 7, 8, 13, 16, 24, 31, 32, 33, 48, 63, 64];

fn unsigned(width: u32) -> String {
    format!("unsigned _BitInt({width})")
}

fn signed(width: u32) -> String {
    format!("_BitInt({width})")
}

#[test]
fn arithmetic_is_the_machines() {
    let mut table = Table::default();
    for &w in WIDTHS {
        for (ty, ops) in
            [(unsigned(w), &["+", "-", "*", "&", "|", "^", "/", "%"][..]), (signed(w), &["/", "%"])]
        {
            for op in ops {
                table.row(&["u64", "u64"], format!("P(({ty})a {op} ({ty})b);"), &[]);
            }
        }
        table.row(&["u64"], format!("P(-({})a);", signed(w)), &[]);
        table.row(&["u64"], format!("P(~({})a);", unsigned(w)), &[]);
        for constant in ["1", "3", "-1"] {
            table.row(&["u64"], format!("P(({})a / ({})({constant}));", signed(w), signed(w)), &[]);
            table.row(&["u64"], format!("P(({})a % ({})({constant}));", signed(w), signed(w)), &[]);
        }
        table.row(&["u64"], format!("P(({0})1 / ({0})a);", unsigned(w)), &[]);
    }
    table.check();
}

#[test]
fn shifts_are_exact_or_counted_where_c_gives_them_no_meaning() {
    let mut table = Table::default();
    for &w in WIDTHS {
        for (ty, op) in [(unsigned(w), "<<"), (unsigned(w), ">>"), (signed(w), ">>")] {
            table.row(&["u64", "u8"], format!("P(({ty})a {op} b);"), &["shift"]);
            table.row(&["u64"], format!("P(({ty})a {op} {});", w - 1), &[]);
            table.row(&["u8"], format!("P(({ty})1 {op} a);"), &["shift"]);
            table.row(&["u64", "u8"], format!("P(({ty})a {op} (b % {w}));"), &[]);
        }
    }
    for ty in ["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"] {
        table.row(&[ty, "u8"], "P(a << b);", &["shift"]);
        table.row(&[ty, "u8"], "P(a >> b);", &["shift"]);
    }
    table.check();
}

#[test]
fn comparisons_and_choices_are_the_machines() {
    let mut table = Table::default();
    for &w in WIDTHS {
        for ty in [unsigned(w), signed(w)] {
            for op in ["<", "<=", ">", ">=", "==", "!="] {
                table.row(&["u64", "u64"], format!("P(({ty})a {op} ({ty})b);"), &[]);
                table.row(&["u64"], format!("P(({ty})a {op} ({ty})1);"), &[]);
            }
            table.row(&["u64", "u64", "u8"], format!("P((c & 1) ? ({ty})a : ({ty})b);"), &[]);
            table.row(&["u64", "u64"], format!("P((({ty})a < ({ty})b) ? ({ty})a : ({ty})b);"), &[]);
        }
    }
    for ty in ["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"] {
        table.row(&[ty, ty], "P(__builtin_elementwise_min(a, b));", &[]);
        table.row(&[ty, ty], "P(__builtin_elementwise_max(a, b));", &[]);
        table.row(&[ty, ty], "P(a && b);", &[]);
        table.row(&[ty, ty], "P(a || b);", &[]);
        table.row(&[ty], "P(!a);", &[]);
        table.row(&[ty], "_Bool x = a; P(x);", &[]);
    }
    for ty in ["s8", "s16", "s32", "s64"] {
        table.row(&[ty], "P(__builtin_elementwise_abs(a));", &[]);
    }
    table.row(&["s32"], "P(__builtin_abs(a));", &[]);
    table.row(&["s64"], "P(__builtin_labs(a));", &[]);
    table.check();
}

#[test]
fn casts_between_all_widths_are_the_machines() {
    let mut table = Table::default();
    for &from in WIDTHS {
        for &to in WIDTHS {
            for (a, b) in
                [(signed(from), signed(to)), (signed(from), unsigned(to)), (unsigned(from), unsigned(to))]
            {
                table.row(&["u64"], format!("P(({b})({a})a);"), &[]);
            }
        }
    }
    for a in ["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64", "_Bool"] {
        for b in ["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64", "_Bool"] {
            table.row(&[a], format!("P(({b})a);"), &[]);
        }
    }
    table.row(&["u64"], "char *p = (char *)a; P(p + 3);", &[]);
    table.check();
}

#[test]
fn overflow_checks_and_saturation_are_the_machines() {
    let mut table = Table::default();
    let types = ["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"];
    for ty in types {
        for op in ["add", "sub", "mul"] {
            let body = format!("{ty} r; int o = __builtin_{op}_overflow(a, b, &r); P(r); P(o);");
            table.row(&[ty, ty], body, &[]);
            // A result of another width or sign.
            let body = format!("s16 r; int o = __builtin_{op}_overflow(a, b, &r); P(r); P(o);");
            if matches!(ty, "u64") {
                table.counted(&[ty, ty], body, &["wide-integer"])
            } else {
                table.row(&[ty, ty], body, &[])
            }
        }
        table.row(&[ty, ty], "P(__builtin_elementwise_add_sat(a, b));", &[]);
        table.row(&[ty, ty], "P(__builtin_elementwise_sub_sat(a, b));", &[]);
    }
    for &w in &[3, 13, 24, 33, 48, 63] {
        for ty in [unsigned(w), signed(w)] {
            for op in ["add", "sub", "mul"] {
                let body =
                    format!("{ty} r; int o = __builtin_{op}_overflow(({ty})a, ({ty})b, &r); P(r); P(o);");
                table.row(&["u64", "u64"], body, &[]);
            }
        }
    }
    // A constant operand, and the flag alone.
    table.row(&["s32"], "s32 r; P(__builtin_add_overflow(a, 100, &r));", &[]);
    table.row(&["s64"], "s64 r; P(__builtin_mul_overflow(a, 24, &r));", &[]);
    table.row(&["u64", "u64"], "u64 c; P(__builtin_addcl(a, b, 1, &c)); P(c);", &[]);
    table.check();
}

#[test]
fn counting_and_turning_bits_is_the_machines() {
    let mut table = Table::default();
    for (ty, suffix) in [("u32", ""), ("u64", "l")] {
        table.row(&[ty], format!("P(__builtin_popcount{suffix}(a));"), &[]);
        table.row(&[ty], format!("P(__builtin_parity{suffix}(a));"), &[]);
        table.row(&[ty], format!("P(__builtin_ffs{suffix}(a));"), &["written-outside"]);
        table.row(&[ty], format!("P(a ? __builtin_clz{suffix}(a) : 99);"), &["instruction"]);
        table.row(&[ty], format!("P(a ? __builtin_ctz{suffix}(a) : 99);"), &["instruction"]);
        table.row(&[ty], format!("P(__builtin_clz{suffix}(a));"), &["instruction"]);
        table.row(&[ty], format!("P(__builtin_ctz{suffix}(a));"), &["instruction"]);
    }
    table.row(&["s32"], "P(__builtin_clrsb(a));", &["instruction"]);
    for (w, ty) in [(8, "u8"), (16, "u16"), (32, "u32"), (64, "u64")] {
        table.row(&[ty], format!("P(__builtin_bitreverse{w}(a));"), &[]);
        table.row(&[ty, "u8"], format!("P(__builtin_rotateleft{w}(a, b));"), &[]);
        table.row(&[ty, "u8"], format!("P(__builtin_rotateright{w}(a, b));"), &[]);
        table.row(&[ty], format!("P(__builtin_rotateleft{w}(a, 5));"), &[]);
        table.row(&[ty], "P(__builtin_popcountg(a));", &[]);
        table.row(&[ty], "P(__builtin_clzg(a, 77));", &["instruction"]);
        table.row(&[ty], "P(__builtin_ctzg(a, 77));", &["instruction"]);
        if w > 8 {
            table.row(&[ty], format!("P(__builtin_bswap{w}(a));"), &[]);
        }
    }
    for &w in &[3, 13, 24, 33, 48, 63] {
        table.row(&["u64"], format!("P(__builtin_popcountg(({})a));", unsigned(w)), &[]);
        table.row(&["u64"], format!("P(__builtin_clzg(({})a, 77));", unsigned(w)), &["instruction"]);
        table.row(&["u64"], format!("P(__builtin_ctzg(({})a, 77));", unsigned(w)), &["instruction"]);
    }
    table.check();
}

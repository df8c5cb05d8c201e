//! float and double.
use super::bench::Table;

const FLOATS: [(&str, &str, &str); 2] = [("float", "PF", "f"), ("double", "PD", "")];

#[test]
fn float_arithmetic_is_the_machines() {
    let mut table = Table::default();
    for (ty, probe, suffix) in FLOATS {
        for op in ["+", "-", "*", "/"] {
            table.row(&[ty, ty], format!("{probe}(a {op} b);"), &[]);
            table.row(&[ty], format!("{probe}(a {op} ({ty})3.25);"), &[]);
        }
        table.row(&[ty], format!("{probe}(-a);"), &[]);
        table.row(&[ty], format!("{probe}(__builtin_fabs{suffix}(a));"), &[]);
        table.row(&[ty, ty], format!("{probe}(__builtin_copysign{suffix}(a, b));"), &[]);
        table.row(&[ty, ty, ty], format!("{probe}(a * b + c);"), &[]);
        table.row(&[ty, ty, "u8"], format!("{probe}((c & 1) ? a : b);"), &[]);
        table.row(&[ty], format!("{probe}(__builtin_elementwise_sqrt(a));"), &[]);
        table.row(&[ty], format!("{probe}(__builtin_sqrt{suffix}(a));"), &[]);
        // What becomes of a signalling NaN is up to the library.
        for f in ["floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven"] {
            table.row(&[ty], format!("{probe}(__builtin_{f}{suffix}(a));"), &["float"]);
        }
        // The sign of a zero and a signalling NaN are up to the machine.
        table.row(&[ty, ty], format!("{probe}(__builtin_fmin{suffix}(a, b));"), &["float"]);
        table.row(&[ty, ty], format!("{probe}(__builtin_fmax{suffix}(a, b));"), &["float"]);
        table.counted(&[ty, ty, ty], format!("{probe}(__builtin_elementwise_fma(a, b, c));"), &["float"]);
        table.counted(&[ty], format!("{probe}(__builtin_sin{suffix}(a));"), &["no-model", "float"]);
    }
    table.check();
}

/// `a * b + c` in one rounding where the compiler is allowed to.
#[test]
fn a_contracted_product_is_rounded_twice() {
    let mut table =
        Table { flags: vec!["-march=haswell".into(), "-ffp-contract=on".into()], ..Table::default() };
    table.before = "#pragma STDC FP_CONTRACT ON".into();
    for (ty, probe, _) in FLOATS {
        table.row(&[ty, ty, ty], format!("{probe}(a * b + c);"), &[]);
    }
    table.check();
}

#[test]
fn float_comparisons_are_the_machines() {
    let mut table = Table::default();
    for (ty, _, _) in FLOATS {
        for op in ["<", "<=", ">", ">=", "==", "!="] {
            table.row(&[ty, ty], format!("P(a {op} b);"), &[]);
            table.row(&[ty, ty], format!("P(!(a {op} b));"), &[]);
            table.row(&[ty], format!("P(a {op} ({ty})0);"), &[]);
        }
        for f in ["isless", "islessequal", "isgreater", "isgreaterequal", "islessgreater", "isunordered"] {
            table.row(&[ty, ty], format!("P(__builtin_{f}(a, b));"), &[]);
        }
        for f in [
            "isnan",
            "isinf",
            "isfinite",
            "isnormal",
            "issubnormal",
            "iszero",
            "issignaling",
            "signbit",
            "isinf_sign",
        ] {
            table.row(&[ty], format!("P(__builtin_{f}(a));"), &[]);
        }
        for class in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 0x204, 0x1f8, 0x3ff] {
            table.row(&[ty], format!("P(__builtin_isfpclass(a, {class}));"), &[]);
        }
        table.row(&[ty], "P(__builtin_fpclassify(0, 1, 2, 3, 4, a));", &[]);
        table.row(&[ty, ty], "P(a < b ? 3 : 4);", &[]);
        table.row(&[ty], "P(a ? 3 : 4);", &[]);
        table.row(&[ty], "_Bool x = a; P(x);", &[]);
    }
    table.check();
}

#[test]
fn conversions_between_floats_and_integers_are_the_machines() {
    let mut table = Table::default();
    for (ty, probe, _) in FLOATS {
        for int in [
            "s8",
            "u8",
            "s16",
            "u16",
            "s32",
            "u32",
            "s64",
            "u64",
            "_BitInt(13)",
            "unsigned _BitInt(13)",
            "_BitInt(48)",
        ] {
            table.row(&[ty], format!("P(({int})a);"), &["float-to-int"]);
            table.row(&["u64"], format!("{probe}(({ty})({int})a);"), &[]);
        }
        table.row(&["_Bool"], format!("{probe}(({ty})a);"), &[]);
    }
    table.row(&["float"], "PD((double)a);", &[]);
    table.row(&["double"], "PF((float)a);", &[]);
    table.row(&["float"], "PF((float)(double)a);", &[]);
    // Which of two NaNs a sum is, the compiler decides.
    table.row(&["double", "float"], "PD(a + b);", &["float"]);
    table.row(&["u32"], "float f; memcpy(&f, &a, 4); PF(f + 1);", &[]);
    table.check();
}

/// long double, _Float16 and complex numbers: counted.
#[test]
fn other_floats_are_counted() {
    let mut table = Table::default();
    table.counted(&["double"], "long double x = a; PD((double)(x * x));", &["float"]);
    table.counted(&["s32"], "long double x = a; P(x > 2.5L);", &["float"]);
    table.counted(&["double"], "long double x = a; u64 w; memcpy(&w, &x, 8); P(w);", &["float"]);
    table.counted(&["float"], "_Float16 x = (_Float16)a; PF((float)(x + x));", &["float"]);
    table.row(
        &["double", "double"],
        "_Complex double x = a + b * 1.0i; PD(__real__ x); PD(__imag__ x);",
        &["float"],
    );
    table.row(
        &["double", "double"],
        "_Complex double x = a + b * 1.0i; x = x + x; PD(__real__ x);",
        &["float"],
    );
    table.check();
}

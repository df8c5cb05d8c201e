//! Memory: any size at any alignment, overlapping pieces, copies, bit-fields, atomics.
use super::bench::{Dice, Table};

/// Something that clang cannot see through: what its argument points to stays in memory.
const SEEN: &str = "__attribute__((noinline)) static void seen(void *p) { __asm__(\"\"); (void)p; }\n";

#[test]
fn loads_and_stores_of_any_size_at_any_place_are_the_machines() {
    let mut table = Table::after(SEEN);
    for bytes in 1..=8 {
        for at in 0..8 {
            let body = format!(
                "u8 m[32]; seen(m); memcpy(m + 3, &a, 8); u64 r = 0; memcpy(&r, m + {at}, {bytes}); P(r + a);"
            );
            table.row(&["u64"], body, &[]);
        }
    }
    for (ty, bytes) in [("u8", 1), ("u16", 2), ("u32", 4), ("u64", 8)] {
        for at in 0..9 {
            let body = format!(
                "u8 m[32]; seen(m); memset(m, 1, 32); *(u64 *)(m + 4) = a; *({ty} *)(m + {at}) = ({ty})b; P(*(u64 *)(m + 2)); P(*(u64 *)(m + {}) + a); P(*(u32 *)(m + {at}) + b);",
                12 - bytes
            );
            table.row(&["u64", "u64"], body, &[]);
        }
    }
    for ty in [
        "unsigned _BitInt(3)",
        "_BitInt(13)",
        "unsigned _BitInt(24)",
        "_BitInt(33)",
        "_BitInt(48)",
        "unsigned _BitInt(63)",
    ] {
        table.row(&["u64"], format!("{ty} m[3]; seen(m); m[1] = ({ty})a; P(m[1]);"), &[]);
        table.row(
            &["u64"],
            format!("struct {{ {ty} x; u8 y; }} m; seen(&m); m.y = 1; m.x = ({ty})a; P(m.x); P(m.y + a);"),
            &[],
        );
    }
    table.row(&["_Bool", "u8"], "_Bool m[2]; seen(m); m[0] = a; m[1] = b; P(m[0]); P(m[1]);", &[]);
    table.row(
        &["float", "double"],
        "union { float f; double d; u64 u; } m; seen(&m); m.d = b; P(m.u); m.f = a; P(m.u);",
        &[],
    );
    table.row(&["u64"], "volatile u64 x = a; P(x); x += 3; P(x);", &[]);
    // A written byte is no longer what it was.
    table.row(&["u64"], "u64 m; seen(&m); m = a; ((u8 *)&m)[2] = 5; P(m);", &[]);
    table.row(&["u64"], "u64 m; seen(&m); m = a; m = 7; P(m + a);", &[]);
    table.check();
}

/// A label may lie beside what has none, in the same eight bytes or in the next: each byte is what was last written
/// there, however that was done.
#[test]
fn any_mixture_of_writes_leaves_each_byte_its_own_label() {
    let mut table = Table::after(SEEN);
    let mut dice = Dice(12);
    let types = [("u8", 1), ("u16", 2), ("u32", 4), ("u64", 8)];
    for _ in 0..60 {
        let mut body = String::from("u8 m[64]; seen(m); memset(m, 3, 64); ");
        for _ in 0..16 {
            let (ty, bytes) = types[dice.below(4)];
            let (at, from, len) = (dice.below(65 - bytes), dice.below(40), dice.below(25));
            let shift = dice.below(8) * 8;
            body += &match dice.below(6) {
                0 | 1 => format!("*({ty} *)(m + {at}) = ({ty})(a >> {shift});"),
                2 => format!("*({ty} *)(m + {at}) = ({ty}){shift};"),
                3 => format!("memmove(m + {}, m + {from}, {len});", dice.below(40)),
                4 => format!("memset(m + {from}, {shift}, {len});"),
                _ => format!("memset(m + {from}, (u8)(b + {shift}), {len});"),
            };
            body += " seen(m); ";
        }
        for _ in 0..12 {
            let (ty, bytes) = types[dice.below(4)];
            body += &format!("P(*({ty} *)(m + {}));", dice.below(65 - bytes));
        }
        table.row(&["u64", "u8"], body, &[]);
    }
    table.check();
}

#[test]
fn copies_and_fills_move_labels_along() {
    let mut table = Table::after(SEEN);
    for (to, from) in [(0, 8), (8, 0), (3, 0), (0, 3), (1, 2), (9, 4)] {
        let body = format!(
            "u8 m[40]; seen(m); memset(m, 7, 40); memcpy(m + 4, &a, 8); memmove(m + {to}, m + {from}, 16); u64 x; memcpy(&x, m + 4, 8); P(x + a); memcpy(&x, m + {to}, 8); P(x + a);"
        );
        table.row(&["u64"], body, &[]);
    }
    for len in [1, 2, 3, 8, 9, 30] {
        let body = format!(
            "u8 m[40]; seen(m); memset(m, 7, 40); memset(m + 1, a, {len}); u64 x; memcpy(&x, m, 8); P(x); P(m[{len}]); P(m[{len} + 1] + a);"
        );
        table.row(&["u8"], body, &[]);
        let body = format!(
            "u8 m[40]; seen(m); memcpy(m, &a, 8); memset(m + 1, 3, {len}); u64 x; memcpy(&x, m, 8); P(x + a);"
        );
        table.row(&["u64"], body, &[]);
    }
    table.counted(
        &["u64", "u8"],
        "u8 m[40]; seen(m); memcpy(m, &a, 8); memcpy(m + 16, m, b & 7); P(m[16]);",
        &["symbolic-size"],
    );
    table.row(&["s32", "u64"], "struct s { s32 a; char gap; u64 b; } x = {a, 1, b}, y[2]; seen(y); y[1] = x; x = y[1]; P(x.a); P(x.b);", &[]);
    table.row(&["u64"], "static u64 g[4]; seen(g); g[2] = a; u64 *p = g; p[1] = p[2]; P(g[1]);", &[]);
    table.row(&["u64"], "static _Thread_local u64 t; seen(&t); t = a + 1; P(t);", &[]);
    table.row(&["u64"], "u64 *p = __builtin_malloc(16); if (!p) return; seen(p); p[1] = a; p = __builtin_realloc(p, 64); P(p[1]); __builtin_free(p);", &[]);
    table.row(&["u64"], "u64 *p = __builtin_alloca(16); seen(p); p[1] = a; P(p[1]);", &[]);
    table.check();
}

#[test]
fn bit_fields_are_the_machines() {
    let mut table = Table::after(&format!(
        "{SEEN}struct bits {{ unsigned a : 3; int b : 13; u64 c : 40; unsigned : 0; _Bool d : 1; int e : 31; s64 f : 33; }};"
    ));
    for field in ["a", "b", "c", "d", "e", "f"] {
        table.row(&["u64", "u64"], format!("struct bits s; memset(&s, 0, sizeof s); seen(&s); s.{field} = a; P(s.{field}); s.b = b; P(s.{field}); P(s.a + a);"), &[]);
        table.row(&["u64"], format!("struct bits s = {{0}}; s.{field} = a; s.{field}++; P(s.{field});"), &[]);
        table.row(&["u64"], format!("struct bits s; seen(&s); memcpy(&s, &a, 8); P(s.{field} + a);"), &[]);
    }
    table.check();
}

#[test]
fn atomics_are_the_machines() {
    let mut table = Table::after(SEEN);
    for ty in ["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"] {
        for op in ["add", "sub", "and", "or", "xor", "nand", "min", "max"] {
            let body =
                format!("{ty} m; seen(&m); m = a; {ty} old = __atomic_fetch_{op}(&m, b, 5); P(old); P(m);");
            table.row(&[ty, ty], body, &[]);
        }
        table.row(&[ty, ty], format!("{ty} m; seen(&m); m = 1; P(__atomic_add_fetch(&m, b, 5) + a);"), &[]);
        table.row(
            &[ty, ty],
            format!("{ty} m; seen(&m); m = a; {ty} old = __atomic_exchange_n(&m, b, 5); P(old); P(m);"),
            &[],
        );
        table.row(&[ty, ty, ty], format!("{ty} m; seen(&m); m = a; {ty} e = b; int o = __atomic_compare_exchange_n(&m, &e, c, 0, 5, 5); P(o); P(e); P(m);"), &[]);
        table.row(
            &[ty],
            format!("{ty} m; seen(&m); __atomic_store_n(&m, a, 5); P(__atomic_load_n(&m, 5)); P(m);"),
            &[],
        );
        table.row(&[ty], format!("_Atomic {ty} m; seen((void *)&m); m = a; m++; P(m);"), &[]);
    }
    table.row(
        &["double", "double"],
        "double m; seen(&m); m = a; PD(__atomic_fetch_add(&m, b, 5)); PD(m);",
        &["float"],
    );
    table.row(&["float"], "_Atomic float m; seen((void *)&m); m = a; m += 1.5f; PF(m);", &["float"]);
    table.row(&["u64"], "char *m; seen(&m); m = (char *)a; P(__atomic_fetch_add(&m, 3, 5)); P(m);", &[]);
    table.check();
}

#[test]
fn a_use_of_freed_memory_ends_the_run() {
    let mut table = Table::after(SEEN);
    let allocated = "u64 *p = __builtin_malloc(16); if (!p) return; seen(p); *p = a;";
    table.freed(&["u64"], format!("{allocated} __builtin_free(p); P(*p + a);"), true);
    table.freed(&["u64"], format!("{allocated} __builtin_free(p); *p = 3; P(a);"), true);
    table.freed(&["u64"], format!("{allocated} P(*p); __builtin_free(p);"), false);
    let again = "__builtin_free(p); p = __builtin_malloc(16); if (!p) return; seen(p); *p = a; P(*p);";
    table.freed(&["u64"], format!("{allocated} {again}"), false);
    table.check();
}

//! Arrays at symbolic indices: elements of every type, in every kind of memory, read and written.
use super::bench::Table;

/// Something that clang cannot see through: what its argument points to stays in memory.
const SEEN: &str = "__attribute__((noinline)) static void seen(void *p) { __asm__(\"\"); (void)p; }\n";

const TYPES: &[&str] = &["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"];
/// Eight elements in each kind of memory.
const PLACES: &[&str] =
    &["T m[8]; seen(m);", "static T m[8];", "T *m = __builtin_malloc(8 * sizeof(T)); if (!m) return;"];
/// Ways to choose one of the eight.
const INDICES: &[&str] = &["a & 7", "(u8)a % 8", "(s32)(a & 7)", "7 - (a & 7)", "(s16)(a << 3) >> 3 & 7"];

#[test]
fn elements_at_any_index_are_the_machines() {
    let mut table = Table::after(SEEN);
    for (k, ty) in TYPES.iter().enumerate() {
        for place in PLACES {
            let (i, j) = (INDICES[k % INDICES.len()], INDICES[(k + 2) % INDICES.len()]);
            let j = j.replace('a', "b");
            let start = format!(
                "typedef {ty} T; {place} for (int k = 0; k < 8; k++) m[k] = (T)(k * 37); m[3] = (T)c;"
            );
            // Twice written, then read: at one of the two, at a third, as a whole.
            let body = format!(
                "{start} P(m[{i}]); m[{i}] = (T)c; m[{j}] = 9; P(m[{i}]); P(m[(a ^ b) & 7]); P(m[5]); m[{i}]++; P(m[{j}]);"
            );
            table.row(&["u64", "u64", "u64"], body, &[]);
        }
    }
    for (ty, probe) in [("float", "PF"), ("double", "PD")] {
        let body = format!(
            "{ty} m[4] = {{0, 1.5, -2, 3}}; m[a & 3] = b; m[2] = b; {probe}(m[(a >> 2) & 3]); {probe}(m[1]);"
        );
        table.row(&["u8", ty], body, &[]);
    }
    table.check();
}

#[test]
fn elements_of_elements_are_the_machines() {
    let mut table = Table::after(SEEN);
    table.row(
        &["u32", "u32", "u32"],
        "u16 m[3][5]; for (int k = 0; k < 15; k++) m[k / 5][k % 5] = k * k; m[a % 3][b % 5] = c; P(m[b % 3][a % 5]); P(m[1][2]); P(m[c % 3][0]);",
        &[],
    );
    let body = "struct { u8 t; struct { s32 x; u16 y[3]; } in; } m[5]; memset(m, 1, sizeof m); \
        m[a % 5].in.x = c; m[b % 5].in.y[c % 3] = a; m[2].t = b; P(m[b % 5].in.x); P(m[4].in.y[1]); P(m[a % 5].t); P(m[c % 5].in.y[a % 3]);";
    table.row(&["u32", "u32", "u32"], body, &[]);
    // Written as one size, read as another.
    let body = "u32 m[4] = {1, 2, 3, 4}; seen(m); m[a & 3] = b; P(((u8 *)m)[b & 15]); ((u16 *)m)[b & 7] = a; P(m[a & 3]); P(((u64 *)m)[a & 1]);";
    table.row(&["u64", "u64"], body, &[]);
    // Elements that overlap can be read.
    table.row(
        &["u64", "u64"],
        "u64 m[3] = {~b, b, 7}; seen(m); P(*(u64 *)((u8 *)m + (a & 15))); P(*(u32 *)((u8 *)m + 2 * (a & 7)));",
        &[],
    );
    // Permutations of permutations.
    table.row(
        &["u8", "u8"],
        "u8 m[8] = {3, 1, 4, 0, 5, 2, 7, 6}; u8 t = m[a & 7]; m[a & 7] = m[b & 7]; m[b & 7] = t; P(m[m[m[a & 7]]]); P(m[0] * 8 + m[1]);",
        &[],
    );
    table.row(
        &["u8"],
        "static const u8 t[256] = {[1] = 5, [17] = 5, [18] = 5, [40 ... 90] = 7, [255] = 1}; P(t[a]); P(t[t[a] + 12] + a);",
        &[],
    );
    table.row(&["u64"], "static const s32 t[4] = {7, 7, 7, 7}; P(t[a & 3] + a);", &[]);
    table.check();
}

/// What was recorded before is true.
#[test]
fn an_index_that_leads_out_of_its_object_ends_the_run() {
    let mut table = Table::after(SEEN);
    let out = &["symbolic-address"];
    table.outside(
        &["u8"],
        "static u8 m[300], *p; p = m + 20; P(p[a]); u8 t[4] = {1, 2}; seen(t); P(t[a]);",
        out,
    );
    table.outside(&["u32"], "static s32 m[4] = {1, 2}; P(m[(a & 7) - 2]);", out);
    table.counted(&["u32"], "static u8 m[600]; P(m[a % 600]);", out);
    table.counted(&["u32"], "u32 m[4] = {1}; seen(m); *(u32 *)((u8 *)m + (a & 7)) = a; P(m[1]);", out);
    // A wide index may come round: the machine would find an element there.
    table.outside(&["u64"], "static u64 m[4] = {1, 2, 3, 4}; P(m[a & 0x2000000000000003]);", out);
    table.check();
}

//! The first values of variables.

use acute_types::{TypeId, TypeKind, TypeTable};

use crate::object::VarKind;

/// The distribution of the first values of scalars; pointers always start as NULL.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum InitKind {
    /// Small and boundary values.
    #[default]
    Small,
    /// All zero.
    Zero,
    /// Any value of the type.
    Random,
}

/// The kind of first values and the seed that picks among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Init {
    /// Their distribution.
    pub kind: InitKind,
    /// Picks among the values; the same seed and variable give the same value.
    pub seed: u64,
}

impl Init {
    /// The first value of a variable with `bytes` bytes; `name` is a hash of its logical name.
    pub(crate) fn value(self, types: &TypeTable, ty: TypeId, kind: VarKind, bytes: u8, name: u64) -> u64 {
        let dice = mix(self.seed ^ name);
        let value = match (self.kind, kind) {
            (_, VarKind::Pointer { .. } | VarKind::Fixed) | (InitKind::Zero, _) => 0,
            (_, VarKind::Bool) => dice & 1,
            (InitKind::Random, VarKind::Int { .. } | VarKind::Enum { .. }) => dice,
            (InitKind::Small, VarKind::Enum { .. }) => match types.stripped_kind(ty) {
                Some(TypeKind::Enum(e)) if !e.enumerators.is_empty() => {
                    e.enumerators[(dice % e.enumerators.len() as u64) as usize].value as u64
                }
                _ => small_int(dice, bytes, false),
            },
            (InitKind::Small, VarKind::Int { signed }) => small_int(dice, bytes, signed),
            (InitKind::Small, VarKind::Float) => float_bits(small_float(dice), bytes),
            (InitKind::Random, VarKind::Float) => match bytes {
                // Half plain numbers, half any bits at all, NaN and infinities among them.
                _ if dice & 1 == 0 => float_bits((dice >> 1) as i32 as f64 / 1024.0, bytes),
                _ => mix(dice),
            },
        };
        value & mask(bytes)
    }
}

/// The bits that a value of that many bytes has.
pub(crate) fn mask(bytes: u8) -> u64 {
    if bytes >= 8 { u64::MAX } else { (1 << (8 * u32::from(bytes))) - 1 }
}

/// The finaliser of splitmix64: every bit of the argument changes about half of the result.
pub(crate) fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Three in four are between 0 and 15, the others just below zero or at a boundary of the type.
fn small_int(dice: u64, bytes: u8, signed: bool) -> u64 {
    let pick = dice >> 8;
    match dice % 8 {
        0..=5 => pick % 16,
        6 if signed => (pick % 8 + 1).wrapping_neg(),
        6 => mask(bytes) - pick % 8,
        _ => {
            let max = mask(bytes) >> u32::from(signed);
            [max, max - 1, max + u64::from(signed), max / 2 + 1][(pick % 4) as usize]
        }
    }
}

fn small_float(dice: u64) -> f64 {
    const VALUES: [f64; 16] =
        [0.0, 1.0, -1.0, 2.0, 0.5, -0.5, 3.0, 10.0, 100.0, 1e-3, 1e6, -10.0, 4.0, 7.0, 0.1, 1e30];
    VALUES[(dice % 16) as usize]
}

pub(crate) fn float_bits(value: f64, bytes: u8) -> u64 {
    if bytes == 4 { u64::from((value as f32).to_bits()) } else { value.to_bits() }
}

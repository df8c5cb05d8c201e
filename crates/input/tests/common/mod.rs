//! Spaces of functions compiled from `c/inputs.c`, and random inputs in them.
#![allow(dead_code)]

#[path = "../../../types/tests/common/mod.rs"]
pub mod c;

use acute_input::{Input, Space, Unsupported, VarKind};
use acute_types::DebugInfo;
use c::Dice;

pub const SOURCE: &str = include_str!("../c/inputs.c");

/// The functions of the source that take inputs of every supported kind.
pub const FUNCTIONS: [&str; 28] = [
    "testme",
    "two",
    "walk",
    "freeze",
    "deep",
    "part",
    "widths",
    "scalars",
    "pointers",
    "by_value",
    "nothing",
    "shadow",
    "wide_return",
    "hides",
    "bit_fields",
    "bit_nests",
    "unions",
    "more_unions",
    "anonymous_unions",
    "tails",
    "matrices",
    "enums",
    "left_out",
    "left_out_fields",
    "too_large",
    "vectors",
    "variadic",
    "va",
];

pub fn program(compiler: &str) -> DebugInfo {
    DebugInfo::read(&c::object(compiler, &["-g"], SOURCE)).expect("types of inputs.c")
}

pub fn space(program: &DebugInfo, function: &str) -> Result<Space, Unsupported> {
    let f = program.function(function).unwrap_or_else(|| panic!("no function {function}"));
    Space::for_function(program.types.clone(), f)
}

/// An input with fresh objects, aliases and cycles.
pub fn random_input(space: &mut Space, dice: &mut Dice) -> Input {
    let mut input = Input::new();
    let mut done = 0;
    // Later objects add variables: go on until none has been forgotten, but not forever.
    while done < space.vars().len() {
        let v = done as u32;
        done += 1;
        let var = space.vars()[v as usize];
        let value = match var.kind {
            VarKind::Pointer { .. } if var.raw && dice.below(3) == 0 => dice.roll() >> dice.below(64),
            VarKind::Pointer { pointee } => {
                let room = space.objects().len() < 12;
                let alias = dice.below(space.objects().len() as u64) as u32;
                let ty = space.object(alias).ty;
                if ty.is_some_and(|ty| space.types().compatible(ty, pointee)) && dice.below(2) == 0 {
                    space.address(alias)
                } else if room && dice.below(3) > 0 {
                    let k = dice.below(2) as u32;
                    let id = space.object_for(v, k).expect("an object");
                    let elems = 1 + dice.below(3.min(space.object(id).most));
                    space.grow(id, elems).expect("room");
                    input.set_elems(id, elems);
                    space.address(id)
                } else {
                    0
                }
            }
            VarKind::Fixed => space.default_value(v),
            VarKind::Bool => dice.below(2),
            VarKind::Enum { .. } if dice.below(2) == 0 => dice.below(9),
            _ => match dice.below(6) {
                0 => 0,
                1 => dice.below(128),
                2 => u64::MAX,
                3 => 1 << (8 * u32::from(var.bytes) - 1),
                4 => space.default_value(v),
                _ => dice.roll(),
            },
        };
        input.set(space, v, value);
    }
    input
}

/// An object file with some bytes of its debug information changed.
pub fn damaged(original: &[u8], dice: &mut Dice) -> Vec<u8> {
    let start = original.windows(4).position(|w| w == b"\x05\x00\x01\x08").expect("a unit header");
    let mut file = original.to_vec();
    for _ in 0..=dice.below(20) {
        let at = start + 16 + dice.below(2500) as usize;
        if let Some(byte) = file.get_mut(at) {
            *byte = byte.wrapping_add(dice.below(9) as u8).wrapping_sub(4);
        }
    }
    file
}

/// For every function that has a space: an input whose pointers lead to fresh objects.
pub fn inputs_of_all(program: &DebugInfo) -> impl Iterator<Item = (Space, Input)> {
    program.functions.iter().filter_map(|f| {
        let mut space = Space::for_function(program.types.clone(), f).ok()?;
        let mut input = Input::new();
        for v in 0..space.vars().len().min(200) as u32 {
            if let Ok(id) = space.object_for(v, 0) {
                input.set(&space, v, space.address(id));
            }
        }
        Some((space, input))
    })
}

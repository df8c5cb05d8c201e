//! Damaged object files: an error or fewer facts, never a panic or an endless loop.

mod common;

use acute_types::{DebugInfo, TypeTable};
use common::{COMPILERS, Dice, object};

/// Asks everything of every type that can be asked.
fn exercise(types: &TypeTable) {
    for id in types.ids() {
        let _ = types.c_decl(id, "x");
        let _ = (types.size(id), types.align(id), types.strip(id), types.is_const(id));
    }
    for (a, b) in types.ids().zip(types.ids().skip(1)) {
        let _ = types.compatible(a, b);
    }
}

#[test]
fn mutated_object_files_do_not_panic() {
    let source = include_str!("c/kinds.c");
    let mut read = 0;
    for compiler in COMPILERS {
        let original = object(compiler, &["-g", "-w", "-std=gnu2x"], source);
        let mut dice = Dice(0x5eed);
        for round in 0..1500 {
            let mut file = original.clone();
            for _ in 0..=dice.below(12) {
                let at = dice.below(file.len() as u64) as usize;
                file[at] = match dice.below(4) {
                    0 => 0,
                    1 => 0xff,
                    _ => dice.roll() as u8,
                };
            }
            if round % 10 == 0 {
                file.truncate(dice.below(file.len() as u64) as usize);
            }
            if let Ok(program) = DebugInfo::read(&file) {
                read += 1;
                exercise(&program.types);
            }
        }
    }
    assert!(read > 300, "only {read} damaged files were readable: the test shows nothing");
}

#[test]
fn random_references_between_types_do_not_panic() {
    // References are where cycles come from: damage nothing but `.debug_info`.
    let original = object("gcc", &["-g", "-w", "-std=gnu2x"], include_str!("c/kinds.c"));
    let program = DebugInfo::read(&original).expect("the undamaged file");
    assert!(program.types.len() > 50);
    let mut dice = Dice(0xcafe);
    let start = original.windows(4).position(|w| w == b"\x05\x00\x01\x08").expect("a unit header");
    for _ in 0..1500 {
        let mut file = original.clone();
        for _ in 0..=dice.below(40) {
            let at = start + 16 + dice.below(2500) as usize;
            if let Some(byte) = file.get_mut(at) {
                *byte = byte.wrapping_add(dice.below(9) as u8).wrapping_sub(4);
            }
        }
        if let Ok(program) = DebugInfo::read(&file) {
            exercise(&program.types);
        }
    }
}

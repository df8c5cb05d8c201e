//! Spaces: what is an input, where it lies, what it starts as.

mod common;

use acute_input::{INPUT_BASE, Image, Init, InitKind, Input, MAX_OBJECTS, NoObject, REDZONE, Space, VarKind};
use common::c::{COMPILERS, Dice, Folder, compile_cleanly, output_of};
use common::{FUNCTIONS, SOURCE, program, random_input, space};

#[test]
fn what_is_unsupported_is_named_with_the_way_to_it() {
    for compiler in COMPILERS {
        let program = program(compiler);
        let check = |function: &str, expected: &str| match space(&program, function) {
            Ok(_) => panic!("{compiler}: {function} is supported"),
            Err(e) => assert_eq!(e.to_string(), expected, "{compiler}: {function}"),
        };
        check("bad_union", "parameter `n`: union");
        check("bad_union_field", "parameter `p`: field `u`: union");
        check("bad_void", "parameter `p`: void pointer");
        check("bad_function", "parameter `cb`: function pointer");
        check("bad_hidden", "parameter `h`: pointer to incomplete struct `hidden`");
        check("bad_bits", "parameter `b`: field `a`: bit-field");
        check("bad_flexible", "parameter `f`: field `data`: flexible array member");
        check("bad_long_double", "parameter `x`: long double");
        check("bad_int128", "parameter `x`: __int128");
        check("bad_huge", "parameter `h`: larger than 64 KiB");
        check("bad_by_value", "parameter `p`: field `any`: void pointer");
        check("bad_va", "parameter `ap`: va_list");
        check("bad_variadic", "`...` arguments");
        let complex = space(&program, "bad_complex").err().map(|e| e.to_string()).unwrap_or_default();
        assert!(complex.starts_with("parameter `z`: ") && complex.contains("complex"), "{complex}");
    }
}

#[test]
fn pointers_that_cannot_be_followed_stay_null_and_are_told() {
    let program = program("clang-19");
    let mut space = space(&program, "part").expect("part");
    assert!(space.limits().is_empty());
    let id = space.object_for(0, 0).expect("the object of p");
    let names: Vec<String> = space.object(id).vars().map(|v| space.var_name(v)).collect();
    assert_eq!(names, ["p->n", "p->list"]);
    assert_eq!(
        space.limits(),
        [
            "`any` of `struct partly` stays NULL: void pointer",
            "`callback` of `struct partly` stays NULL: function pointer",
            "`hidden` of `struct partly` stays NULL: pointer to incomplete struct `hidden`",
            "`u` of `struct partly` stays NULL: union",
        ]
    );
}

#[test]
fn a_pointer_to_a_pointer_that_cannot_be_followed_is_told_too() {
    let source = "int f(void **p) { return p && *p; }\n";
    let program = acute_types::Program::read(&common::c::object("gcc", &["-g"], source)).expect("types");
    let mut space = space(&program, "f").expect("f");
    let id = space.object_for(0, 0).expect("the object of p");
    assert!(space.object(id).vars().next().is_none());
    assert_eq!(space.limits(), ["an object of `void *` stays NULL: void pointer"]);
}

#[test]
fn arguments_are_laid_out_like_the_members_of_a_struct() {
    for compiler in COMPILERS {
        let program = program(compiler);
        let mut text = format!("#include <stdio.h>\n{SOURCE}\nint main(void) {{\n");
        let mut expected = String::new();
        for name in FUNCTIONS.iter().filter(|name| **name != "nothing") {
            let space = space(&program, name).unwrap_or_else(|e| panic!("{name}: {e}"));
            text += &format!("struct {name}_args {{\n");
            for arg in space.args() {
                text += &format!("{};\n", space.types().c_decl(arg.ty, &arg.name).expect("a name"));
            }
            text += "};\n";
            for arg in space.args() {
                text += &format!("printf(\"{name} %zu\\n\", offsetof(struct {name}_args, {}));\n", arg.name);
                expected += &format!("{name} {}\n", arg.offset);
            }
            let ret = space.ret().unwrap_or_else(|| panic!("{name} returns something"));
            assert!(ret.offset + ret.size <= space.object(0).reserve());
            let end = space.args().iter().map(|a| a.offset + a.size).max().unwrap_or(0);
            assert!(ret.offset >= end, "{name}: the return value lies behind the arguments");
        }
        text += "return 0; }\n";
        let folder = Folder::new();
        let path = folder.write("args.c", &text);
        compile_cleanly(folder.path(), compiler, &["args.c", "-o", "args", "-w"], &path);
        assert_eq!(output_of(&folder.path().join("args")), expected, "{compiler}");
    }
}

#[test]
fn objects_are_interned_aligned_and_apart() {
    let program = program("gcc");
    let mut space = space(&program, "walk").expect("walk");
    assert_eq!(space.address(0), INPUT_BASE);
    let first = space.object_for(0, 0).expect("an object");
    let second = space.object_for(0, 1).expect("another object");
    assert_eq!(space.object_for(0, 0), Ok(first));
    assert_ne!(first, second);
    let left = space.object(first).vars[0].start;
    let third = space.object_for(left, 0).expect("the left child");
    assert_eq!(space.var_name(space.object(third).vars[0].start + 2), "t->left->key");
    assert_eq!(space.var_name(space.object(second).vars[0].start), "t@1->left");
    for pair in space.objects().windows(2) {
        assert!(
            pair[1].address >= pair[0].address + pair[0].reserve() + REDZONE && pair[1].address & 15 == 0
        );
    }
    assert_eq!(space.object_at(space.address(second)), Some(second));
    assert_eq!(space.object_at(space.address(second) + 8), None);
    assert_eq!(space.object_containing(space.address(second) + 8), Some((second, 8)));
    let end = space.address(second) + space.object(second).reserve();
    assert_eq!((space.object_containing(end), space.object_containing(0)), (None, None));
    assert_eq!(space.object_for(1, 0), Err(NoObject::NotAPointer(1)));
    assert_eq!(space.object_for(9999, 0), Err(NoObject::NotAPointer(9999)));
}

#[test]
fn limits_are_errors() {
    let program = program("gcc");
    let mut lists = space(&program, "testme").expect("testme");
    let mut made = 1;
    let error = loop {
        match lists.object_for(0, made) {
            Ok(_) => made += 1,
            Err(e) => break e,
        }
    };
    assert_eq!((error, made as usize), (NoObject::TooManyObjects, MAX_OBJECTS));
    let mut large = space(&program, "deep").expect("deep");
    let error = (0..).find_map(|k| large.object_for(0, k).err());
    assert_eq!(error, Some(NoObject::TooManyVars));
}

#[test]
fn first_values_depend_on_the_seed_and_the_name_only() {
    let program = program("clang-19");
    let f = program.function("scalars").expect("scalars");
    let make = |kind, seed| Space::with_init(program.types.clone(), f, Init { kind, seed }).expect("a space");
    let values =
        |space: &Space| (0..space.vars().len() as u32).map(|v| space.default_value(v)).collect::<Vec<_>>();
    assert!(values(&make(InitKind::Zero, 1)).iter().all(|v| *v == 0));
    for kind in [InitKind::Small, InitKind::Random] {
        assert_eq!(values(&make(kind, 1)), values(&make(kind, 1)));
        assert_ne!(values(&make(kind, 1)), values(&make(kind, 2)));
    }
    for seed in 0..50 {
        let space = make(InitKind::Random, seed);
        assert!(space.vars().iter().zip(values(&space)).all(|(v, x)| v.kind != VarKind::Bool || x < 2));
        assert!(
            space.vars().iter().zip(values(&space)).all(|(v, x)| v.bytes == 8 || x >> (8 * v.bytes) == 0)
        );
    }
    // Another order of discovery does not change what a variable starts as.
    let f = program.function("two").expect("two");
    let mut a = Space::for_function(program.types.clone(), f).expect("a space");
    let mut b = a.clone();
    let (p, q) = (a.object_for(0, 0).expect("p"), a.object_for(1, 0).expect("q"));
    let (q2, p2) = (b.object_for(1, 0).expect("q"), b.object_for(0, 0).expect("p"));
    assert_eq!(a.default_value(a.object(p).vars[0].start), b.default_value(b.object(p2).vars[0].start));
    assert_eq!(a.default_value(a.object(q).vars[0].start), b.default_value(b.object(q2).vars[0].start));
}

#[test]
fn images_hold_every_variable_where_its_label_says() {
    let program = program("gcc");
    let mut dice = Dice(7);
    let mut image = Image::default();
    for name in FUNCTIONS {
        for _ in 0..20 {
            let mut space = space(&program, name).expect("a space");
            let input = random_input(&mut space, &mut dice);
            input.image(&space, &mut image);
            let reachable = input.reachable(&space);
            assert_eq!(image.segments.len(), reachable.len());
            assert_eq!(image.segments.iter().map(|s| s.len).sum::<u64>(), image.bytes.len() as u64);
            let vars: usize = reachable.iter().map(|o| space.object(*o).vars().count()).sum();
            assert_eq!(image.labels.len(), vars);
            for label in &image.labels {
                assert_eq!(label.address, space.var_address(label.var));
                let inside =
                    |s: &&acute_input::Segment| (s.address..s.address + s.len).contains(&label.address);
                let segment = image.segments.iter().find(inside).expect("a segment");
                let at = (segment.offset + label.address - segment.address) as usize;
                let value = input.get(&space, label.var).to_le_bytes();
                let n = usize::from(label.bytes);
                assert_eq!(image.bytes[at..at + n], value[..n]);
            }
        }
    }
}

#[test]
fn unreachable_objects_are_no_part_of_an_input() {
    let program = program("gcc");
    let mut space = space(&program, "two").expect("two");
    let (p, q) = (space.object_for(0, 0).expect("p"), space.object_for(1, 0).expect("q"));
    let mut input = Input::new();
    input.set(&space, 1, space.address(p));
    assert_eq!(input.reachable(&space), [0, p]);
    input.set(&space, space.object(p).vars[0].start + 1, space.address(q) + 4);
    assert_eq!(input.reachable(&space), [0, p, q]);
    input.set(&space, 1, 0xdead_beef);
    assert_eq!(input.reachable(&space), [0]);
}

#[test]
fn types_out_of_damaged_files_do_not_panic() {
    let original = common::c::object("gcc", &["-g"], SOURCE);
    let mut dice = Dice(0xbad);
    let mut image = Image::default();
    let mut made = 0;
    let start = original.windows(4).position(|w| w == b"\x05\x00\x01\x08").expect("a unit header");
    for _ in 0..600 {
        let mut file = original.clone();
        for _ in 0..=dice.below(20) {
            let at = start + 16 + dice.below(2500) as usize;
            if let Some(byte) = file.get_mut(at) {
                *byte = byte.wrapping_add(dice.below(9) as u8).wrapping_sub(4);
            }
        }
        let Ok(program) = acute_types::Program::read(&file) else { continue };
        for f in &program.functions {
            let Ok(mut space) = Space::for_function(program.types.clone(), f) else { continue };
            let mut input = Input::new();
            for v in 0..space.vars().len().min(200) as u32 {
                if let Ok(id) = space.object_for(v, 0) {
                    input.set(&space, v, space.address(id));
                }
            }
            made += 1;
            input.image(&space, &mut image);
            let _ = input.render_call(&space);
            let text = acute_input::save(&input, &space, &Default::default());
            let _ = acute_input::load(&text, &mut space);
        }
    }
    assert!(made > 500, "only {made} spaces: the test shows nothing");
}

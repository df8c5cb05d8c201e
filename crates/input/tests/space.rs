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
        check("bad_vector", "parameter `v`: vector");
        check("bad_huge", "parameter `h`: larger than 64 KiB");
    }
}

#[test]
fn arguments_that_cannot_be_inputs_stay_null_or_zero_and_are_told() {
    for compiler in COMPILERS {
        let program = program(compiler);
        let check = |function: &str, expected: &[&str]| {
            let space = space(&program, function).expect(function);
            assert_eq!(space.limits(), expected, "{compiler}: {function}");
        };
        check(
            "left_out",
            &[
                "parameter `p` stays NULL: void pointer",
                "parameter `cb` stays NULL: function pointer",
                "parameter `h` stays NULL: pointer to incomplete struct `hidden`",
                "`any` of parameter `by_value` stays NULL: void pointer",
                "`callback` of parameter `by_value` stays NULL: function pointer",
                "`hidden` of parameter `by_value` stays NULL: pointer to incomplete struct `hidden`",
                "parameter `x` stays 0: long double",
                "parameter `y` stays 0: __int128",
            ],
        );
        check("too_large", &["parameter `h` stays NULL: larger than 64 KiB"]);
        check("va", &["parameter `ap` stays NULL: va_list", "parameter `pa` stays NULL: va_list"]);
        check("variadic", &["no variadic arguments are passed"]);
        check("testme", &[]);
        let complex = space(&program, "complex_number").expect("complex_number");
        let [limit] = complex.limits() else { panic!("{:?}", complex.limits()) };
        assert!(limit.starts_with("parameter `z` stays 0: ") && limit.contains("omplex"), "{limit}");
        let mut fields = space(&program, "left_out_fields").expect("left_out_fields");
        let id = fields.object_for(0, 0).expect("the object of p");
        let is_input = |v: &u32| fields.vars()[*v as usize].kind != VarKind::Fixed;
        assert_eq!(fields.object(id).vars().filter(is_input).count(), 2);
        let what: Vec<&str> = fields.limits().iter().filter_map(|l| l.split('`').nth(1)).collect();
        assert_eq!(what, ["ld", "big", "z", "ap", "hooks[0]"], "{compiler}");
    }
}

/// The variables of the first parameter's object: path, offset, bytes.
fn variables(program: &acute_types::DebugInfo, function: &str, v: u32) -> Vec<String> {
    let mut space = space(program, function).expect("a space");
    let id = space.object_for(v, 0).expect("an object");
    let show = |v| {
        let var: acute_input::Var = space.vars()[v as usize];
        let raw = if var.raw { " raw" } else { "" };
        let kind = if matches!(var.kind, VarKind::Pointer { .. }) { " pointer" } else { "" };
        format!("{} {}+{}{kind}{raw}", space.path(v), var.offset, var.bytes)
    };
    space.object(id).vars().map(show).collect()
}

#[test]
fn bit_fields_are_the_bytes_they_lie_in() {
    for compiler in COMPILERS {
        let program = program(compiler);
        let check = |v, expected: &[&str]| assert_eq!(variables(&program, "bit_fields", v), expected);
        check(
            0,
            &[
                "#0 0+2", "#2 2+1", "#4 4+1", ".g 5+1", "#8 8+2", "#10 10+1", "#16 16+8", "#24 24+8",
                "#32 32+2",
            ],
        );
        check(1, &[".c 0+1", "#1 1+1", "#2 2+2"]);
        check(2, &["#0 0+8", "#8 8+4", ".d 12+1", "#13 13+1", "#14 14+1"]);
    }
}

#[test]
fn unions_are_pointers_where_they_have_some_and_numbers_elsewhere() {
    for compiler in COMPILERS {
        let program = program(compiler);
        let check = |function, v, expected: &[&str]| assert_eq!(variables(&program, function, v), expected);
        check("unions", 1, &["#0 0+8", "#8 8+2", "#10 10+1"]);
        check("unions", 2, &[".cell 0+8 pointer raw"]);
        check("unions", 3, &[" 0+8 raw"]);
        check("more_unions", 0, &["#0 0+4", ".s.cell 8+8 pointer raw", "#16 16+8", "#24 24+8"]);
        check("more_unions", 1, &[".kind 0+4", ".u.list 8+8 pointer raw"]);
        check("anonymous_unions", 0, &[".kind 0+4", ".link 8+8 pointer raw", " 16+4", ".last 20+4"]);
    }
}

#[test]
fn pointers_that_cannot_be_followed_stay_null_and_are_told() {
    let program = program("clang-19");
    let mut space = space(&program, "part").expect("part");
    assert!(space.limits().is_empty());
    let id = space.object_for(0, 0).expect("the object of p");
    let is_input = |v: &u32| space.vars()[*v as usize].kind != VarKind::Fixed;
    let names: Vec<String> = space.object(id).vars().filter(is_input).map(|v| space.var_name(v)).collect();
    assert_eq!(names, ["p->n", "p->u", "p->list"]);
    assert_eq!(
        space.limits(),
        [
            "`any` of `struct partly` stays NULL: void pointer",
            "`callback` of `struct partly` stays NULL: function pointer",
            "`hidden` of `struct partly` stays NULL: pointer to incomplete struct `hidden`",
        ]
    );
}

#[test]
fn a_pointer_to_a_pointer_that_cannot_be_followed_is_told_too() {
    let source = "int f(void **p) { return p && *p; }\n";
    let program = acute_types::DebugInfo::read(&common::c::object("gcc", &["-g"], source)).expect("types");
    let mut space = space(&program, "f").expect("f");
    let id = space.object_for(0, 0).expect("the object of p");
    let limit = "an object of `void *` stays NULL: void pointer";
    assert_eq!(space.limits(), [limit]);
    // It is there to be noticed when somebody looks at it, always NULL.
    let [v] = space.object(id).vars().collect::<Vec<_>>()[..] else { panic!("not one variable") };
    assert_eq!((space.fixed_value(v), space.limit_of(v)), (Some(0), Some(limit)));
    assert_eq!(space.unwatched_limits().count(), 0);
}

#[test]
fn each_element_of_an_array_of_pointers_has_the_limit_of_its_member() {
    let source = "struct h; struct s { int n; void *any; struct { struct h *a; void (*f)(void); } in[2]; long double x; };\n\
                  int f(struct s *p) { return p->n; }\n";
    let program = acute_types::DebugInfo::read(&common::c::object("gcc", &["-g"], source)).expect("types");
    let mut space = space(&program, "f").expect("f");
    let id = space.object_for(0, 0).expect("the object of p");
    let words = |v: u32| space.limit_of(v).map_or("", |limit| limit.split('`').nth(1).unwrap_or_default());
    let told: Vec<&str> = space.object(id).vars().map(words).collect();
    assert_eq!(told, ["", "any", "in[0].a", "in[0].f", "in[0].a", "in[0].f"]);
    let unwatched: Vec<&str> = space.unwatched_limits().collect();
    assert_eq!(unwatched, ["`x` of `struct s` stays 0: long double"]);
}

#[test]
fn arguments_are_laid_out_like_the_members_of_a_struct() {
    for compiler in COMPILERS {
        let program = program(compiler);
        let mut text = format!("#include <stdio.h>\n{SOURCE}\nint main(void) {{\n");
        let mut expected = String::new();
        // The type behind a va_list has no name.
        for name in FUNCTIONS.iter().filter(|name| !["nothing", "va"].contains(*name)) {
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
    for _ in 0..600 {
        let file = common::damaged(&original, &mut dice);
        let Ok(program) = acute_types::DebugInfo::read(&file) else { continue };
        for (mut space, input) in common::inputs_of_all(&program) {
            made += 1;
            input.image(&space, &mut image);
            let text = acute_input::save(&input, &space, &Default::default());
            let _ = acute_input::load(&text, &mut space);
        }
    }
    assert!(made > 500, "only {made} spaces: the test shows nothing");
}

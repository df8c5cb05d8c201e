//! Inputs as C: what people read, and what two compilers make of it.

#[path = "../../input/tests/common/mod.rs"]
mod common;

use acute_export::{Storage, render, render_call};
use acute_input::{Input, Space};
use acute_types::{TypeId, TypeKind, TypeTable};
use common::c::{COMPILERS, Dice, Folder, compile_cleanly, output_of};
use common::{FUNCTIONS, SOURCE, program, random_input, space};

/// Sets variables by their logical names; `new` makes an object, `&name` is where another one's pointer leads.
fn build(space: &mut Space, values: &[(&str, &str)]) -> Input {
    let mut input = Input::new();
    for v in 0..space.vars().len() as u32 {
        input.set(space, v, 0);
    }
    for (name, value) in values {
        let find = |space: &Space, name: &str| {
            let found = (0..space.vars().len() as u32).find(|v| space.var_name(*v) == name);
            found.unwrap_or_else(|| panic!("no variable {name}"))
        };
        let v = find(space, name);
        let value = match value.strip_prefix('&') {
            Some(other) => input.get(space, find(space, other)),
            None if *value == "new" => {
                let id = space.object_for(v, 0).expect("an object");
                for v in space.object(id).vars() {
                    input.set(space, v, 0);
                }
                space.address(id)
            }
            None => value.parse::<i128>().expect("a number") as u64,
        };
        input.set(space, v, value);
    }
    input
}

#[test]
fn inputs_read_like_c() {
    let program = program("clang-19");
    let check = |function: &str, values: &[(&str, &str)], expected: &str| {
        let mut space = space(&program, function).expect("a space");
        let input = build(&mut space, values);
        assert_eq!(render_call(&input, &space).expect("C"), expected);
    };
    check("testme", &[], "testme(NULL, 0);\n");
    check(
        "testme",
        &[("p", "new"), ("x", "1"), ("p->v", "3"), ("p->next", "&p")],
        "cell cell1 = { .v = 3, .next = &cell1 };\ntestme(&cell1, 1);\n",
    );
    check(
        "testme",
        &[("p", "new"), ("x", "-2147483648")],
        "cell cell1 = {0};\ntestme(&cell1, (-2147483647 - 1));\n",
    );
    check(
        "testme",
        &[("p", "new"), ("p->next", "new"), ("p->next->v", "2")],
        "struct cell cell2 = { .v = 2 };\ncell cell1 = { .next = &cell2 };\ntestme(&cell1, 0);\n",
    );
    check(
        "testme",
        &[("p", "new"), ("p->next", "new"), ("p->next->next", "&p")],
        "struct cell cell2 = {0};\ncell cell1 = { .next = &cell2 };\ncell2.next = &cell1;\ntestme(&cell1, 0);\n",
    );
    check("two", &[("p", "new"), ("q", "&p")], "struct cell cell1 = {0};\ntwo(&cell1, &cell1, NULL);\n");
    check(
        "freeze",
        &[("a", "new"), ("a->next", "new"), ("a->next->id", "4"), ("a->next->next", "&a")],
        "struct frozen frozen2 = { .id = 4 };\nstruct frozen frozen1 = { .next = &frozen2 };\n\
         *(struct frozen **)&frozen2.next = &frozen1;\nstruct frozen c = {0};\nfreeze(&frozen1, NULL, c);\n",
    );
    check(
        "pointers",
        &[
            ("p", "new"),
            ("*p", "5"),
            ("pp", "new"),
            ("*pp", "&p"),
            ("s", "new"),
            ("*s", "65"),
            ("row", "new"),
            ("(*row)[2]", "-1"),
            ("a", "new"),
            ("a->name[0]", "104"),
            ("a->name[1]", "105"),
            ("b", "new"),
            ("*b", "1"),
        ],
        "int p1 = 5;\nint *pp1 = &p1;\nchar s1 = 'A';\nint row1[3] = { [2] = -1 };\n\
         anon_t anon_t1 = { .name = \"hi\" };\n_Bool b1 = 1;\n\
         pointers(&p1, &pp1, &s1, NULL, &row1, NULL, &anon_t1, &b1);\n",
    );
    check(
        "scalars",
        &[("c", "10"), ("uc", "65"), ("u", "5"), ("l", "-1"), ("ul", "7"), ("e", "-2"), ("level", "3")],
        "scalars(0, '\\n', 0, 65, 0, 0, 0, 5u, -1LL, 7ULL, 0.0f, 0.0, BLUE, 3u);\n",
    );
    check(
        "bit_fields",
        &[
            ("p", "new"),
            ("(*p)#0", "2047"),
            ("(*p)#8", "4660"),
            ("q", "new"),
            ("(*q)#2", "65535"),
            ("q->c", "65"),
        ],
        "struct bits bits1 = { .a = -1, .b = 127u, .c = 1, .h = 4660u };\n\
         struct shared_unit shared_unit1 = { .c = 'A', .b = -256 };\nstruct bits by_value = {0};\n\
         bit_fields(&bits1, &shared_unit1, NULL, by_value);\n",
    );
    check(
        "unions",
        &[
            ("a", "1069547520"),
            ("c", "new"),
            ("c->cell", "new"),
            ("c->cell->v", "7"),
            ("d", "new"),
            ("*d", "5"),
        ],
        "struct cell cell1 = { .v = 7 };\nunion linked linked1 = { .cell = &cell1 };\n\
         union handle handle1 = { .id = 5ULL };\nunion scalars a = { .i = 1069547520 };\n\
         unions(a, NULL, &linked1, &handle1, NULL, NULL);\n",
    );
    check(
        "more_unions",
        &[
            ("p", "new"),
            ("p->s.cell", "new"),
            ("(*p)#24", "1"),
            ("v", "new"),
            ("v->kind", "2"),
            ("v->u.list", "42"),
        ],
        "struct cell cell1 = {0};\nunion partly_linked partly_linked1 = {0};\n\
         variant_t variant_t1 = { .kind = 2, .u = { .i = 42 } };\n\
         __builtin_memcpy((void *)&partly_linked1, (unsigned char [32]){ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
         0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 }, 32);\n\
         __builtin_memcpy((char *)&partly_linked1 + 8, &(void *){ (void *)&cell1 }, 8);\n\
         variant_t by_value = {0};\nunion mixed direct = {0};\n\
         more_unions(&partly_linked1, &variant_t1, by_value, direct);\n",
    );
    check(
        "anonymous_unions",
        &[("a", "new"), ("a->kind", "1"), ("a->link", "&a"), ("b.link", "4295032834"), ("b.last", "3")],
        "struct anonymous anonymous1 = { .kind = 1, .link = &anonymous1 };\n\
         struct anonymous b = { .number = 4295032834LL, .last = 3 };\n\
         anonymous_unions(&anonymous1, b, NULL, NULL);\n",
    );
    check(
        "tails",
        &[("f", "new"), ("f->n", "2")],
        "struct flexible flexible1 = { .n = 2 };\ntails(&flexible1, NULL, NULL);\n",
    );
    check(
        "left_out",
        &[("n", "1")],
        "struct partly by_value = {0};\nleft_out(NULL, NULL, NULL, by_value, 0, 0, 1);\n",
    );
    check("complex_number", &[("n", "1")], "complex_number(0, 1);\n");
    check("va", &[], "va(NULL, NULL, 0);\n");
    check(
        "shadow",
        &[("cell1", "new"), ("shadow.v", "9")],
        "struct cell cell2 = {0};\nstruct cell shadow_1 = { .v = 9 };\nshadow(shadow_1, &cell2);\n",
    );
}

#[test]
fn allocated_inputs_read_like_c() {
    let program = program("clang-19");
    let mut space = space(&program, "testme").expect("a space");
    let values = [("p", "new"), ("x", "1"), ("p->v", "3"), ("p->next", "new"), ("p->next->next", "&p")];
    let input = build(&mut space, &values);
    let rendering = render(&input, &space, Storage::Heap).expect("C");
    assert_eq!(
        rendering.setup,
        [
            "cell *cell1 = __builtin_malloc(sizeof *cell1);",
            "struct cell *cell2 = __builtin_malloc(sizeof *cell2);",
            "*cell1 = (cell){ .v = 3, .next = cell2 };",
            "*cell2 = (struct cell){ .next = cell1 };",
        ]
    );
    assert_eq!(rendering.call, "testme(cell1, 1)");
}

#[test]
fn structs_with_a_flexible_array_are_as_long_as_that() {
    let program = program("clang-19");
    let mut space = space(&program, "tails").expect("a space");
    let object = space.object_for(0, 0).expect("an object");
    let mut input = Input::new();
    input.set(&space, 0, space.address(object));
    space.grow(object, 3).expect("room");
    input.set_elems(object, 3);
    let vars: Vec<_> = input.vars(&space, object).collect();
    let names: Vec<_> = vars.iter().map(|v| space.var_name(*v)).collect();
    assert_eq!(names, ["f->n", "f->data[0]", "f->data[1]", "f->data[2]"]);
    for (v, value) in vars.iter().zip([3, 0, 7, 9]) {
        input.set(&space, *v, value);
    }
    let lines = [
        "struct flexible *flexible1 = __builtin_malloc(sizeof *flexible1 + 3 * sizeof flexible1->data[0]);",
        "*flexible1 = (struct flexible){ .n = 3 };",
        "__builtin_memcpy((void *)flexible1->data, (int [3]){ [1] = 7, 9 }, sizeof (int [3]));",
    ];
    for storage in [Storage::Local, Storage::Heap] {
        let rendering = render(&input, &space, storage).expect("C");
        assert_eq!(rendering.setup, lines);
        assert_eq!(rendering.call, "tails(flexible1, NULL, NULL)");
    }
}

const DIFFERS: &str = "static int bad;
static void differs(const void *at, int bytes, uint64_t expected, uint64_t mask) {
    uint64_t found = 0;
    memcpy(&found, at, bytes);
    bad += (found & mask) != (expected & mask);
}
";

/// The compiler is the judge: what it made of the text has every byte where the input has it.
#[test]
fn random_inputs_compile_without_warnings_and_mean_what_they_say() {
    for compiler in COMPILERS {
        let program = program(compiler);
        let mut dice = Dice(99);
        let mut text =
            format!("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n{SOURCE}\n{DIFFERS}");
        let mut calls = String::new();
        for name in FUNCTIONS {
            for n in 0..40 {
                let storage = if n % 2 == 0 { Storage::Local } else { Storage::Heap };
                let mut space = space(&program, name).expect("a space");
                let input = random_input(&mut space, &mut dice);
                let body = checked(&space, &input, storage);
                text += &format!("static void {name}_{n}(void) {{\n{body}}}\n");
                calls += &format!("{name}_{n}();\n");
            }
        }
        text += &format!("int main(void) {{\n{calls}printf(\"%d bad\\n\", bad);\nreturn 0;\n}}\n");
        let folder = Folder::new();
        let path = folder.write("render.c", &text);
        let args = ["render.c", "-o", "render", "-Wall", "-Wextra", "-std=gnu11"];
        compile_cleanly(folder.path(), compiler, &args, &path);
        let said = output_of(&folder.path().join("render"));
        assert_eq!(said, "0 bad\n", "{compiler}\n{text}");
    }
}

/// The setup of an input, then a comparison of every variable with the input, then the call.
fn checked(space: &Space, input: &Input, storage: Storage) -> String {
    let rendering = render(input, space, storage).expect("C");
    let mut text = rendering.setup.join("\n") + "\n";
    for (id, _) in &rendering.objects {
        let start = rendering.pointer_to(*id).expect("a name");
        let (object, elems) = (space.object(*id), input.elems(space, *id));
        let ty = object.ty.expect("a type");
        let size = space.types().size(ty).expect("a size");
        let mut used = vec![0; object.layout.size(elems).max(size) as usize];
        let (ty, layout) = match &object.flexible {
            Some(array) => {
                mark_used(space.types(), ty, 0, &mut used);
                (array.elem, object.layout)
            }
            None => (ty, object.layout),
        };
        let at = |k| layout.start + k * layout.stride;
        (0..elems).for_each(|k| mark_used(space.types(), ty, at(k), &mut used));
        for v in input.vars(space, *id) {
            let (var, value) = (space.vars()[v as usize], input.get(space, v));
            let target = space.object_at(value).and_then(|o| rendering.pointer_to(o));
            let at = format!("(char *){start} + {}", var.offset);
            let n = usize::from(var.bytes);
            let mut mask = [0; 8];
            mask[..n].copy_from_slice(&used[var.offset as usize..][..n]);
            let mask = u64::from_le_bytes(mask);
            text += &match target {
                Some(pointer) => format!("differs({at}, {n}, (uint64_t){pointer}, {mask:#x}ULL);\n"),
                None => format!("differs({at}, {n}, {value:#x}ULL, {mask:#x}ULL);\n"),
            };
        }
    }
    let result = if space.ret().is_some() { "(void)" } else { "" };
    format!("{text}{result}{};\n", rendering.call)
}

/// Sets the bits of a type that are not padding.
fn mark_used(types: &TypeTable, ty: TypeId, at: u64, used: &mut [u8]) {
    let mut set = |first: u64, size: u64| {
        (first..first + size).for_each(|bit| used[(bit / 8) as usize] |= 1 << (bit % 8));
    };
    match types.stripped_kind(ty) {
        Some(TypeKind::Struct(r) | TypeKind::Union(r)) => {
            for field in &r.fields {
                match field.bits {
                    Some(bits) => (bits.offset..bits.offset + bits.size)
                        .for_each(|bit| used[(at + bit / 8) as usize] |= 1 << (bit % 8)),
                    None => mark_used(types, field.ty, at + field.offset, used),
                }
            }
        }
        Some(TypeKind::Array { elem, count }) => {
            let size = types.size(*elem).unwrap_or(0);
            (0..count.unwrap_or(0)).for_each(|i| mark_used(types, *elem, at + i * size, used));
        }
        _ => set(at * 8, types.size(ty).unwrap_or(0) * 8),
    }
}

#[test]
fn an_input_reads_the_same_after_it_was_saved_and_loaded() {
    let programs = COMPILERS.map(program);
    let mut dice = Dice(42);
    let shown = |input: &Input, space: &Space| render_call(input, space).map_err(|e| e.to_string());
    for name in FUNCTIONS {
        for _ in 0..50 {
            let mut made_in = space(&programs[0], name).expect("a space");
            let input = random_input(&mut made_in, &mut dice);
            let text = acute_input::save(&input, &made_in, &Default::default());
            for program in &programs {
                let mut fresh = space(program, name).expect("a space");
                let loaded = acute_input::load(&text, &mut fresh).expect("what was saved");
                assert_eq!(shown(&loaded.input, &fresh), shown(&input, &made_in), "{name}\n{text}");
            }
        }
    }
}

#[test]
fn types_out_of_damaged_files_do_not_panic() {
    let original = common::c::object("gcc", &["-g"], SOURCE);
    let mut dice = Dice(0xbad);
    let mut rendered = 0;
    for _ in 0..200 {
        let file = common::damaged(&original, &mut dice);
        let Ok(program) = acute_types::DebugInfo::read(&file) else { continue };
        for (space, input) in common::inputs_of_all(&program) {
            rendered += u32::from(render_call(&input, &space).is_ok());
        }
    }
    assert!(rendered > 150, "only {rendered} inputs: the test shows nothing");
}

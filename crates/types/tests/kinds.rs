//! Every kind of type, out of both compilers and several versions of DWARF.

mod common;

use acute_types::{BitField, DebugInfo, Error, Record, TypeId, TypeKind};
use common::{COMPILERS, Folder, compile_cleanly, object, output_of};

const SOURCE: &str = include_str!("c/kinds.c");

/// Unnamed parameters and `int f()` are what the file is about.
const QUIET: [&str; 3] = ["-w", "-std=gnu2x", "-fno-common"];

fn programs() -> Vec<(String, DebugInfo)> {
    let mut all = Vec::new();
    for compiler in COMPILERS {
        for flags in [&["-g"][..], &["-g", "-O2"], &["-gdwarf-4"], &["-gdwarf-3"], &["-g", "-fPIE"]] {
            let args: Vec<&str> = flags.iter().copied().chain(QUIET).collect();
            let file = object(compiler, &args, SOURCE);
            let program = DebugInfo::read(&file).unwrap_or_else(|e| panic!("{compiler} {flags:?}: {e}"));
            all.push((format!("{compiler} {flags:?}"), program));
        }
    }
    all
}

fn record<'a>(program: &'a DebugInfo, tag: &str) -> &'a Record {
    let found = program.types.ids().find_map(|id| match program.types.kind(id) {
        TypeKind::Struct(r) if r.tag.as_deref() == Some(tag) => Some(r),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("struct {tag}"))
}

fn field(program: &DebugInfo, name: &str) -> TypeId {
    let all = record(program, "all");
    let found = all.fields.iter().find(|f| f.name.as_deref() == Some(name));
    found.unwrap_or_else(|| panic!("field {name}")).ty
}

#[test]
fn functions_have_their_names_parameters_and_places() {
    for (how, program) in programs() {
        let names: Vec<&str> = program.functions.iter().map(|f| f.name.as_str()).collect();
        for wanted in ["takes_list", "counted", "by_value", "varies", "inlined", "array_pointer"] {
            assert_eq!(names.iter().filter(|n| **n == wanted).count(), 1, "{how}: {wanted} in {names:?}");
        }
        let f = program.function("takes_list").expect("takes_list");
        let params: Vec<&str> = f.params.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(params, ["p", "x"], "{how}");
        assert!(f.file.ends_with("/unit.c"), "{how}: {}", f.file);
        assert_eq!((f.unit_file.as_str(), f.is_static, f.variadic), ("unit.c", false, false), "{how}");
        let line = SOURCE.lines().position(|l| l.starts_with("int takes_list")).unwrap_or(0) + 1;
        assert_eq!(f.line, line as u64, "{how}");
        assert!(program.function("counted").is_some_and(|f| f.is_static && f.params.is_empty()));
        assert!(program.function("varies").is_some_and(|f| f.variadic && f.ret.is_none()));
        let f = program.function("unnamed_parameters").expect("unnamed_parameters");
        let params: Vec<&str> = f.params.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(params, ["arg1", "b", "arg3"], "{how}");
    }
}

#[test]
fn globals_are_the_writable_ones_with_an_address() {
    for (how, program) in programs() {
        let global = |name: &str| program.globals.iter().find(|g| g.name == name);
        for name in ["all", "declared_first", "hidden_counter", "message", "chain"] {
            assert!(global(name).is_some(), "{how}: {name}");
        }
        for name in ["constant", "table", "step", "per_thread", "elsewhere", "here"] {
            assert!(global(name).is_none(), "{how}: {name}");
        }
        assert!(global("hidden_counter").is_some_and(|g| g.is_static), "{how}");
        assert!(global("declared_first").is_some_and(|g| !g.is_static), "{how}");
        let calls = global("calls").unwrap_or_else(|| panic!("{how}: calls"));
        // clang forgets the name of a function that is inlined everywhere.
        assert!(matches!(calls.function.as_deref(), Some("counted" | "")), "{how}");
    }
}

#[test]
fn kinds_are_what_the_source_says() {
    for (how, p) in programs() {
        let kind = |name: &str| p.types.stripped_kind(field(&p, name));
        assert!(matches!(kind("yes"), Some(TypeKind::Int(i)) if i.is_bool && i.bytes == 1), "{how}");
        assert!(matches!(kind("c"), Some(TypeKind::Int(i)) if i.is_char && i.signed), "{how}");
        assert!(matches!(kind("uc"), Some(TypeKind::Int(i)) if i.is_char && !i.signed), "{how}");
        assert!(matches!(kind("us"), Some(TypeKind::Int(i)) if i.bytes == 2 && !i.signed), "{how}");
        assert!(matches!(kind("big"), Some(TypeKind::Int(i)) if i.bytes == 16 && i.signed), "{how}");
        assert!(matches!(kind("ld"), Some(TypeKind::Float(f)) if f.bytes == 16), "{how}");
        assert!(matches!(kind("any"), Some(TypeKind::Pointer(None))), "{how}");
        assert!(matches!(kind("text"), Some(TypeKind::Pointer(Some(_)))), "{how}");
        assert!(
            matches!(kind("word"), Some(TypeKind::Union(u)) if u.typedef.as_deref() == Some("word_u")),
            "{how}"
        );
        let Some(TypeKind::Enum(color)) = kind("color") else { panic!("{how}: color") };
        let values: Vec<i64> = color.enumerators.iter().map(|e| e.value).collect();
        assert_eq!((color.signed, values), (true, vec![0, 7, -2]), "{how}");
        let Some(TypeKind::Enum(level)) = kind("level") else { panic!("{how}: level") };
        let values: Vec<i64> = level.enumerators.iter().map(|e| e.value).collect();
        assert_eq!((level.signed, values), (false, vec![0, 4_000_000_000]), "{how}");
        assert_eq!(p.types.size(field(&p, "grid")), Some(2 * 3 * 5 * 4), "{how}");
        let Some(TypeKind::Pointer(Some(hidden))) = kind("hidden") else { panic!("{how}: hidden") };
        let incomplete = p.types.kind(*hidden);
        assert!(matches!(incomplete, TypeKind::Incomplete { keyword: "struct", tag } if tag == "hidden"));
        let Some(TypeKind::Pointer(Some(f))) = kind("variadic") else { panic!("{how}: variadic") };
        assert!(matches!(p.types.kind(*f), TypeKind::Function(f) if f.variadic && f.params.len() == 1));
        for (of, what) in [("vector_inside", "vector"), ("complex_inside", "complex")] {
            let ty = record(&p, of).fields[0].ty;
            let kind = p.types.stripped_kind(ty);
            assert!(matches!(kind, Some(TypeKind::Unsupported(w)) if w.contains(what)), "{how}: {kind:?}");
        }
        let last = |tag: &str| record(&p, tag).fields.last().map(|f| p.types.kind(f.ty).clone());
        assert!(matches!(last("flexible"), Some(TypeKind::Array { count: None, .. })), "{how}");
        assert!(matches!(last("zero"), Some(TypeKind::Array { count: None | Some(0), .. })), "{how}");
    }
}

#[test]
fn bit_fields_are_found_in_every_version_of_dwarf() {
    for (how, program) in programs() {
        let bits: Vec<Option<BitField>> = record(&program, "bits").fields.iter().map(|f| f.bits).collect();
        let at = |offset, size| Some(BitField { offset, size });
        assert_eq!(bits, [at(0, 3), at(3, 7), at(32, 5), at(37, 1), at(64, 33)], "{how}");
    }
}

#[test]
fn sizes_alignments_and_offsets_are_the_compilers() {
    for (how, program) in programs() {
        let compiler = how.split(' ').next().unwrap_or("gcc");
        let mut text =
            "#include <stdio.h>\n#include \"kinds.c\"\nint elsewhere;\nint main(void) {\n".to_owned();
        let mut expected = String::new();
        for id in program.types.ids() {
            let (TypeKind::Struct(r) | TypeKind::Union(r)) = program.types.kind(id) else { continue };
            let Ok(name) = program.types.c_decl(id, "") else { continue };
            // The alignment of a type without a kind is not known, nor is it needed.
            let unknown = |ty| matches!(program.types.stripped_kind(ty), Some(TypeKind::Unsupported(_)));
            if r.fields.iter().any(|f| unknown(f.ty)) {
                continue;
            }
            text += &format!("printf(\"{name} %zu %zu\\n\", sizeof({name}), _Alignof({name}));\n");
            expected += &format!("{name} {} {}\n", r.size, program.types.align(id));
            for f in r.fields.iter().filter(|f| f.bits.is_none()) {
                let Some(field) = &f.name else { continue };
                text += &format!("printf(\"{name}.{field} %zu\\n\", offsetof({name}, {field}));\n");
                expected += &format!("{name}.{field} {}\n", f.offset);
            }
        }
        text += "return 0; }\n";
        let folder = Folder::new();
        folder.write("kinds.c", SOURCE);
        let path = folder.write("layout.c", &text);
        let args: Vec<&str> = ["layout.c", "-o", "layout"].into_iter().chain(QUIET).collect();
        compile_cleanly(folder.path(), compiler, &args, &path);
        let printed = output_of(&folder.path().join("layout"));
        for (theirs, ours) in printed.lines().zip(expected.lines()) {
            assert_eq!(theirs, ours, "{how}");
        }
        assert_eq!(printed.lines().count(), expected.lines().count(), "{how}");
    }
}

/// Prints the type of every field, variable and function and lets the compiler compare it with
/// the original.
#[test]
fn declarations_are_understood_by_the_compiler_as_the_same_types() {
    for (how, program) in programs() {
        let types = &program.types;
        let mut text = "#include \"kinds.c\"\n".to_owned();
        let mut checks = 0;
        let mut unnameable = Vec::new();
        let mut check = |original: String, printed: Result<String, _>| match printed {
            Ok(printed) => {
                checks += 1;
                text += &format!(
                    "_Static_assert(__builtin_types_compatible_p(__typeof__({original}), \
                     __typeof__({printed}) *), \"{original}: {printed}\");\n"
                );
            }
            Err(e) => unnameable.push(format!("{original}: {e}")),
        };
        for id in types.ids() {
            let (TypeKind::Struct(r) | TypeKind::Union(r)) = types.kind(id) else { continue };
            let Ok(name) = types.c_decl(id, "") else { continue };
            for f in r.fields.iter().filter(|f| f.bits.is_none()) {
                // There was no word for atomic types before DWARF 5.
                let lost = |name: &str| name.starts_with("atomic") && how.contains("dwarf-");
                if let Some(field) = f.name.as_deref().filter(|name| !lost(name)) {
                    check(format!("&(({name} *)0)->{field}"), types.c_decl(f.ty, ""));
                }
            }
        }
        for g in program.globals.iter().filter(|g| g.function.is_none()) {
            check(format!("&{}", g.name), types.c_decl(g.ty, ""));
        }
        for f in &program.functions {
            let params: Result<Vec<_>, _> = f.params.iter().map(|p| types.c_decl(p.ty, &p.name)).collect();
            let Ok(mut params) = params else { continue };
            if f.variadic {
                params.push("...".to_owned());
            }
            let list = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
            let declarator = format!("({list})");
            let printed = match f.ret {
                Some(ret) => types.c_decl(ret, &declarator),
                None => Ok(format!("void {declarator}")),
            };
            check(format!("&{}", f.name), printed);
        }
        assert!(checks > 100, "{how}: only {checks} checks");
        // The anonymous struct, the vector and the complex number.
        assert_eq!(unnameable.len(), 3, "{how}: {unnameable:?}");
        let folder = Folder::new();
        folder.write("kinds.c", SOURCE);
        let path = folder.write("types.c", &text);
        let args: Vec<&str> = ["-c", "types.c", "-o", "types.o"].into_iter().chain(QUIET).collect();
        compile_cleanly(folder.path(), how.split(' ').next().unwrap_or("gcc"), &args, &path);
    }
}

#[test]
fn a_linked_executable_gives_the_same_as_its_objects() {
    for compiler in COMPILERS {
        let folder = Folder::new();
        let path = folder.write("kinds.c", SOURCE);
        folder.write(
            "main.c",
            "int elsewhere; int takes_list(void *, int);\nint main(void) { return takes_list(0, 1); }\n",
        );
        let args: Vec<&str> =
            ["-g", "-no-pie", "kinds.c", "main.c", "-o", "linked"].into_iter().chain(QUIET).collect();
        compile_cleanly(folder.path(), compiler, &args, &path);
        let file = std::fs::read(folder.path().join("linked")).expect("the executable");
        let program = DebugInfo::read(&file).expect("its types");
        let f = program.function("takes_list").expect("takes_list");
        assert!(f.address.is_some_and(|a| a > 0x1000));
        assert_eq!(program.function("main").map(|f| f.unit_file.as_str()), Some("main.c"));
        let counter = program.globals.iter().find(|g| g.name == "declared_first");
        assert!(counter.is_some_and(|g| g.address > 0x1000), "{compiler}");
        assert_eq!(program.types.c_decl(f.params[0].ty, "p").as_deref(), Ok("struct cell *p"));
    }
}

#[test]
fn files_without_debug_information_are_told_apart() {
    assert!(matches!(DebugInfo::read(b"int main;"), Err(Error::NotAnObject(_))));
    let bare = object("gcc", &["-g0"], "int x;\n");
    assert_eq!(DebugInfo::read(&bare).err(), Some(Error::NoDebugInfo));
}

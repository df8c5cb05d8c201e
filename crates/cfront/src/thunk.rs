//! The C code that calls a function with its arguments out of memory: compiled with the unit, so that
//! clang takes care of how structs are passed, and static functions can be reached.
use acute_input::{Arg, Space};
use acute_types::{Function, TypeId, TypeKind, TypeTable, Unnameable};

/// The name of a function's thunk.
pub fn name(function: &str) -> String {
    format!("__acute_call_{function}")
}

/// The same for one that shares its name with a function of an earlier file.
pub fn name_in(source: usize, function: &str) -> String {
    format!("__acute_call{source}_{function}")
}

/// The thunk of a harness, as C text: its main is called as a program without arguments.
pub fn of_harness(main: &Function, thunk: &str) -> String {
    let result = if main.ret.is_some() { "*acute_r = " } else { "" };
    let arguments = ["1", "acute_v", "acute_v + 1"][..main.params.len().min(3)].join(", ");
    format!(
        "void {thunk}(void *acute_r);\nvoid {thunk}(void *acute_m) {{\n  int *acute_r = acute_m;\n  \
         char *acute_v[] = {{\"main\", 0}};\n  (void)acute_r, (void)acute_v;\n  {result}main({arguments});\n}}\n"
    )
}

/// The thunk of `f`, as C text. For `int f(cell *p, int x)`:
/// ```c
/// void __acute_call_f(void *acute_m) {
///   cell **acute_0 = (void *)((char *)acute_m + 0);
///   int *acute_1 = (void *)((char *)acute_m + 8);
///   int *acute_r = (void *)((char *)acute_m + 16);
///   {                                      // for each predicate that is assumed
///     __typeof__(*acute_0) p = *acute_0;
///     __typeof__(*acute_1) x = *acute_1;
///     if (!(x > 0)) __acute_reject();
///   }
///   __typeof__(*acute_r) acute_v = f(*acute_0, *acute_1);
///   __builtin_memcpy(acute_r, &acute_v, sizeof acute_v);
/// }
/// ```
pub fn text(f: &Function, thunk: &str, space: &Space, assumed: &[String]) -> Result<String, Unnameable> {
    let types = space.types();
    let at = |ty: TypeId, name: &str, offset: u64| -> Result<String, Unnameable> {
        let declared = types.c_decl(unqualified(types, ty), &format!("*{name}"))?;
        Ok(format!("  {declared} = (void *)((char *)acute_m + {offset});\n"))
    };
    let mut out = format!("void {thunk}(void *acute_m);\nvoid {thunk}(void *acute_m) {{\n  (void)acute_m;\n");
    let (mut arguments, mut named) = (vec![], String::new());
    for (k, arg) in space.args().iter().enumerate() {
        if is_left_out(space, arg) {
            arguments.push("0".to_owned());
            continue;
        }
        out.push_str(&at(arg.ty, &format!("acute_{k}"), arg.offset)?);
        arguments.push(format!("*acute_{k}"));
        if !arg.name.is_empty() {
            named.push_str(&format!("    __typeof__(*acute_{k}) {} = *acute_{k};\n", arg.name));
        }
    }
    for predicate in assumed {
        let reject = "extern void __acute_reject(void) __attribute__((__noreturn__));";
        out.push_str(&format!(
            "  {{\n    {reject}\n{named}    if (!({predicate})) __acute_reject();\n  }}\n"
        ));
    }
    let mut call = format!("{}({});", f.name, arguments.join(", "));
    if let Some(ret) = space.ret() {
        out.push_str(&at(ret.ty, "acute_r", ret.offset)?);
        // Copied, not assigned: a member may be const.
        call = format!(
            "__typeof__(*acute_r) acute_v = {call}\n  __builtin_memcpy(acute_r, &acute_v, sizeof acute_v);"
        );
    }
    Ok(format!("{out}  {call}\n}}\n"))
}

/// Whether an argument is a pointer or number that is no input. Some such types have no name to
/// declare a variable with; a 0 converts to all of them.
fn is_left_out(space: &Space, arg: &Arg) -> bool {
    match space.types().stripped_kind(arg.ty) {
        Some(TypeKind::Struct(_) | TypeKind::Union(_) | TypeKind::Array { .. }) => false,
        // One of unknown size takes no room in the argument block.
        _ => arg.size == 0 || space.var_at(0, arg.offset).is_none(),
    }
}

/// The result is written, so its type must not be const; the value does not care.
fn unqualified(types: &TypeTable, mut ty: TypeId) -> TypeId {
    while let TypeKind::Qualified { target: Some(target), .. } = types.kind(ty) {
        ty = *target;
    }
    ty
}

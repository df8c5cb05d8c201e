//! The C code that calls a function with its arguments out of memory: compiled with the unit, so that
//! clang takes care of how structs are passed, and static functions can be reached.
use acute_input::Space;
use acute_types::{Function, Kind, TypeId, TypeTable};
use std::fmt::Write;

/// The name of a function's thunk.
pub fn name(function: &str) -> String {
    format!("__acute_call_{function}")
}

/// The thunk of `f`, as C text: `struct { T0 a0; T1 a1; } *a = m; R *r = m + offset; *r = f(a->a0, a->a1);`
pub fn text(f: &Function, space: &Space) -> Result<String, acute_types::Unnameable> {
    let types = space.types();
    let mut out = format!("struct __acute_args_{} {{ ", f.name);
    let mut arguments = vec![];
    let mut asserts = String::new();
    for (k, arg) in space.args().iter().enumerate() {
        let _ = write!(out, "{}; ", types.c_decl(unqualified(types, arg.ty), &format!("a{k}"))?);
        arguments.push(format!("acute_a->a{k}"));
        let _ = write!(asserts, " {}", check(&f.name, &format!("a{k}"), arg.offset));
    }
    let call = format!("{}({})", f.name, arguments.join(", "));
    let mut body = format!("{call};");
    if let Some(ret) = space.ret() {
        let declared = types.c_decl(unqualified(types, ret.ty), "*acute_r")?;
        body = format!("{declared} = (void *)((char *)acute_m + {}); *acute_r = {call};", ret.offset);
    }
    let _ = write!(
        out,
        "char end; }};\nvoid {}(void *acute_m); void {}(void *acute_m) {{ struct __acute_args_{} *acute_a = acute_m; \
         (void)acute_a; {body} }}\n{asserts}\n",
        name(&f.name),
        name(&f.name),
        f.name
    );
    Ok(out)
}

/// The layout the engine computed is the compiler's.
fn check(function: &str, member: &str, offset: u64) -> String {
    format!("_Static_assert(__builtin_offsetof(struct __acute_args_{function}, {member}) == {offset}, \"layout\");")
}

/// Members are assigned, so they must not be const; the value does not care.
fn unqualified(types: &TypeTable, mut ty: TypeId) -> TypeId {
    while let Kind::Qualified { target: Some(target), .. } = types.kind(ty) {
        ty = *target;
    }
    ty
}

//! Functions and variables that a unit needs and nobody defines: C text that stands for them, so that the unit
//! can be tested without the rest of its program.
//!
//! Types are never spelled out: clang says how many parameters a function has and of which types, and
//! `__typeof__` of the declaration that is in the source says the rest.
use crate::build::Source;
use crate::error::Error;
use crate::home::Home;
use crate::interrupt;
use serde_json::Value;

/// A declaration of the source, as far as a stub needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Declaration {
    Function { parameters: Vec<String>, variadic: bool, prototype: bool, result: Answer },
    Variable { thread_local: bool, open_array: bool },
}

/// What a function gives back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Nothing,
    /// It never comes back.
    Never,
    Value,
}

/// The stubs of one source.
#[derive(Clone, Default, Debug)]
pub struct Stubs {
    /// Their definitions, for the end of a file that includes the source.
    pub text: String,
    /// Each by its name, with what it does.
    pub list: Vec<(String, &'static str)>,
}

/// Stubs for those names that a source declares. They are weak: a real definition, given later, is taken instead.
pub fn stubs(home: &Home, source: &Source, names: &[String]) -> Result<Stubs, Error> {
    let mut stubs = Stubs::default();
    if !names.is_empty() {
        stubs.text.push_str(ASK);
    }
    for name in names {
        if let Some(declaration) = declaration(home, source, name)? {
            stubs.text.push_str(&definition(name, &declaration));
            stubs.list.push((name.clone(), declaration.does()));
        }
    }
    Ok(stubs)
}

/// How a stub asks for what it gives back, as marks do (acute.h): a test file needs no header of ours. One whose
/// tests give something defines the function itself, before.
/// `ACUTE_show` tells the engine which pointers it was given: a NULL that it accepts is not the unit's. `ACUTE_keep` tells it
/// that the real function may keep them.
const ASK: &str = "#ifdef ACUTE_gives
#define ACUTE_ask __acute_input
#elif defined __ACUTE__
void __acute_input(void *, unsigned long, unsigned long, const void *, const char *);
void __acute_probe(unsigned long);
#define ACUTE_ask __acute_input
#define ACUTE_show(p) __acute_probe((unsigned long)(p))
void __acute_keep(const volatile void *, unsigned long);
#define ACUTE_keep(p) __acute_keep(&(p), sizeof(p))
#define ACUTE_keep_rest(p) do { __builtin_va_list acute_rest; __builtin_va_start(acute_rest, p); \\
  __acute_keep(&acute_rest, sizeof acute_rest); __builtin_va_end(acute_rest); } while (0)
#else
void __acute_input(void *, unsigned long, unsigned long, const void *, const char *) __attribute__((__weak__));
#define ACUTE_ask if (__acute_input) __acute_input
#endif
#ifndef ACUTE_show
#define ACUTE_show(p) (void)(p)
#endif
#ifndef ACUTE_keep
#define ACUTE_keep(p) (void)(p)
#define ACUTE_keep_rest(p) (void)(p)
#endif
";

/// An array parameter of the source is a pointer in its stub.
const QUIET: &str = "#ifndef __clang__
#pragma GCC diagnostic ignored \"-Wpragmas\"
#pragma GCC diagnostic ignored \"-Warray-parameter\"
#endif
";

impl Stubs {
    /// The end of a file that includes the source.
    pub fn appended(&self) -> String {
        match self.text.as_str() {
            "" => String::new(),
            text => format!("\n/* Not defined in the unit. */\n{QUIET}{text}"),
        }
    }
}

/// All stubs of a unit, each once.
pub fn all(sources: &[Source]) -> Vec<(&str, &'static str)> {
    let mut all: Vec<(&str, &'static str)> = vec![];
    for (name, does) in sources.iter().flat_map(|s| &s.stubs.list) {
        if all.iter().all(|(n, _)| n != name) {
            all.push((name, does));
        }
    }
    all
}

/// Elements behind an array that is declared without a length.
const BEHIND: usize = 4096;

/// What the stub of a variable is: an input may be anything, as the real one.
pub const VARIABLE: &str = "starts as 0";

/// What a stub does that stands for all that the real function can do to its caller, globals excepted.
pub const LIKE: [&str; 2] = ["returns an input", "does nothing"];

impl Declaration {
    /// What its stub does.
    fn does(&self) -> &'static str {
        match self {
            Declaration::Variable { open_array: true, .. } => "has one element",
            Declaration::Variable { .. } => VARIABLE,
            Declaration::Function { result: Answer::Never, .. } => "ends the program",
            // What the real one may write through a pointer, nobody knows.
            Declaration::Function { result, parameters, .. } => {
                let writes = parameters.iter().any(|p| p.contains('*') && !p.starts_with("const "));
                match (result, writes) {
                    (Answer::Value, false) => LIKE[0],
                    (Answer::Value, true) => "returns an input and writes nothing",
                    (_, false) => LIKE[1],
                    (_, true) => "does nothing and writes nothing",
                }
            }
        }
    }
}

/// The first declaration of a name at the top level of a source.
fn declaration(home: &Home, source: &Source, name: &str) -> Result<Option<Declaration>, Error> {
    let mut command = source.compiler(&home.clang);
    command.args(["-fsyntax-only", "-w", "-Xclang", "-ast-dump=json", "-Xclang"]);
    command.arg(format!("-ast-dump-filter={name}")).arg(&source.path);
    let output = interrupt::output(&mut command)?;
    // Every declaration whose name holds this one, one JSON value behind the other.
    let values = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>();
    Ok(values.map_while(|v| v.ok()).filter(|v| v["name"] == name).find_map(|v| read(&v)))
}

/// A declaration as clang prints it.
fn read(value: &Value) -> Option<Declaration> {
    let ty = |v: &Value| v["type"]["qualType"].as_str().map(str::to_string);
    let inner = || value["inner"].as_array().into_iter().flatten();
    match value["kind"].as_str()? {
        "VarDecl" => {
            let open_array = ty(value)?.contains("[]");
            Some(Declaration::Variable { thread_local: value["tls"].is_string(), open_array })
        }
        "FunctionDecl" => {
            let own = ty(value)?;
            let parameters: Vec<String> =
                inner().filter(|v| v["kind"] == "ParmVarDecl").map(ty).collect::<Option<_>>()?;
            let never = own.contains("noreturn") || inner().any(|v| v["kind"] == "C11NoReturnAttr");
            // `void (*(int))(int)` returns a pointer.
            let nothing = own.starts_with("void (") && !own.starts_with("void (*");
            let result = match (never, nothing) {
                (true, _) => Answer::Never,
                (_, true) => Answer::Nothing,
                _ => Answer::Value,
            };
            let variadic = value["variadic"] == true;
            Some(Declaration::Function { parameters, variadic, prototype: !own.ends_with("()"), result })
        }
        _ => None,
    }
}

/// The C text of one stub. For `struct s *find(int k, const char *name)`:
/// ```c
/// __attribute__((__weak__)) __typeof__(find(*(__typeof__(int) *)0, *(__typeof__(const char *) *)0))
/// find(__typeof__(int) acute_0, __typeof__(const char *) acute_1) {
///   ACUTE_keep(acute_0);
///   ACUTE_show(acute_1);
///   ACUTE_keep(acute_1);
///   __typeof__(find(acute_0, acute_1)) acute_result;
///   static __typeof__(find(acute_0, acute_1)) *__acute_type __attribute__((__unused__));
///   __builtin_memset((void *)&acute_result, 0, sizeof acute_result);
///   ACUTE_ask((void *)&acute_result, sizeof acute_result, 1, &__acute_type, "find result");
///   return acute_result;
/// }
/// ```
fn definition(name: &str, declaration: &Declaration) -> String {
    let (parameters, variadic, prototype, result) = match declaration {
        Declaration::Variable { thread_local, open_array } => {
            let thread = if *thread_local { "__thread " } else { "" };
            if *open_array && !thread_local {
                // The real one may have more: nothing else lies behind it.
                let place = "__attribute__((__weak__, __section__(\"acute_open\")))";
                return format!(
                    "__typeof__(*{name}) {name}[1] {place};\n__typeof__(*{name}) acute_behind_{name}[{BEHIND}] {place};\n"
                );
            }
            let (of, one) = if *open_array { ("*", "[1]") } else { ("", "") };
            return format!("{thread}__typeof__({of}{name}) {name}{one} __attribute__((__weak__));\n");
        }
        Declaration::Function { parameters, variadic, prototype, result } => {
            (parameters, variadic, prototype, result)
        }
    };
    let values: Vec<String> = parameters.iter().map(|p| format!("*(__typeof__({p}) *)0")).collect();
    let mut named: Vec<String> =
        (0..).zip(parameters).map(|(k, p)| format!("__typeof__({p}) acute_{k}")).collect();
    let arguments: Vec<String> = (0..parameters.len()).map(|k| format!("acute_{k}")).collect();
    if *variadic {
        named.push("...".into());
    } else if named.is_empty() && *prototype {
        named.push("void".into());
    }
    let take = |(name, ty): (&String, &String)| {
        let show = ty.contains('*') && *result == Answer::Value;
        format!(
            "{}  ACUTE_keep({name});\n",
            if show { format!("  ACUTE_show({name});\n") } else { String::new() }
        )
    };
    let mut taken: String = arguments.iter().zip(parameters).map(take).collect();
    if let Some(last) = arguments.last().filter(|_| *variadic) {
        taken.push_str(&format!("  ACUTE_keep_rest({last});\n"));
    }
    let body = match result {
        Answer::Nothing => String::new(),
        Answer::Never => "  extern void exit(int);\n  exit(1);\n".into(),
        Answer::Value => answer(&format!("__typeof__({name}({}))", arguments.join(", ")), name),
    };
    format!(
        "__attribute__((__weak__)) __typeof__({name}({}))\n{name}({}) {{\n{taken}{body}}}\n",
        values.join(", "),
        named.join(", ")
    )
}

/// What a stub gives back: a value of that type, which is an input (acute.h).
fn answer(ty: &str, name: &str) -> String {
    let input = "(void *)&acute_result, sizeof acute_result, 1, &__acute_type";
    format!(
        "  {ty} acute_result;\n  static {ty} *__acute_type __attribute__((__unused__));\n  \
         __builtin_memset((void *)&acute_result, 0, sizeof acute_result);\n  \
         ACUTE_ask({input}, \"{name} result\");\n  return acute_result;\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn function(ty: &str, parameters: &[&str]) -> Value {
        let inner: Vec<Value> =
            parameters.iter().map(|p| json!({"kind": "ParmVarDecl", "type": {"qualType": p}})).collect();
        json!({"kind": "FunctionDecl", "name": "f", "type": {"qualType": ty}, "inner": inner})
    }

    fn text(value: &Value) -> String {
        definition("f", &read(value).expect("a declaration"))
    }

    #[test]
    fn a_stub_has_the_type_of_its_declaration() {
        assert_eq!(
            text(&function("struct s *(int, const char *)", &["int", "const char *"])),
            "__attribute__((__weak__)) __typeof__(f(*(__typeof__(int) *)0, *(__typeof__(const char *) *)0))\n\
             f(__typeof__(int) acute_0, __typeof__(const char *) acute_1) {\n\
             \x20 ACUTE_keep(acute_0);\n\
             \x20 ACUTE_show(acute_1);\n\
             \x20 ACUTE_keep(acute_1);\n\
             \x20 __typeof__(f(acute_0, acute_1)) acute_result;\n\
             \x20 static __typeof__(f(acute_0, acute_1)) *__acute_type __attribute__((__unused__));\n\
             \x20 __builtin_memset((void *)&acute_result, 0, sizeof acute_result);\n\
             \x20 ACUTE_ask((void *)&acute_result, sizeof acute_result, 1, &__acute_type, \"f result\");\n\
             \x20 return acute_result;\n}\n"
        );
        let nothing = text(&function("void (void)", &[]));
        assert_eq!(nothing, "__attribute__((__weak__)) __typeof__(f())\nf(void) {\n}\n");
        assert!(text(&function("int ()", &[])).contains("\nf() {\n"));
        // A function that returns a function.
        assert!(text(&function("void (*(int))(int)", &["int"])).contains("return acute_result;"));
    }

    #[test]
    fn a_stub_that_must_not_return_ends_the_program() {
        let mut value = function("void (const char *, ...)", &["const char *"]);
        value["variadic"] = true.into();
        assert!(text(&value).ends_with("f(__typeof__(const char *) acute_0, ...) {\n  ACUTE_keep(acute_0);\n  ACUTE_keep_rest(acute_0);\n}\n"));
        value["inner"].as_array_mut().expect("a list").push(json!({"kind": "C11NoReturnAttr"}));
        assert!(text(&value).contains("exit(1);"));
        assert!(text(&function("void (void) __attribute__((noreturn))", &[])).contains("exit(1);"));
    }

    #[test]
    fn a_variable_is_defined_as_it_is_declared() {
        let mut value = json!({"kind": "VarDecl", "name": "f", "type": {"qualType": "int[]"}});
        let lines = text(&value);
        assert!(lines.starts_with("__typeof__(*f) f[1] __attribute__((__weak__, __section__"), "{lines}");
        assert!(lines.contains("__typeof__(*f) acute_behind_f[4096] __attribute__"), "{lines}");
        value["type"]["qualType"] = "int".into();
        value["tls"] = "static".into();
        assert_eq!(text(&value), "__thread __typeof__(f) f __attribute__((__weak__));\n");
        assert_eq!(read(&json!({"kind": "FieldDecl", "name": "f"})), None);
    }
}

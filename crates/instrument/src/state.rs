//! The variables with static storage that a module names: their users, and whether anything may write them.
//!
//! ```c
//! static int calls;                       // G  calls  L  W  f  f
//! int f(void) { return ++calls; }
//! const char *verb(void) { return "get"; } // T  676574  verb
//! ```
//! A variable that nothing writes keeps its initial value. The others hold what earlier calls left behind, and
//! are inputs. Texts are the dictionary that inputs are made of.
use crate::ir::Ir;
use crate::llvm::{Linkage, Value};

/// The uses of one variable.
#[derive(Default)]
struct Uses {
    /// Something in this module may write it.
    written: bool,
    /// Names of the functions that use it, each once; `*` where its address goes into data.
    users: Vec<String>,
    /// Those of them that may write it.
    writers: Vec<String>,
}

/// Lines for the map, one a variable and one a text. The letter of a variable that nothing writes is `R`, or `O`
/// where other files may write it. Otherwise it is `W`, `T` for a thread-local variable, or `C` where a constructor
/// may set it.
pub fn uses(ir: &Ir) -> String {
    let mut lines = String::new();
    let has_constructors = ir.module.named_global("llvm.global_ctors").is_some();
    for global in ir.module.globals() {
        lines.extend(text(global));
        lines.extend(variable(global, has_constructors));
    }
    lines
}

/// The line of a variable.
fn variable(global: Value, has_constructors: bool) -> Option<String> {
    let name = global.name();
    let is_variable = !global.is_global_constant();
    // It may stand for one that is defined elsewhere: the users of constants matter, too.
    let is_weak = global.linkage() == Linkage::LLVMWeakAnyLinkage;
    if !is_variable && !is_weak
        || name.starts_with("llvm.")
        || name.contains("__acute")
        || name.starts_with("__prof")
    {
        return None;
    }
    let found = Uses::of(global);
    let local = match global.linkage() {
        Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage => 'L',
        _ => 'E',
    };
    let is_thread_local = global.is_thread_local();
    let written = match found.written && is_variable {
        false if local == 'E' && is_variable && !global.is_declaration() && !is_thread_local => 'O',
        false => 'R',
        true if is_thread_local => 'T',
        true if has_constructors => 'C',
        true => 'W',
    };
    let (users, writers) = (found.users.join(","), found.writers.join(","));
    Some(format!("G\t{name}\t{local}\t{written}\t{users}\t{writers}\n"))
}

/// Bytes of the longest text that the dictionary takes.
const LONGEST: usize = 32;

/// The line of a constant text.
fn text(global: Value) -> Option<String> {
    if !global.is_global_constant() {
        return None;
    }
    let bytes = global.initializer()?.as_bytes()?;
    let bytes = bytes.strip_suffix(&[0]).unwrap_or(&bytes);
    if !(2..=LONGEST).contains(&bytes.len()) || !bytes.iter().all(|b| (b' '..=b'~').contains(b)) {
        return None;
    }
    let digits: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
    Some(format!("T\t{digits}\t{}\n", Uses::of(global).users.join(",")))
}

impl Uses {
    fn of(global: Value) -> Uses {
        let mut found = Uses::default();
        found.follow(global);
        found
    }

    /// Collects every use of a pointer to the variable or into it.
    fn follow(&mut self, pointer: Value) {
        for user in pointer.users() {
            if !user.is_instruction() {
                if user.is_constant_expr() {
                    self.follow(user);
                } else {
                    // In the initial value of another variable: it may go anywhere from there.
                    self.written = true;
                    add(&mut self.users, "*".to_string());
                }
                continue;
            }
            let function = user.function().name();
            add(&mut self.users, function.clone());
            if user.is_get_element_ptr() || user.is_call_of("llvm.threadlocal.address") {
                self.follow(user);
            } else if !user.is_load() && !user.is_icmp() {
                // Written or passed on: then it may be written elsewhere.
                self.written = true;
                add(&mut self.writers, function);
            }
        }
    }
}

/// Adds a name, once.
fn add(names: &mut Vec<String>, name: String) {
    if !names.contains(&name) {
        names.push(name);
    }
}

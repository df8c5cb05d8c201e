//! The variables with static storage that a module names: who uses them, and whether anything may write them.
//! A variable that nothing writes is always what it was; the others are what earlier calls left behind. Texts
//! among the constants are what inputs may be made of.
use crate::function::value_name;
use crate::ir::{Ir, Value};
use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;

/// What is known of one of them.
#[derive(Default)]
struct Uses {
    written: bool,
    users: Vec<String>,
}

/// Lines for the map, one a variable: `O` where only files that are not here may write it, `W` where something may, `T` where it is a thread's own besides,
/// `C` where code that runs before everything else may set it.
pub unsafe fn uses(ir: &Ir) -> String {
    unsafe {
        let mut lines = String::new();
        let has_constructors = !LLVMGetNamedGlobal(ir.module, c"llvm.global_ctors".as_ptr()).is_null();
        let mut global = LLVMGetFirstGlobal(ir.module);
        while !global.is_null() {
            lines.extend(text(global));
            let name = value_name(global);
            let variable = LLVMIsGlobalConstant(global) == 0;
            // It may stand for one that is defined elsewhere: who uses it is asked of constants, too.
            let weak = LLVMGetLinkage(global) == LLVMLinkage::LLVMWeakAnyLinkage;
            if (variable || weak)
                && !name.starts_with("llvm.")
                && !name.contains("__acute")
                && !name.starts_with("__prof")
            {
                let mut found = Uses::default();
                found.follow(global);
                let local = match LLVMGetLinkage(global) {
                    LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage => 'L',
                    _ => 'E',
                };
                let is_defined = LLVMIsDeclaration(global) == 0;
                let written = match found.written && variable {
                    false if local == 'E' && variable && is_defined && LLVMIsThreadLocal(global) == 0 => 'O',
                    false => 'R',
                    true if LLVMIsThreadLocal(global) != 0 => 'T',
                    true if has_constructors => 'C',
                    true => 'W',
                };
                let users = found.users.join(",");
                lines.push_str(&format!("G\t{name}\t{local}\t{written}\t{users}\n"));
            }
            global = LLVMGetNextGlobal(global);
        }
        lines
    }
}

/// Bytes of a text that is no word any more.
const LONGEST: usize = 32;

/// The line of a constant text.
unsafe fn text(global: Value) -> Option<String> {
    unsafe {
        let value = LLVMGetInitializer(global);
        // Whether it is a string may only be asked of what is a row of data: all zeros are not.
        let is_data = !value.is_null() && !LLVMIsAConstantDataArray(value).is_null();
        if LLVMIsGlobalConstant(global) == 0 || !is_data || LLVMIsConstantString(value) == 0 {
            return None;
        }
        let mut len = 0;
        let bytes = LLVMGetAsString(value, &mut len);
        let bytes = std::slice::from_raw_parts(bytes.cast::<u8>(), len);
        let bytes = bytes.strip_suffix(&[0]).unwrap_or(bytes);
        if !(2..=LONGEST).contains(&bytes.len()) || !bytes.iter().all(|b| (b' '..=b'~').contains(b)) {
            return None;
        }
        let mut found = Uses::default();
        found.follow(global);
        let digits: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        Some(format!("T\t{digits}\t{}\n", found.users.join(",")))
    }
}

impl Uses {
    /// Looks at every use of a pointer to the variable or into it.
    unsafe fn follow(&mut self, pointer: Value) {
        unsafe {
            let mut each = LLVMGetFirstUse(pointer);
            while !each.is_null() {
                let user = LLVMGetUser(each);
                each = LLVMGetNextUse(each);
                if LLVMIsAInstruction(user).is_null() {
                    if LLVMIsAConstantExpr(user).is_null() {
                        // In the first value of another variable: who knows where it goes from there.
                        self.written = true;
                        self.add("*".to_string());
                    } else {
                        self.follow(user);
                    }
                    continue;
                }
                let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
                self.add(value_name(function));
                if !LLVMIsAGetElementPtrInst(user).is_null() || is_own_address(user) {
                    self.follow(user);
                } else if LLVMIsALoadInst(user).is_null() {
                    // Written, compared, or handed on: then it may be written elsewhere.
                    self.written |= LLVMIsAICmpInst(user).is_null();
                }
            }
        }
    }

    fn add(&mut self, user: String) {
        if !self.users.contains(&user) {
            self.users.push(user);
        }
    }
}

/// Whether it asks where a thread's own variable lies.
unsafe fn is_own_address(user: Value) -> bool {
    unsafe {
        !LLVMIsACallInst(user).is_null()
            && value_name(LLVMGetCalledValue(user)).starts_with("llvm.threadlocal.address")
    }
}

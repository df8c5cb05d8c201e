//! What a module leaves in the program for the runtime and the engine: coverage cells, the map of
//! branches, the list of writable globals.
use crate::ir::{Ir, Value};
use acute_trace::{CALLS_SECTION, COVER_SECTION, GLOBALS_SECTION, MAP_SECTION};
use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::collections::BTreeSet;
use std::ffi::CString;

pub struct Tables {
    /// Functions, cells and branches; the format stands in the trace crate.
    map: String,
    /// Which function's name stands in which: the call graph, with functions whose address is taken.
    calls: BTreeSet<(String, String)>,
    cells: u64,
    /// Stands for the array of cells until its length is known.
    placeholder: Value,
}

impl Tables {
    pub unsafe fn new(ir: &Ir) -> Tables {
        unsafe {
            Tables {
                map: String::new(),
                calls: BTreeSet::new(),
                cells: 0,
                placeholder: LLVMAddGlobal(ir.module, ir.i8, c"acute.cells".as_ptr()),
            }
        }
    }

    /// Makes `count` cells; returns the number of the first.
    pub fn add_cells(&mut self, count: u64) -> u64 {
        self.cells += count;
        self.cells - count
    }

    /// Adds to the map.
    pub fn write(&mut self, lines: &str) {
        self.map.push_str(lines);
    }

    /// Lines for the map that belong to no function.
    pub fn add_map(&mut self, lines: &str) {
        self.map.push_str(lines);
    }

    /// Notes that `caller` names `callee`.
    pub fn add_call(&mut self, caller: &str, callee: String) {
        self.calls.insert((caller.to_string(), callee));
    }

    /// The address of a cell.
    pub unsafe fn cell(&self, ir: &Ir, n: u64) -> Value {
        unsafe {
            let mut index = [ir.int64(n)];
            LLVMConstInBoundsGEP2(ir.i8, self.placeholder, index.as_mut_ptr(), 1)
        }
    }

    /// Emits what was collected.
    pub unsafe fn finish(self, ir: &Ir) {
        unsafe {
            if self.cells > 0 {
                let ty = LLVMArrayType2(ir.i8, self.cells);
                let cells = keep(ir, "acute.cov", LLVMConstNull(ty), COVER_SECTION, 1);
                LLVMReplaceAllUsesWith(self.placeholder, cells);
            }
            if self.cells > 0 || !self.map.is_empty() {
                let map = format!("M\t{}\n{}", self.cells, self.map);
                note(ir, MAP_SECTION, &map);
            }
            LLVMDeleteGlobal(self.placeholder);
            let calls: String = self.calls.iter().map(|(a, b)| format!("{a}\t{b}\n")).collect();
            if !calls.is_empty() {
                note(ir, CALLS_SECTION, &calls);
            }
            self::globals(ir);
        }
    }
}

/// Where a branch stands in the source.
#[derive(Default)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl Place {
    /// None for code that no line of the source stands for.
    pub unsafe fn of(instruction: Value) -> Option<Place> {
        unsafe {
            let line = LLVMGetDebugLocLine(instruction);
            if line == 0 {
                return None;
            }
            let mut len = 0;
            let text = LLVMGetDebugLocFilename(instruction, &mut len);
            let file = string(text, len as usize);
            let text = LLVMGetDebugLocDirectory(instruction, &mut len);
            let folder = string(text, len as usize);
            let file =
                if file.starts_with('/') || folder.is_empty() { file } else { format!("{folder}/{file}") };
            Some(Place { file, line, column: LLVMGetDebugLocColumn(instruction) })
        }
    }
}

pub unsafe fn string(text: *const std::ffi::c_char, len: usize) -> String {
    if text.is_null() {
        return String::new();
    }
    unsafe { String::from_utf8_lossy(std::slice::from_raw_parts(text.cast(), len)).into_owned() }
}

/// Text for whoever reads the program's file: it is no part of the program in memory.
unsafe fn note(ir: &Ir, section: &str, text: &str) {
    let mut asm = format!(".section {section},\"\",@progbits\n");
    for line in text.lines() {
        let escape = |b: u8| match b {
            b' '..=b'~' if b != b'"' && b != b'\\' => (b as char).to_string(),
            _ => format!("\\{b:03o}"),
        };
        asm.push_str(&format!(".ascii \"{}\\n\"\n", line.bytes().map(escape).collect::<String>()));
    }
    asm.push_str(".text\n");
    // SAFETY: the text is copied.
    unsafe { LLVMAppendModuleInlineAsm(ir.module, asm.as_ptr().cast(), asm.len()) }
}

/// A private global that the linker keeps, in a section of its own.
unsafe fn keep(ir: &Ir, name: &str, value: Value, section: &str, align: u32) -> Value {
    unsafe {
        let (name, section) =
            (CString::new(name).unwrap_or_default(), CString::new(section).unwrap_or_default());
        let global = LLVMAddGlobal(ir.module, LLVMTypeOf(value), name.as_ptr());
        LLVMSetInitializer(global, value);
        LLVMSetLinkage(global, LLVMLinkage::LLVMPrivateLinkage);
        LLVMSetSection(global, section.as_ptr());
        LLVMSetAlignment(global, align);
        append_to_used(ir, global);
        global
    }
}

/// Adds to `llvm.used`, which has to be built anew for that.
unsafe fn append_to_used(ir: &Ir, global: Value) {
    unsafe {
        let mut all = vec![];
        let old = LLVMGetNamedGlobal(ir.module, c"llvm.used".as_ptr());
        if !old.is_null() {
            let list = LLVMGetInitializer(old);
            for k in 0..LLVMGetNumOperands(list) {
                all.push(LLVMGetOperand(list, k as u32));
            }
            LLVMDeleteGlobal(old);
        }
        all.push(global);
        let list = LLVMConstArray2(ir.ptr, all.as_mut_ptr(), all.len() as u64);
        let used = LLVMAddGlobal(ir.module, LLVMTypeOf(list), c"llvm.used".as_ptr());
        LLVMSetInitializer(used, list);
        LLVMSetLinkage(used, LLVMLinkage::LLVMAppendingLinkage);
        LLVMSetSection(used, c"llvm.metadata".as_ptr());
    }
}

/// The writable globals: what a run may change and the runtime puts back.
unsafe fn globals(ir: &Ir) {
    unsafe {
        let mut rows: Vec<Value> = vec![];
        let mut global = LLVMGetFirstGlobal(ir.module);
        while !global.is_null() {
            if is_writable(ir, global) {
                let size = ir.size_of(LLVMGlobalGetValueType(global));
                let mut row = [global, ir.int64(size)];
                rows.push(LLVMConstStructInContext(ir.context, row.as_mut_ptr(), 2, 0));
            }
            global = LLVMGetNextGlobal(global);
        }
        if let Some(first) = rows.first() {
            let ty: LLVMTypeRef = LLVMTypeOf(*first);
            let table = LLVMConstArray2(ty, rows.as_mut_ptr(), rows.len() as u64);
            keep(ir, "acute.globals", table, GLOBALS_SECTION, 8);
        }
    }
}

unsafe fn is_writable(ir: &Ir, global: Value) -> bool {
    unsafe {
        let mut len = 0;
        let name = LLVMGetValueName2(global, &mut len);
        let name = string(name, len);
        LLVMIsDeclaration(global) == 0
            && LLVMIsGlobalConstant(global) == 0
            && LLVMIsThreadLocal(global) == 0
            && !name.starts_with("llvm.")
            && !name.starts_with("acute.")
            && ir.size_of(LLVMGlobalGetValueType(global)) > 0
    }
}

//! The tables that a module leaves in the program for the runtime and the engine: coverage cells, the map of
//! branches, the call graph, the list of writable globals.
//!
//! ```c
//! static unsigned char cells[2] __attribute__((used, section(COVER_SECTION)));
//! static const struct { void *start; long size; } globals[] __attribute__((used, section(GLOBALS_SECTION))) = {
//!     { &counter, sizeof counter },
//! };
//! ```
//! The map and the call graph are text in sections that are not loaded.
use crate::ir::Ir;
use crate::llvm::{Linkage, Value};
use acute_trace::{CALLS_SECTION, COVER_SECTION, GLOBALS_SECTION, MAP_SECTION};
use std::collections::BTreeSet;

/// What is collected while functions are instrumented.
pub struct Tables {
    /// Functions, cells and branches; the format stands in the trace crate.
    map: String,
    /// The call graph, as pairs of names: functions that are called or whose address is taken.
    calls: BTreeSet<(String, String)>,
    /// Number of cells so far.
    cells: u64,
    /// Stands for the array of cells until its length is known.
    placeholder: Value,
}

impl Tables {
    /// Empty tables of the module.
    pub fn new(ir: &Ir) -> Tables {
        Tables {
            map: String::new(),
            calls: BTreeSet::new(),
            cells: 0,
            placeholder: ir.module.add_global("acute.cells", ir.i8),
        }
    }

    /// Adds `count` cells; returns the number of the first.
    pub fn add_cells(&mut self, count: u64) -> u64 {
        self.cells += count;
        self.cells - count
    }

    /// Adds lines to the map.
    pub fn write(&mut self, lines: &str) {
        self.map.push_str(lines);
    }

    /// Adds an edge to the call graph.
    pub fn add_call(&mut self, caller: &str, callee: String) {
        self.calls.insert((caller.to_string(), callee));
    }

    /// The address of a cell.
    pub fn cell(&self, ir: &Ir, n: u64) -> Value {
        self.placeholder.const_offset(ir.i8, ir.int64(n))
    }

    /// Adds the tables to the module.
    pub fn finish(self, ir: &Ir) {
        if self.cells > 0 {
            let zeros = ir.i8.array(self.cells).const_null();
            let cells = keep(ir, "acute.cov", zeros, COVER_SECTION, 1);
            self.placeholder.replace_all_uses_with(cells);
        }
        if self.cells > 0 || !self.map.is_empty() {
            let map = format!("M\t{}\n{}", self.cells, self.map);
            note(ir, MAP_SECTION, &map);
        }
        self.placeholder.delete_global();
        let calls: String = self.calls.iter().map(|(a, b)| format!("{a}\t{b}\n")).collect();
        if !calls.is_empty() {
            note(ir, CALLS_SECTION, &calls);
        }
        add_globals(ir);
    }
}

/// The place of a branch in the source.
#[derive(Default)]
pub struct Place {
    /// Absolute where the compiler's folder is known.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1.
    pub column: u32,
}

impl Place {
    /// None for code that no line of the source stands for.
    pub fn of(instruction: Value) -> Option<Place> {
        let loc = instruction.debug_loc()?;
        let is_whole = loc.file.starts_with('/') || loc.folder.is_empty();
        let file = if is_whole { loc.file } else { format!("{}/{}", loc.folder, loc.file) };
        Some(Place { file, line: loc.line, column: loc.column })
    }
}

/// Adds text to a section of the object file that is not loaded.
fn note(ir: &Ir, section: &str, text: &str) {
    let mut asm = format!(".section {section},\"\",@progbits\n");
    for line in text.lines() {
        let escape = |b: u8| match b {
            b' '..=b'~' if b != b'"' && b != b'\\' => (b as char).to_string(),
            _ => format!("\\{b:03o}"),
        };
        asm.push_str(&format!(".ascii \"{}\\n\"\n", line.bytes().map(escape).collect::<String>()));
    }
    asm.push_str(".text\n");
    ir.module.append_inline_asm(&asm);
}

/// Adds a private global that the linker keeps, in a section of its own.
pub fn keep(ir: &Ir, name: &str, value: Value, section: &str, align: u32) -> Value {
    let global = ir.module.add_global(name, value.ty());
    global.set_initializer(value);
    global.set_linkage(Linkage::LLVMPrivateLinkage);
    global.set_section(section);
    global.set_alignment(align);
    append_to_used(ir, global);
    global
}

/// Adds to `llvm.used`, which has to be built anew for that.
fn append_to_used(ir: &Ir, global: Value) {
    let mut all = vec![];
    if let Some(old) = ir.module.named_global("llvm.used") {
        all.extend(old.initializer().into_iter().flat_map(|list| list.operands()));
        old.delete_global();
    }
    all.push(global);
    let list = ir.ptr.const_array(&all);
    let used = ir.module.add_global("llvm.used", list.ty());
    used.set_initializer(list);
    used.set_linkage(Linkage::LLVMAppendingLinkage);
    used.set_section("llvm.metadata");
}

/// Adds the table of writable globals: what a run may change and the runtime restores.
fn add_globals(ir: &Ir) {
    let row = |global: Value| {
        let size = ir.size_of(global.value_type());
        ir.module.const_struct(&[global, ir.int64(size)])
    };
    let writable = ir.module.globals().into_iter().filter(|global| is_writable(ir, *global));
    let rows: Vec<Value> = writable.map(row).collect();
    if let Some(first) = rows.first() {
        keep(ir, "acute.globals", first.ty().const_array(&rows), GLOBALS_SECTION, 8);
    }
}

/// Is a variable of the program that a run may change.
fn is_writable(ir: &Ir, global: Value) -> bool {
    let name = global.name();
    !global.is_declaration()
        && !global.is_global_constant()
        && !global.is_thread_local()
        && !name.starts_with("llvm.")
        && !name.starts_with("acute.")
        && ir.size_of(global.value_type()) > 0
}

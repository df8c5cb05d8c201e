//! Collects what the units hold; entries may refer to others that come later or in other units.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::debug_info::{DebugInfo, Error, Function, Global};
use crate::table::{TypeId, TypeKind, TypeTable};

/// Enough for a kernel; a damaged file cannot make us hold more.
const MAX_TYPES: usize = 1 << 24;

/// Declarations and definitions refer to each other by offsets in `.debug_info`.
#[derive(Default)]
pub(super) struct Builder {
    kinds: Vec<TypeKind>,
    local: Vec<bool>,
    aligns: FxHashMap<TypeId, u64>,
    ids: FxHashMap<usize, TypeId>,
    /// Functions with the declaration that completes them.
    functions: Vec<(Function, Option<usize>)>,
    /// Indexes in `functions`, by DWARF offset.
    function_at: FxHashMap<usize, usize>,
    /// Start addresses of functions, by the offset of what they are an instance of.
    instances: Vec<(usize, u64)>,
    /// Variables with the declaration that completes them.
    globals: Vec<(Global, Option<usize>)>,
    declarations: FxHashMap<usize, Declaration>,
}

/// Facts of a declaration that its definition elsewhere leaves out.
pub(super) struct Declaration {
    pub name: String,
    pub ty: Option<TypeId>,
    pub is_static: bool,
}

impl Builder {
    /// The type at an offset of `.debug_info`, read already or not.
    pub fn type_at(&mut self, offset: usize) -> Result<TypeId, Error> {
        if let Some(id) = self.ids.get(&offset) {
            return Ok(*id);
        }
        let id = self.fresh(TypeKind::Unsupported("unknown type".to_owned()))?;
        self.ids.insert(offset, id);
        Ok(id)
    }

    /// A type that has no entry of its own: an inner dimension of an array.
    pub fn fresh(&mut self, kind: TypeKind) -> Result<TypeId, Error> {
        if self.kinds.len() >= MAX_TYPES {
            return Err(Error::TooLarge);
        }
        self.kinds.push(kind);
        self.local.push(false);
        Ok(TypeId((self.kinds.len() - 1) as u32))
    }

    /// Says what a type is.
    pub fn define(&mut self, id: TypeId, kind: TypeKind, local: bool) {
        self.kinds[id.index()] = kind;
        self.local[id.index()] = local;
    }

    /// The kind of a type so far; its children add to it.
    pub fn kind_mut(&mut self, id: TypeId) -> &mut TypeKind {
        &mut self.kinds[id.index()]
    }

    /// An alignment that the source asked for; the strictest one counts.
    pub fn align(&mut self, id: TypeId, align: u64) {
        let entry = self.aligns.entry(id).or_insert(align);
        *entry = align.max(*entry);
    }

    /// A function definition at an offset; returns its place for [`Builder::function_mut`].
    pub fn function(&mut self, offset: usize, function: Function, declared: Option<usize>) -> usize {
        let index = self.functions.len();
        self.functions.push((function, declared));
        self.function_at.insert(offset, index);
        index
    }

    /// A function, for its parameters to be added.
    pub fn function_mut(&mut self, index: usize) -> Option<&mut Function> {
        self.functions.get_mut(index).map(|(f, _)| f)
    }

    /// Code of a function whose entry is at `origin`.
    pub fn instance(&mut self, origin: usize, address: u64) {
        self.instances.push((origin, address));
    }

    /// A variable with an address.
    pub fn global(&mut self, global: Global, declared: Option<usize>) {
        self.globals.push((global, declared));
    }

    /// A declaration that a definition may refer to.
    pub fn declaration(&mut self, offset: usize, declaration: Declaration) {
        self.declarations.insert(offset, declaration);
    }

    /// Completes definitions by their declarations and closes the type table.
    pub fn finish(mut self) -> Result<DebugInfo, Error> {
        for (origin, address) in &self.instances {
            let function = self.function_at.get(origin).and_then(|i| self.functions.get_mut(*i));
            if let Some((function, _)) = function {
                function.address.get_or_insert(*address);
            }
        }
        let types = TypeTable::new(self.kinds, self.local, &self.aligns);
        let mut program = DebugInfo::default();
        for (mut function, declared) in self.functions {
            if let Some(declaration) = declared.and_then(|at| self.declarations.get(&at)) {
                function.name.clone_from(&declaration.name);
                function.ret = declaration.ty;
                function.is_static = declaration.is_static;
            }
            if !function.name.is_empty() {
                name_params(&mut function);
                program.functions.push(function);
            }
        }
        sort(&mut program.functions);
        for (mut global, declared) in self.globals {
            if let Some(declaration) = declared.and_then(|at| self.declarations.get(&at)) {
                global.name.clone_from(&declaration.name);
                global.ty = declaration.ty.unwrap_or(global.ty);
                global.is_static = declaration.is_static;
            }
            if !global.name.is_empty() && !types.is_const(global.ty) {
                program.globals.push(global);
            }
        }
        program.types = Arc::new(types);
        Ok(program)
    }
}

/// Names the parameters that have no name by their position.
fn name_params(function: &mut Function) {
    let taken: FxHashSet<String> = function.params.iter().map(|p| p.name.clone()).collect();
    for (i, param) in function.params.iter_mut().enumerate() {
        if param.name.is_empty() {
            param.name = format!("arg{}", i + 1);
            while taken.contains(&param.name) {
                param.name.push('_');
            }
        }
    }
}

/// Puts the functions of each file in the order of its lines. The compiler writes one with static variables before the
/// others.
fn sort(functions: &mut [Function]) {
    let mut files = FxHashMap::default();
    for f in functions.iter() {
        let next = files.len();
        files.entry((f.unit_dir.clone(), f.unit_file.clone(), f.file.clone())).or_insert(next);
    }
    functions.sort_by_cached_key(|f| {
        let file = (f.unit_dir.clone(), f.unit_file.clone(), f.file.clone());
        (files.get(&file).copied(), f.line)
    });
}

//! A table of types made by hand, for unit tests.

use std::sync::Arc;

use acute_types::{Field, Function, Int, Param, Record, TypeId, TypeKind, TypeTable, TypeTableBuilder};

use super::Space;

/// `int`, `char`, `struct cell { int v; struct cell *next; }`, a pointer to it, and `void *`.
pub(crate) struct Sample {
    pub types: Arc<TypeTable>,
    pub int: TypeId,
    pub char: TypeId,
    pub cell: TypeId,
    pub list: TypeId,
    pub void_pointer: TypeId,
}

impl Sample {
    pub fn new() -> Sample {
        let mut table = TypeTableBuilder::default();
        let int = table.add(number("int", 4));
        let char = table.add(number("char", 1));
        let cell = table.declare();
        let list = table.add(TypeKind::Pointer(Some(cell)));
        let field = |name: &str, offset, ty| Field { name: Some(name.to_owned()), offset, ty, bits: None };
        let fields = vec![field("v", 0, int), field("next", 8, list)];
        table.define(
            cell,
            TypeKind::Struct(Record { tag: Some("cell".to_owned()), typedef: None, size: 16, fields }),
        );
        let void_pointer = table.add(TypeKind::Pointer(None));
        Sample { types: Arc::new(table.finish()), int, char, cell, list, void_pointer }
    }

    /// The space of `int f(struct cell *p, int n)`.
    pub fn space(&self) -> Space {
        let f = function(&[("p", self.list), ("n", self.int)], Some(self.int));
        Space::for_function(self.types.clone(), &f).expect("a space")
    }
}

fn number(name: &str, bytes: u8) -> TypeKind {
    let is_char = bytes == 1;
    TypeKind::Int(Int { name: name.to_owned(), bytes, signed: true, is_bool: false, is_char })
}

/// A function `f` with these parameters.
pub(crate) fn function(params: &[(&str, TypeId)], ret: Option<TypeId>) -> Function {
    let param = |(name, ty): &(&str, TypeId)| Param { name: (*name).to_owned(), ty: *ty };
    Function {
        name: "f".to_owned(),
        file: "f.c".to_owned(),
        line: 1,
        is_static: false,
        params: params.iter().map(param).collect(),
        variadic: false,
        ret,
        address: None,
        unit_file: "f.c".to_owned(),
        unit_dir: "/".to_owned(),
    }
}

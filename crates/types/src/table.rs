//! The arena of types, independent of where they were read from.

use rustc_hash::FxHashMap;

use crate::layout::{self, Layout};

/// A type of a [`TypeTable`]; an index that is always in range for the table that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(pub(crate) u32);

impl TypeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// An integer type of the language, `_Bool` and the character types among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Int {
    /// The name as the compiler spells it, for example `long unsigned int`.
    pub name: String,
    /// The size of a value in bytes.
    pub bytes: u8,
    /// Whether the type has negative values.
    pub signed: bool,
    /// Whether it is `_Bool`, whose values are 0 and 1 only.
    pub is_bool: bool,
    /// Whether it is one of the three character types.
    pub is_char: bool,
}

/// A named value of an enumeration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumerator {
    /// The name that stands for the value.
    pub name: String,
    /// The value; for an unsigned 64-bit enumeration its bits.
    pub value: i64,
}

/// An enumeration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enum {
    /// The name after the keyword `enum`.
    pub tag: Option<String>,
    /// The first typedef that names this enumeration, if any does.
    pub typedef: Option<String>,
    /// The size of a value in bytes.
    pub bytes: u8,
    /// Whether the underlying type has negative values.
    pub signed: bool,
    /// The named values in the order of the declaration.
    pub enumerators: Vec<Enumerator>,
}

/// A real floating type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Float {
    /// The name as the compiler spells it.
    pub name: String,
    /// The size of a value in bytes; 16 for `long double`.
    pub bytes: u8,
}

/// The bits of a bit-field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitField {
    /// The first bit, counted from the start of the record.
    pub offset: u64,
    /// The number of bits.
    pub size: u64,
}

/// A member of a struct or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name; anonymous structs and unions inside a record have none.
    pub name: Option<String>,
    /// The distance in bytes from the start of the record.
    pub offset: u64,
    /// The type of the member.
    pub ty: TypeId,
    /// Set for bit-fields only.
    pub bits: Option<BitField>,
}

/// A struct or union whose members are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The name after the keyword `struct` or `union`.
    pub tag: Option<String>,
    /// The first typedef that names this record, if any does.
    pub typedef: Option<String>,
    /// The size in bytes, with padding.
    pub size: u64,
    /// The members in the order of the declaration.
    pub fields: Vec<Field>,
}

impl Record {
    /// The name a person knows the record by: its tag, else its typedef name.
    pub fn name(&self) -> Option<&str> {
        self.tag.as_deref().or(self.typedef.as_deref())
    }

    /// Whether it is the compiler's own struct behind `va_list` on x86-64.
    pub fn is_va_list(&self) -> bool {
        self.tag.as_deref() == Some("__va_list_tag")
    }
}

/// The type of a function, as pointed to by a function pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionType {
    /// The type of the return value; `None` is void.
    pub ret: Option<TypeId>,
    /// The types of its parameters.
    pub params: Vec<TypeId>,
    /// Whether the parameters end in `...`.
    pub variadic: bool,
    /// Whether the parameters are known at all: `int f()` has no prototype.
    pub prototyped: bool,
}

/// A type qualifier of C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Qualifier {
    /// `const`
    Const,
    /// `volatile`
    Volatile,
    /// `restrict`
    Restrict,
    /// `_Atomic`
    Atomic,
}

impl Qualifier {
    /// The keyword, as it is written in every dialect of C.
    pub fn keyword(self) -> &'static str {
        match self {
            Qualifier::Const => "const",
            Qualifier::Volatile => "volatile",
            // The plain word is no keyword in -std=c89.
            Qualifier::Restrict => "__restrict",
            Qualifier::Atomic => "_Atomic",
        }
    }
}

/// The kind of a type. `None` as the target of a pointer or qualifier is `void`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeKind {
    /// An integer.
    Int(Int),
    /// An enumeration.
    Enum(Enum),
    /// A floating-point number.
    Float(Float),
    /// A pointer.
    Pointer(Option<TypeId>),
    /// A struct with its members.
    Struct(Record),
    /// A union with its members.
    Union(Record),
    /// An array; more dimensions are arrays of arrays.
    Array {
        /// The type of the elements.
        elem: TypeId,
        /// Their number; `None` for flexible and variable-length arrays.
        count: Option<u64>,
    },
    /// A function.
    Function(FunctionType),
    /// A name given to another type; `None` is a typedef of void.
    Typedef {
        /// The name.
        name: String,
        /// The type that it names.
        target: Option<TypeId>,
    },
    /// A qualifier around another type.
    Qualified {
        /// The qualifier.
        qualifier: Qualifier,
        /// The type it applies to.
        target: Option<TypeId>,
    },
    /// A struct, union or enum that is declared but not defined in its unit.
    Incomplete {
        /// `struct`, `union` or `enum`.
        keyword: &'static str,
        /// The tag.
        tag: String,
    },
    /// A type that acute has no use for, by what it is: `vector`, `_Complex double`.
    Unsupported(String),
}

/// Builds a [`TypeTable`] type by type, for targets without DWARF and for tests.
#[derive(Clone, Debug, Default)]
pub struct TypeTableBuilder {
    kinds: Vec<TypeKind>,
}

impl TypeTableBuilder {
    /// Adds a type.
    pub fn add(&mut self, kind: TypeKind) -> TypeId {
        self.kinds.push(kind);
        TypeId(self.kinds.len() as u32 - 1)
    }

    /// Adds a type that others may refer to before it is [defined](Self::define): a struct with
    /// pointers to itself.
    pub fn declare(&mut self) -> TypeId {
        self.add(TypeKind::Unsupported("undefined type".to_owned()))
    }

    /// Defines a type that was declared.
    pub fn define(&mut self, ty: TypeId, kind: TypeKind) {
        self.kinds[ty.index()] = kind;
    }

    /// Computes the layouts and closes the table.
    pub fn finish(self) -> TypeTable {
        TypeTable::new(self.kinds, Vec::new(), &FxHashMap::default())
    }
}

/// All types of one program; types refer to each other by [`TypeId`].
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    kinds: Vec<TypeKind>,
    // invariant: the same length as `kinds`
    layouts: Vec<Layout>,
    // invariant: the same length as `kinds`; no entry is a typedef or qualifier; None is void
    stripped: Vec<Option<TypeId>>,
    // invariant: the same length as `kinds`
    local: Vec<bool>,
}

impl TypeTable {
    /// Closes a list of types: records the typedef names of anonymous types and the layouts.
    ///
    /// `local[i]` says that type `i` is declared inside a function, `aligns` holds the alignments
    /// that the source asked for.
    pub(crate) fn new(
        mut kinds: Vec<TypeKind>,
        mut local: Vec<bool>,
        aligns: &FxHashMap<TypeId, u64>,
    ) -> TypeTable {
        local.resize(kinds.len(), false);
        let stripped = layout::strip_all(&mut kinds);
        layout::name_by_typedef(&mut kinds);
        let layouts = layout::lay_out_all(&kinds, aligns);
        TypeTable { kinds, layouts, stripped, local }
    }

    /// A table of these types, for a front end that does not read them from debug information.
    pub fn from_kinds(kinds: Vec<TypeKind>) -> TypeTable {
        TypeTable::new(kinds, vec![], &FxHashMap::default())
    }

    /// The kind of a type; typedefs and qualifiers are layers of their own.
    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.kinds[ty.index()]
    }

    /// The number of types.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Every type of the table.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.kinds.len() as u32).map(TypeId)
    }

    /// The type below all typedefs and qualifiers; `None` is void.
    pub fn strip(&self, ty: TypeId) -> Option<TypeId> {
        self.stripped[ty.index()]
    }

    /// The kind of a type below all typedefs and qualifiers; `None` is void.
    pub fn stripped_kind(&self, ty: TypeId) -> Option<&TypeKind> {
        self.strip(ty).map(|t| self.kind(t))
    }

    /// The size in bytes; `None` for void, functions, incomplete types and unknown lengths.
    pub fn size(&self, ty: TypeId) -> Option<u64> {
        self.layouts[ty.index()].size
    }

    /// The alignment in bytes, a power of two; 1 where the type has none.
    pub fn align(&self, ty: TypeId) -> u64 {
        self.layouts[ty.index()].align
    }

    /// Whether the type is declared inside a function, out of reach of a test file.
    pub fn is_local(&self, ty: TypeId) -> bool {
        self.local[ty.index()]
    }

    /// Whether the object itself may not be assigned to: `const` on it or on its elements.
    pub fn is_const(&self, ty: TypeId) -> bool {
        let mut at = ty;
        // Arrays nest finitely in C, but a damaged file can make a ring of them.
        for _ in 0..layout::MAX_NESTING {
            match self.kind(at) {
                TypeKind::Qualified { qualifier: Qualifier::Const, .. } => return true,
                TypeKind::Qualified { target: Some(t), .. } | TypeKind::Typedef { target: Some(t), .. } => {
                    at = *t
                }
                TypeKind::Array { elem, .. } => at = *elem,
                _ => return false,
            }
        }
        false
    }

    /// The type without qualifiers of its own, `_Atomic` excepted, which makes another type. A pointer
    /// to an object of that type converts to every pointer that may refer to it.
    pub fn unqualified(&self, ty: TypeId) -> TypeId {
        let mut at = ty;
        loop {
            match self.kind(at) {
                TypeKind::Qualified { qualifier, target: Some(t) } if *qualifier != Qualifier::Atomic => {
                    at = *t
                }
                TypeKind::Typedef { target: Some(t), .. } if self.is_qualified(*t) => at = *t,
                _ => return at,
            }
        }
    }

    /// Whether a qualifier other than `_Atomic` is found below typedefs only.
    fn is_qualified(&self, ty: TypeId) -> bool {
        let mut at = ty;
        loop {
            match self.kind(at) {
                TypeKind::Qualified { qualifier, .. } => return *qualifier != Qualifier::Atomic,
                TypeKind::Typedef { target: Some(t), .. } => at = *t,
                _ => return false,
            }
        }
    }

    /// Whether an object of type `a` can be passed where one of type `b` is pointed to: the same
    /// type below typedefs and qualifiers, or the same named type read from another compile unit.
    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        let (Some(a), Some(b)) = (self.strip(a), self.strip(b)) else {
            return false;
        };
        if a == b {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (TypeKind::Int(x), TypeKind::Int(y)) => x == y,
            (TypeKind::Float(x), TypeKind::Float(y)) => x == y,
            (TypeKind::Enum(x), TypeKind::Enum(y)) => x.tag.is_some() && x == y,
            (TypeKind::Struct(x), TypeKind::Struct(y)) | (TypeKind::Union(x), TypeKind::Union(y)) => {
                x.name().is_some()
                    && x.name() == y.name()
                    && x.size == y.size
                    && x.fields.len() == y.fields.len()
                    && (x.fields.iter().zip(&y.fields)).all(|(f, g)| f.name == g.name && f.offset == g.offset)
            }
            (TypeKind::Pointer(Some(x)), TypeKind::Pointer(Some(y))) => self.same_name(*x, *y),
            (TypeKind::Pointer(None), TypeKind::Pointer(None)) => true,
            _ => false,
        }
    }

    /// Whether two types print the same, which is what C's compatibility comes to across units.
    fn same_name(&self, a: TypeId, b: TypeId) -> bool {
        a == b || matches!((self.c_decl(a, ""), self.c_decl(b, "")), (Ok(x), Ok(y)) if x == y)
    }
}

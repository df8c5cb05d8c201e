//! The flat leaves of a type: what of it can be an input, and what cannot.

use acute_types::{Kind, TypeId, TypeTable};
use rustc_hash::FxHashMap;

use crate::object::VarKind;
use crate::{MAX_OBJECT_SIZE, MAX_VARS};

/// How deep structs and arrays may nest by value.
const MAX_NESTING: usize = 64;

/// A type that cannot be an input (yet), and the way to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The way to it, for example ``parameter `p`: field `u` ``.
    pub at: String,
    /// What it is, for example `union`.
    pub what: String,
}

impl Unsupported {
    pub(crate) fn new(what: impl Into<String>) -> Unsupported {
        Unsupported { at: String::new(), what: what.into() }
    }

    /// The same, seen from one step further out.
    pub(crate) fn within(mut self, step: &str) -> Unsupported {
        self.at = if self.at.is_empty() { step.to_owned() } else { format!("{step}: {}", self.at) };
        self
    }
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.at.is_empty() { write!(f, "{}", self.what) } else { write!(f, "{}: {}", self.at, self.what) }
    }
}

impl std::error::Error for Unsupported {}

/// A scalar or pointer inside a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Leaf {
    pub offset: u64,
    pub bytes: u8,
    pub kind: VarKind,
    pub ty: TypeId,
    /// The C expression from the object to the leaf: empty, or like `.a[2].x`.
    pub path: String,
}

/// The leaves of a type in the order of their offsets.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub leaves: Vec<Leaf>,
    /// Pointers that stay NULL because of what they point to.
    pub limits: Vec<Unsupported>,
}

/// What to do with a pointer whose target cannot be an input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BadPointer {
    /// Refuse the type: the pointer is part of an argument.
    Refuse,
    /// Leave the pointer NULL and say so.
    KeepNull,
}

impl Shape {
    /// The leaves of one object of type `ty`.
    pub fn of(types: &TypeTable, ty: TypeId, bad: BadPointer) -> Result<Shape, Unsupported> {
        let mut flatten = Flatten::new(types, bad);
        flatten.add(ty, 0, 0)?;
        let mut shape = flatten.shape;
        let size = types.size(ty).unwrap_or(0);
        // Members outside of their struct: only a damaged file has them.
        if shape.leaves.iter().any(|leaf| leaf.offset + u64::from(leaf.bytes) > size) {
            return Err(Unsupported::new("a type with a damaged layout"));
        }
        shape.leaves.sort_by_key(|leaf| leaf.offset);
        Ok(shape)
    }
}

struct Flatten<'a> {
    types: &'a TypeTable,
    bad: BadPointer,
    shape: Shape,
    /// Whether to ask what pointers point to; without it they count as good.
    look_behind: bool,
    path: String,
    steps: usize,
    /// What is known of the targets of pointers.
    pointees: FxHashMap<Option<TypeId>, Result<TypeId, Unsupported>>,
}

impl<'a> Flatten<'a> {
    fn new(types: &'a TypeTable, bad: BadPointer) -> Flatten<'a> {
        Flatten {
            types,
            bad,
            shape: Shape::default(),
            look_behind: true,
            path: String::new(),
            steps: 0,
            pointees: FxHashMap::default(),
        }
    }

    fn add(&mut self, ty: TypeId, offset: u64, depth: usize) -> Result<(), Unsupported> {
        if depth > MAX_NESTING {
            return Err(Unsupported::new("a type that nests too deep"));
        }
        // Counts what has no leaves too: empty structs can nest in ways that take forever.
        self.steps += 1;
        if self.steps > 2 * MAX_VARS {
            return Err(Unsupported::new(format!("more than {MAX_VARS} values")));
        }
        let types = self.types;
        let kind = types.stripped_kind(ty).ok_or_else(|| Unsupported::new("void"))?;
        match kind {
            Kind::Int(i) if i.bytes > 8 => Err(Unsupported::new(i.name.clone())),
            Kind::Int(i) if i.is_bool => self.leaf(ty, offset, i.bytes, VarKind::Bool),
            Kind::Int(i) => self.leaf(ty, offset, i.bytes, VarKind::Int { signed: i.signed }),
            Kind::Enum(e) => self.leaf(ty, offset, e.bytes, VarKind::Enum { signed: e.signed }),
            Kind::Float(f) if matches!(f.bytes, 4 | 8) => self.leaf(ty, offset, f.bytes, VarKind::Float),
            Kind::Float(f) => Err(Unsupported::new(f.name.clone())),
            Kind::Pointer(_) if !self.look_behind => Ok(()),
            Kind::Pointer(target) => match self.pointee(*target) {
                Ok(pointee) => self.leaf(ty, offset, 8, VarKind::Pointer { pointee }),
                Err(e) if self.bad == BadPointer::Refuse => Err(e),
                Err(mut e) => {
                    e.at = match self.path.trim_start_matches('.') {
                        "" => "an object".to_owned(),
                        path => format!("`{path}`"),
                    };
                    self.shape.limits.push(e);
                    Ok(())
                }
            },
            Kind::Struct(record) => {
                if record.size > MAX_OBJECT_SIZE {
                    return Err(too_large());
                }
                for field in &record.fields {
                    let name = field.name.as_deref();
                    let step = name.map_or("anonymous field".to_owned(), |n| format!("field `{n}`"));
                    if field.bits.is_some() {
                        return Err(Unsupported::new("bit-field").within(&step));
                    }
                    if let Some(Kind::Array { count: None | Some(0), .. }) = types.stripped_kind(field.ty) {
                        return Err(Unsupported::new("flexible array member").within(&step));
                    }
                    let at = offset.checked_add(field.offset).ok_or_else(too_large)?;
                    let len = self.path.len();
                    if let Some(name) = name {
                        self.path.push('.');
                        self.path.push_str(name);
                    }
                    self.add(field.ty, at, depth + 1).map_err(|e| e.within(&step))?;
                    self.path.truncate(len);
                }
                Ok(())
            }
            Kind::Array { elem, count } => self.array(*elem, *count, offset, depth),
            Kind::Union(_) => Err(Unsupported::new("union")),
            Kind::Function(_) => Err(Unsupported::new("function")),
            Kind::Incomplete { keyword, tag } => {
                Err(Unsupported::new(format!("incomplete {keyword} `{tag}`")))
            }
            Kind::Unsupported(what) => Err(Unsupported::new(what.clone())),
            // `stripped_kind` never gives these.
            Kind::Typedef { .. } | Kind::Qualified { .. } => Err(Unsupported::new("typedef")),
        }
    }

    fn array(
        &mut self,
        elem: TypeId,
        count: Option<u64>,
        offset: u64,
        depth: usize,
    ) -> Result<(), Unsupported> {
        let count = count.ok_or_else(|| Unsupported::new("array of unknown length"))?;
        let size = self.types.size(elem).ok_or_else(|| Unsupported::new("array of no size"))?;
        // An element of no size would let a damaged file make us loop over 2^64 of them.
        if count > MAX_OBJECT_SIZE || size.saturating_mul(count) > MAX_OBJECT_SIZE {
            return Err(too_large());
        }
        for i in 0..count {
            let at = offset.checked_add(i * size).ok_or_else(too_large)?;
            let len = self.path.len();
            self.path.push_str(&format!("[{i}]"));
            self.add(elem, at, depth + 1)?;
            self.path.truncate(len);
        }
        Ok(())
    }

    fn pointee(&mut self, target: Option<TypeId>) -> Result<TypeId, Unsupported> {
        let known = self.pointees.entry(target);
        known.or_insert_with(|| pointee(self.types, target)).clone()
    }

    fn leaf(&mut self, ty: TypeId, offset: u64, bytes: u8, kind: VarKind) -> Result<(), Unsupported> {
        if !matches!(bytes, 1 | 2 | 4 | 8) {
            return Err(Unsupported::new(format!("value of {bytes} bytes")));
        }
        if offset.saturating_add(bytes.into()) > MAX_OBJECT_SIZE {
            return Err(too_large());
        }
        self.shape.leaves.push(Leaf { offset, bytes, kind, ty, path: self.path.clone() });
        Ok(())
    }
}

pub(crate) fn too_large() -> Unsupported {
    Unsupported::new(format!("larger than {} KiB", MAX_OBJECT_SIZE / 1024))
}

/// The type that a pointer to `target` can be given a fresh object of.
fn pointee(types: &TypeTable, target: Option<TypeId>) -> Result<TypeId, Unsupported> {
    let void = || Unsupported::new("void pointer");
    let ty = target.ok_or_else(void)?;
    match types.stripped_kind(ty).ok_or_else(void)? {
        Kind::Function(_) => Err(Unsupported::new("function pointer")),
        Kind::Incomplete { keyword, tag } => {
            Err(Unsupported::new(format!("pointer to incomplete {keyword} `{tag}`")))
        }
        // The compiler's own struct behind `va_list` on x86-64.
        Kind::Struct(r) if r.tag.as_deref() == Some("__va_list_tag") => Err(Unsupported::new("va_list")),
        _ => {
            // What is behind its own pointers does not matter here: those can stay NULL.
            let mut flatten = Flatten::new(types, BadPointer::KeepNull);
            flatten.look_behind = false;
            flatten.add(ty, 0, 0).map(|()| ty)
        }
    }
}

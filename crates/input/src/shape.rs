//! The shape of a type: its scalars and pointers, and the parts that cannot be inputs.

use acute_types::{Field, Record, TypeId, TypeKind, TypeTable};
use rustc_hash::FxHashMap;

use crate::object::VarKind;
use crate::overlay::{Span, chunks, overlaps};
use crate::{MAX_OBJECT_SIZE, MAX_VARS};

/// The largest depth of structs and arrays nested by value.
const MAX_NESTING: usize = 64;

/// A type that cannot be an input (yet), and the way to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The way to it, for example ``parameter `p`: field `v` ``.
    pub at: String,
    /// Its kind, for example `vector`.
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
    /// The C expression from the object to the leaf: empty, or like `.a[2].x`. Bytes that have no
    /// expression of their own, those of bit-fields and unions, are counted from the start of what
    /// they are in: `.u#8`.
    pub path: String,
    /// Whether a union has both a pointer and a number there.
    pub raw: bool,
    /// Of one that stays as it is: which of the shape's limits says so.
    pub limit: Option<usize>,
}

/// A part of a type that cannot be an input: it stays zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Limit {
    /// The C expression from the object to it.
    path: String,
    /// It is a pointer.
    pub null: bool,
    /// There is a leaf for it, so that runs show whether they read it.
    pub watched: bool,
    /// The reason.
    what: String,
}

impl Limit {
    fn stays(&self) -> &'static str {
        if self.null { "NULL" } else { "0" }
    }

    /// The limit in words, of an object of the type with that name.
    pub fn of_type(&self, name: &str) -> String {
        let at = match self.path.trim_start_matches('.') {
            "" => "an object".to_owned(),
            path => format!("`{path}`"),
        };
        format!("{at} of `{name}` stays {}: {}", self.stays(), self.what)
    }

    /// The limit in words, of the parameter with that name.
    pub fn of_parameter(&self, name: &str) -> String {
        let at = match self.path.trim_start_matches('.') {
            "" => String::new(),
            path => format!("`{path}` of "),
        };
        format!("{at}parameter `{name}` stays {}: {}", self.stays(), self.what)
    }
}

/// The elements that a struct may have behind its end: its flexible array member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tail {
    /// The offset of the first of them.
    pub offset: u64,
    /// The type of one.
    pub elem: TypeId,
    /// The C expression from the object to the member.
    pub path: String,
}

/// The leaves of a type in the order of their offsets.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub leaves: Vec<Leaf>,
    /// The parts that stay zero because they cannot be inputs.
    pub limits: Vec<Limit>,
    /// The flexible array at its end.
    pub tail: Option<Tail>,
}

impl Shape {
    /// The leaves of one object of type `ty`.
    pub fn of(types: &TypeTable, ty: TypeId) -> Result<Shape, Unsupported> {
        let mut flatten = Flatten::new(types);
        flatten.add(ty, 0, 0)?;
        let mut shape = flatten.shape;
        let size = types.size(ty).unwrap_or(0);
        // Members outside of their struct: only a damaged file has them.
        if shape.leaves.iter().any(|leaf| leaf.offset + u64::from(leaf.bytes) > size) {
            return Err(Unsupported::new("a type with a damaged layout"));
        }
        shape.leaves.sort_by_key(|leaf| leaf.offset);
        // An array of no length in the middle of a struct cannot grow.
        let end = shape.leaves.iter().map(|leaf| leaf.offset + u64::from(leaf.bytes)).max().unwrap_or(0);
        shape.tail = shape.tail.filter(|tail| tail.offset >= end && !tail.path.contains('['));
        Ok(shape)
    }
}

struct Flatten<'a> {
    types: &'a TypeTable,
    shape: Shape,
    /// Whether to check the targets of pointers; otherwise every pointer counts as an input.
    look_behind: bool,
    path: String,
    steps: usize,
    /// The spans of pointers that cannot be inputs.
    blind: Vec<Span>,
    /// The number of unions around the current path.
    unions: usize,
    /// The results of `pointee` so far.
    pointees: FxHashMap<Option<TypeId>, Result<TypeId, Unsupported>>,
}

impl<'a> Flatten<'a> {
    fn new(types: &'a TypeTable) -> Flatten<'a> {
        Flatten {
            types,
            shape: Shape::default(),
            look_behind: true,
            path: String::new(),
            steps: 0,
            blind: Vec::new(),
            unions: 0,
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
            _ if is_va_list(types, ty) => self.leave_out(false, "va_list"),
            TypeKind::Int(i) if i.bytes > 8 => self.leave_out(false, &i.name),
            TypeKind::Int(i) if i.is_bool => self.leaf(ty, offset, i.bytes, VarKind::Bool),
            TypeKind::Int(i) => self.leaf(ty, offset, i.bytes, VarKind::Int { signed: i.signed }),
            TypeKind::Enum(e) => self.leaf(ty, offset, e.bytes, VarKind::Enum { signed: e.signed }),
            TypeKind::Float(f) if matches!(f.bytes, 4 | 8) => self.leaf(ty, offset, f.bytes, VarKind::Float),
            TypeKind::Float(f) => self.leave_out(false, &f.name),
            TypeKind::Pointer(_) if !self.look_behind => Ok(()),
            TypeKind::Pointer(target) => match self.pointee(*target) {
                Ok(pointee) => self.leaf(ty, offset, 8, VarKind::Pointer { pointee }),
                Err(e) => {
                    self.blind.push((offset, offset.saturating_add(8)));
                    self.leave_out(true, &e.to_string())?;
                    // Only what a variable can be declared with can be passed to the function.
                    let is_named = types.c_decl(ty, "x").is_ok() && !is_va_list_pointer(types, *target);
                    if is_named && self.unions == 0 { self.watch(ty, offset) } else { Ok(()) }
                }
            },
            TypeKind::Struct(record) => {
                let mut bits = Vec::new();
                self.members(record, offset, depth, &mut bits)?;
                for (at, bytes) in chunks(offset, bits, &[]) {
                    self.chunk(ty, offset, at, bytes, false)?;
                }
                Ok(())
            }
            TypeKind::Union(record) => self.union(ty, record, offset, depth),
            TypeKind::Array { elem, count } => self.array(*elem, *count, offset, depth),
            TypeKind::Function(_) => Err(Unsupported::new("function")),
            TypeKind::Incomplete { keyword, tag } => {
                Err(Unsupported::new(format!("incomplete {keyword} `{tag}`")))
            }
            // A 0 can be passed for a number, and stands there already in a larger object.
            TypeKind::Unsupported(what) if depth > 0 || is_number(what) => self.leave_out(false, what),
            TypeKind::Unsupported(what) => Err(Unsupported::new(what.clone())),
            // `stripped_kind` never gives these.
            TypeKind::Typedef { .. } | TypeKind::Qualified { .. } => Err(Unsupported::new("typedef")),
        }
    }

    /// The members of a struct or union; the bytes that bit-fields lie in go to `bits`.
    fn members(
        &mut self,
        record: &Record,
        offset: u64,
        depth: usize,
        bits: &mut Vec<Span>,
    ) -> Result<(), Unsupported> {
        if record.size > MAX_OBJECT_SIZE {
            return Err(too_large());
        }
        for field in &record.fields {
            let name = field.name.as_deref();
            let step = name.map_or("anonymous field".to_owned(), |n| format!("field `{n}`"));
            let len = self.path.len();
            if let Some(name) = name {
                self.path.push('.');
                self.path.push_str(name);
            }
            self.member(field, offset, depth, bits).map_err(|e| e.within(&step))?;
            self.path.truncate(len);
        }
        Ok(())
    }

    fn member(
        &mut self,
        field: &Field,
        offset: u64,
        depth: usize,
        bits: &mut Vec<Span>,
    ) -> Result<(), Unsupported> {
        let at = offset.checked_add(field.offset).ok_or_else(too_large)?;
        let kind = self.types.stripped_kind(field.ty);
        let Some(place) = field.bits else {
            if let Some(TypeKind::Array { elem, count: None | Some(0) }) = kind {
                self.shape.tail = Some(Tail { offset: at, elem: *elem, path: self.path.clone() });
                return Ok(());
            }
            return self.add(field.ty, at, depth + 1);
        };
        match kind {
            Some(TypeKind::Int(i)) if i.bytes > 8 || place.size > 64 => self.leave_out(false, &i.name),
            Some(TypeKind::Int(_) | TypeKind::Enum(_)) if place.size <= 64 => {
                let last = place.offset.saturating_add(place.size).div_ceil(8).saturating_add(offset);
                if last > MAX_OBJECT_SIZE {
                    return Err(too_large());
                }
                bits.extend((place.size > 0).then_some((at, last)));
                Ok(())
            }
            _ => Err(Unsupported::new("a bit-field with a damaged layout")),
        }
    }

    /// The bytes of a union: pointers where it has some, elsewhere numbers.
    fn union(&mut self, ty: TypeId, record: &Record, offset: u64, depth: usize) -> Result<(), Unsupported> {
        let outside = std::mem::take(&mut self.shape.leaves);
        let blind = std::mem::take(&mut self.blind);
        let tail = self.shape.tail.clone();
        let mut spans = Vec::new();
        self.unions += 1;
        self.members(record, offset, depth, &mut spans)?;
        self.unions -= 1;
        let inside = std::mem::replace(&mut self.shape.leaves, outside);
        self.shape.tail = tail;
        let (all, numbers): (Vec<Leaf>, Vec<Leaf>) =
            inside.into_iter().partition(|leaf| matches!(leaf.kind, VarKind::Pointer { .. }));
        spans.extend(numbers.iter().map(Leaf::span));
        let mut pointers: Vec<Leaf> = Vec::new();
        for mut leaf in all {
            if pointers.iter().all(|known| !overlaps(leaf.span(), known.span())) {
                leaf.raw |= spans.iter().any(|span| overlaps(leaf.span(), *span));
                pointers.push(leaf);
            }
        }
        let taken: Vec<Span> = pointers.iter().map(Leaf::span).collect();
        let blind = std::mem::replace(&mut self.blind, blind);
        for (at, bytes) in chunks(offset, spans, &taken) {
            let span = (at, at + u64::from(bytes));
            let raw = blind.iter().any(|pointer| overlaps(span, *pointer));
            if at == offset && u64::from(bytes) == record.size {
                self.leaf(ty, at, bytes, VarKind::Int { signed: false })?;
                self.shape.leaves.last_mut().into_iter().for_each(|leaf| leaf.raw = raw);
            } else {
                self.chunk(ty, offset, at, bytes, raw)?;
            }
        }
        self.shape.leaves.extend(pointers);
        self.blind.extend(blind);
        Ok(())
    }

    fn array(
        &mut self,
        elem: TypeId,
        count: Option<u64>,
        offset: u64,
        depth: usize,
    ) -> Result<(), Unsupported> {
        let count = count.ok_or_else(|| Unsupported::new("array of unknown length"))?;
        let Some(size) = self.types.size(elem) else {
            return match self.types.stripped_kind(elem) {
                Some(TypeKind::Unsupported(what)) if depth > 0 => self.leave_out(false, what),
                _ => Err(Unsupported::new("array of no size")),
            };
        };
        // An element of no size would let a damaged file make us loop over 2^64 of them.
        if count > MAX_OBJECT_SIZE || size.saturating_mul(count) > MAX_OBJECT_SIZE {
            return Err(too_large());
        }
        for i in 0..count {
            let at = offset.checked_add(i * size).ok_or_else(too_large)?;
            let (len, limits) = (self.path.len(), self.shape.limits.len());
            let leaves = self.shape.leaves.len();
            self.path.push_str(&format!("[{i}]"));
            self.add(elem, at, depth + 1)?;
            self.path.truncate(len);
            if i > 0 {
                // The first element has told it.
                let told = self.shape.limits.len() - limits;
                self.shape.limits.truncate(limits);
                for leaf in &mut self.shape.leaves[leaves..] {
                    leaf.limit = leaf.limit.map(|limit| limit - told);
                }
            }
        }
        Ok(())
    }

    fn pointee(&mut self, target: Option<TypeId>) -> Result<TypeId, Unsupported> {
        let known = self.pointees.entry(target);
        known.or_insert_with(|| pointee(self.types, target)).clone()
    }

    /// Records that the part at the current path stays zero.
    fn leave_out(&mut self, null: bool, what: &str) -> Result<(), Unsupported> {
        let watched = false;
        self.shape.limits.push(Limit { path: self.path.clone(), null, watched, what: what.to_owned() });
        Ok(())
    }

    /// Makes a leaf of the pointer that was left out last.
    fn watch(&mut self, ty: TypeId, offset: u64) -> Result<(), Unsupported> {
        self.leaf(ty, offset, 8, VarKind::Fixed)?;
        let number = self.shape.limits.len().saturating_sub(1);
        self.shape.limits.last_mut().into_iter().for_each(|limit| limit.watched = true);
        self.shape.leaves.last_mut().into_iter().for_each(|leaf| leaf.limit = Some(number));
        Ok(())
    }

    /// Bytes that are a variable without being a scalar of their own in the source.
    fn chunk(&mut self, ty: TypeId, start: u64, at: u64, bytes: u8, raw: bool) -> Result<(), Unsupported> {
        let len = self.path.len();
        self.path.push_str(&format!("#{}", at - start));
        self.leaf(ty, at, bytes, VarKind::Int { signed: false })?;
        self.path.truncate(len);
        self.shape.leaves.last_mut().into_iter().for_each(|leaf| leaf.raw = raw);
        Ok(())
    }

    fn leaf(&mut self, ty: TypeId, offset: u64, bytes: u8, kind: VarKind) -> Result<(), Unsupported> {
        if !matches!(bytes, 1 | 2 | 4 | 8) {
            return Err(Unsupported::new(format!("value of {bytes} bytes")));
        }
        if offset.saturating_add(bytes.into()) > MAX_OBJECT_SIZE {
            return Err(too_large());
        }
        let path = self.path.clone();
        self.shape.leaves.push(Leaf { offset, bytes, kind, ty, path, raw: false, limit: None });
        Ok(())
    }
}

impl Leaf {
    fn span(&self) -> Span {
        (self.offset, self.offset + u64::from(self.bytes))
    }
}

/// Whether a type that is known by its name only is a number, which a 0 can be passed for.
fn is_number(name: &str) -> bool {
    name.contains("omplex") || name.contains("_BitInt")
}

pub(crate) fn too_large() -> Unsupported {
    Unsupported::new(format!("larger than {} KiB", MAX_OBJECT_SIZE / 1024))
}

/// The type that a pointer to `target` can be given a fresh object of.
fn pointee(types: &TypeTable, target: Option<TypeId>) -> Result<TypeId, Unsupported> {
    let void = || Unsupported::new("void pointer");
    let ty = target.ok_or_else(void)?;
    match types.stripped_kind(ty).ok_or_else(void)? {
        TypeKind::Function(_) => Err(Unsupported::new("function pointer")),
        TypeKind::Incomplete { keyword, tag } => {
            Err(Unsupported::new(format!("pointer to incomplete {keyword} `{tag}`")))
        }
        TypeKind::Unsupported(what) => Err(Unsupported::new(format!("pointer to {what}"))),
        _ if is_va_list(types, ty) => Err(Unsupported::new("va_list")),
        // The library owns its fields: a stream that was not opened ends in a crash.
        TypeKind::Struct(record) if record.tag.as_deref() == Some("_IO_FILE") => {
            Err(Unsupported::new("a stream of stdio.h"))
        }
        _ => {
            // The targets of its own pointers do not matter here: those can stay NULL.
            let mut flatten = Flatten::new(types);
            flatten.look_behind = false;
            flatten.add(ty, 0, 0)?;
            types.size(ty).map(|_| ty).ok_or_else(|| Unsupported::new("pointer to a type of unknown size"))
        }
    }
}

fn is_va_list_pointer(types: &TypeTable, target: Option<TypeId>) -> bool {
    target.is_some_and(|ty| is_va_list(types, ty))
}

/// Whether it is the compiler's own struct behind `va_list`, or the array of it that a `va_list` is.
fn is_va_list(types: &TypeTable, ty: TypeId) -> bool {
    match types.stripped_kind(ty) {
        Some(TypeKind::Struct(r)) => r.is_va_list(),
        Some(TypeKind::Array { elem, .. }) => {
            matches!(types.stripped_kind(*elem), Some(TypeKind::Struct(r)) if r.is_va_list())
        }
        _ => false,
    }
}

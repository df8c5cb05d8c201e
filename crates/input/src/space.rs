//! Interning: the same pointer and number always give the same object, address and variables.

use std::sync::Arc;

use acute_types::{Function, Kind, TypeId, TypeTable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::init::{Init, mask, mix};
use crate::object::{
    Arg, Flexible, Layout, MarkId, NoObject, Object, ObjectId, Origin, Ret, Var, VarId, VarKind,
};
use crate::shape::{Leaf, Shape, Tail, Unsupported, too_large};
use crate::{INPUT_BASE, MAX_OBJECT_SIZE, MAX_OBJECTS, MAX_VARS, REDZONE};

/// The inputs that one function can have: interned objects and variables.
#[derive(Clone, Debug)]
pub struct Space {
    types: Arc<TypeTable>,
    init: Init,
    function: String,
    variadic: bool,
    args: Vec<Arg>,
    ret: Option<Ret>,
    objects: Vec<Object>,
    // invariant: all objects but fixed globals, sorted by address; their reserved ranges are at least REDZONE bytes
    // apart, globals excepted
    by_address: Vec<ObjectId>,
    // invariant: their addresses, in the same order
    starts: Vec<u64>,
    // invariant: those of one growth of an object follow each other, by offset
    vars: Vec<Var>,
    // invariant: as long as `vars`
    defaults: Vec<u64>,
    // invariant: as long as `vars`; the C expression from the object (or the argument block)
    paths: Vec<Arc<str>>,
    // invariant: as long as `vars`; hashes of the whole logical names
    name_hashes: Vec<u64>,
    shapes: FxHashMap<TypeId, Arc<NamedShape>>,
    owned: FxHashMap<(VarId, u32), ObjectId>,
    sites: FxHashMap<u64, TypeId>,
    marks: Vec<Mark>,
    marked: FxHashMap<(MarkId, u32, u64), ObjectId>,
    globals: Vec<ObjectId>,
    // those that are no inputs, but watched
    fixed_globals: Vec<ObjectId>,
    // those that other programs' files may set
    open_globals: FxHashSet<ObjectId>,
    // the bytes that each of them starts with
    first_bytes: FxHashMap<ObjectId, Vec<u8>>,
    limits: Vec<String>,
    // invariant: as long as `limits`; whether there are variables that show when it matters
    watched: Vec<bool>,
    // the limit of each variable that is no input
    fixed: FxHashMap<VarId, usize>,
    /// A pointer is among what could not be made an input.
    leaves_pointer: bool,
    /// How the function is called where its arguments are no inputs.
    fixed_call: Option<String>,
    array_limit: u64,
    next_address: u64,
}

/// How many elements a buffer may grow to unless somebody says otherwise.
pub const ARRAY_LIMIT: u64 = 64;

/// Elements of a buffer from this one on start as zero.
const FAR: u64 = 8;

/// A place in the program that asks for inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Where its description lies in the program: what makes it this mark.
    pub site: u64,
    /// What the program calls it.
    pub name: String,
    /// The type of its elements; none where they are plain bytes.
    pub ty: Option<TypeId>,
}

/// A shape with its paths ready to be shared by all objects of the type.
#[derive(Debug)]
struct NamedShape {
    shape: Shape,
    paths: Vec<Arc<str>>,
    // the numbers that the shape's limits have in the space
    limits: Vec<usize>,
}

impl Space {
    /// The space of a function whose scalars start at small values, with seed 0.
    pub fn for_function(types: Arc<TypeTable>, f: &Function) -> Result<Space, Unsupported> {
        Space::with_init(types, f, Init::default())
    }

    /// The space of a function: its parameters laid out like the members of a C struct at
    /// [`INPUT_BASE`], then the space for the return value.
    pub fn with_init(types: Arc<TypeTable>, f: &Function, init: Init) -> Result<Space, Unsupported> {
        let whole = |what: &str| Unsupported { at: String::new(), what: what.to_owned() };
        let (mut limits, mut watched, mut leaves_pointer) = (Vec::new(), Vec::new(), false);
        let mut shape = Shape::default();
        let mut args = Vec::with_capacity(f.params.len());
        let mut end = 0u64;
        for param in &f.params {
            let step = format!("parameter `{}`", param.name);
            let arg = Shape::of(&types, param.ty).map_err(|e| e.within(&step))?;
            let told = limits.len();
            limits.extend(arg.limits.iter().map(|limit| limit.of_parameter(&param.name)));
            watched.extend(arg.limits.iter().map(|limit| limit.watched));
            leaves_pointer |= arg.limits.iter().any(|limit| limit.null);
            let size = types.size(param.ty).unwrap_or(0);
            let offset = end.next_multiple_of(types.align(param.ty).min(MAX_OBJECT_SIZE));
            for mut leaf in arg.leaves {
                leaf.offset += offset;
                leaf.path.insert_str(0, &param.name);
                leaf.limit = leaf.limit.map(|limit| limit + told);
                shape.leaves.push(leaf);
            }
            args.push(Arg { name: param.name.clone(), ty: param.ty, offset, size });
            end = offset.saturating_add(size);
            if end > MAX_OBJECT_SIZE || shape.leaves.len() > MAX_VARS {
                return Err(whole("arguments of more than 64 KiB"));
            }
        }
        if f.variadic {
            limits.push("no variadic arguments are passed".to_owned());
            watched.push(false);
        }
        let ret = match f.ret.map(|ty| (ty, types.size(ty), types.align(ty))) {
            Some((ty, Some(size), align)) if size <= MAX_OBJECT_SIZE => {
                let offset = end.next_multiple_of(align.clamp(16, MAX_OBJECT_SIZE));
                end = offset + size;
                Some(Ret { ty, offset, size })
            }
            // void, or `typedef void`
            Some((ty, None, _)) if types.strip(ty).is_none() => None,
            None => None,
            Some(_) => return Err(whole("a return value without a usable size")),
        };
        let mut space = Space {
            types,
            init,
            function: f.name.clone(),
            variadic: f.variadic,
            args,
            ret,
            objects: Vec::new(),
            by_address: Vec::new(),
            starts: Vec::new(),
            vars: Vec::new(),
            defaults: Vec::new(),
            paths: Vec::new(),
            name_hashes: Vec::new(),
            shapes: FxHashMap::default(),
            owned: FxHashMap::default(),
            sites: FxHashMap::default(),
            marks: Vec::new(),
            marked: FxHashMap::default(),
            globals: Vec::new(),
            fixed_globals: Vec::new(),
            open_globals: FxHashSet::default(),
            first_bytes: FxHashMap::default(),
            limits,
            watched,
            fixed: FxHashMap::default(),
            leaves_pointer,
            fixed_call: None,
            array_limit: ARRAY_LIMIT,
            next_address: INPUT_BASE,
        };
        let layout = Layout { fixed: end.max(1), start: 0, stride: 0 };
        let block = space.place(None, layout, 0..=0, 16, Origin::Arguments);
        let numbers = (0..space.limits.len()).collect();
        space.add_vars(block, &NamedShape::new(shape, numbers), 0, 0, "");
        Ok(space)
    }

    /// How many elements buffers that are made from now on may grow to.
    pub fn limit_arrays(&mut self, elems: u64) {
        self.array_limit = elems.max(1);
    }

    /// How many elements a buffer may grow to.
    pub fn array_limit(&self) -> u64 {
        self.array_limit
    }

    /// The `k`-th fresh object that pointer variable `v` can own. The same `v` and `k` always give
    /// the same object.
    pub fn object_for(&mut self, v: VarId, k: u32) -> Result<ObjectId, NoObject> {
        if let Some(id) = self.owned.get(&(v, k)) {
            return Ok(*id);
        }
        let pointee = match self.vars.get(v as usize).map(|var| var.kind) {
            Some(VarKind::Pointer { pointee }) => pointee,
            _ => return Err(NoObject::NotAPointer(v)),
        };
        if self.objects.len() >= MAX_OBJECTS {
            return Err(NoObject::TooManyObjects);
        }
        let shape = self.shape(pointee)?;
        let size = self.types.size(pointee).unwrap_or(0).max(1);
        let align = self.types.align(pointee).clamp(16, 4096);
        let origin = Origin::Pointer(v, k);
        let id = match &shape.shape.tail {
            Some(tail) => self.make_flexible(pointee, &shape, tail, align, origin)?,
            // What is behind a pointer may be an array of these.
            None => {
                let most = self.array_limit.min(MAX_OBJECT_SIZE / size).max(1);
                let layout = Layout { fixed: 0, start: 0, stride: size };
                self.make(pointee, &shape, layout, 1..=most, align, origin)?
            }
        };
        self.owned.insert((v, k), id);
        Ok(id)
    }

    /// An object of a struct that ends in a flexible array: it ends where that starts, and grows from there.
    fn make_flexible(
        &mut self,
        ty: TypeId,
        shape: &NamedShape,
        tail: &Tail,
        align: u64,
        origin: Origin,
    ) -> Result<ObjectId, NoObject> {
        let elem = self.types.size(tail.elem).filter(|size| *size > 0);
        let (Some(stride), Ok(_)) = (elem, self.shape(tail.elem)) else {
            let name = self.types.c_decl(ty, "").unwrap_or_else(|e| e.to_string());
            let limit = format!("`{}` of `{name}` stays empty", tail.path.trim_start_matches('.'));
            self.tell(limit, false);
            let layout = Layout { fixed: 0, start: 0, stride: tail.offset.max(1) };
            return self.make(ty, shape, layout, 1..=1, align, origin);
        };
        self.room(shape.shape.leaves.len() + 1)?;
        let most = self.array_limit.min(MAX_OBJECT_SIZE.saturating_sub(tail.offset) / stride);
        // Nothing has no address.
        let least = (tail.offset == 0) as u64;
        let layout = Layout { fixed: 0, start: tail.offset, stride };
        let id = self.place(Some(ty), layout, least..=most.max(least), align, origin);
        if !shape.shape.leaves.is_empty() {
            self.add_vars(id, shape, 0, self.object_name(id), "");
        }
        let path = tail.path.as_str().into();
        self.objects[id as usize].flexible = Some(Flexible { elem: tail.elem, path });
        self.grow(id, least)?;
        Ok(id)
    }

    /// The object that a mark asks for the `k`-th time, with `elems` elements. The same mark and numbers
    /// always give the same object.
    pub fn object_for_mark(&mut self, mark: MarkId, k: u32, elems: u64) -> Result<ObjectId, NoObject> {
        if let Some(id) = self.marked.get(&(mark, k, elems)) {
            return Ok(*id);
        }
        let ty = self.marks.get(mark as usize).and_then(|m| m.ty).or_else(|| self.byte_type());
        let ty = ty.ok_or_else(|| NoObject::Unsupported(Unsupported::new("a type without a name")))?;
        let shape = self.shape(ty)?;
        let size = self.types.size(ty).unwrap_or(0).max(1);
        if elems.saturating_mul(size) > MAX_OBJECT_SIZE {
            return Err(NoObject::Unsupported(too_large()));
        }
        let align = self.types.align(ty).clamp(16, 4096);
        let layout = Layout { fixed: 0, start: 0, stride: size };
        let id = self.make(ty, &shape, layout, elems..=elems, align, Origin::Mark(mark, k))?;
        self.marked.insert((mark, k, elems), id);
        Ok(id)
    }

    /// Says of which type are the elements that the mark at `site` asks for.
    pub fn add_site(&mut self, site: u64, ty: TypeId) {
        self.sites.insert(site, ty);
    }

    /// The mark whose description lies at `site` and that asks for elements of `size` bytes.
    pub fn mark(&mut self, site: u64, size: u64, name: impl FnOnce() -> String) -> MarkId {
        if let Some(k) = self.marks.iter().position(|m| m.site == site) {
            return k as MarkId;
        }
        let ty = self.sites.get(&site).copied().filter(|ty| self.types.size(*ty) == Some(size));
        self.marks.push(Mark { site, name: name(), ty });
        (self.marks.len() - 1) as MarkId
    }

    /// A type of one byte, for what has no other.
    fn byte_type(&self) -> Option<TypeId> {
        let is_byte =
            |ty: &TypeId| matches!(self.types.kind(*ty), Kind::Int(i) if i.bytes == 1 && !i.is_bool);
        self.types.ids().find(is_byte)
    }

    /// The marks that were met so far.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Makes a variable of the program an input: its name, type, address and the bytes that it starts with.
    pub fn add_global(&mut self, name: &str, ty: TypeId, address: u64, first: &[u8]) -> Result<(), NoObject> {
        let size = self.types.size(ty).unwrap_or(0);
        if size == 0 || size != first.len() as u64 || size > MAX_OBJECT_SIZE {
            return Err(NoObject::Unsupported(too_large()));
        }
        let shape = self.shape(ty)?;
        self.room(shape.shape.leaves.len())?;
        let layout = Layout { fixed: size, start: 0, stride: 0 };
        let id = self.place_at(Some(ty), layout, 0..=0, address, Origin::Global(name.to_owned()));
        self.add_vars(id, &shape, 0, mix(name.len() as u64), "");
        self.start_as(id, first);
        self.globals.push(id);
        self.first_bytes.insert(id, first.to_vec());
        Ok(())
    }

    /// The same for one that files outside the program may set: what it starts as is no promise of anybody's.
    pub fn add_open_global(
        &mut self,
        name: &str,
        ty: TypeId,
        address: u64,
        first: &[u8],
    ) -> Result<(), NoObject> {
        self.add_global(name, ty, address, first)?;
        self.open_globals.extend(self.globals.last());
        Ok(())
    }

    /// Watches a variable of the program that keeps its first value, by what `limit` says. False where it cannot.
    pub fn add_fixed_global(&mut self, name: &str, address: u64, first: &[u8], limit: String) -> bool {
        let size = first.len() as u64;
        // What is in it is nobody's business: any type will do.
        let ty = self.types.ids().next().filter(|_| size > 0 && self.room(first.len()).is_ok());
        let Some(ty) = ty else { return false };
        let number = self.tell(limit, true);
        let layout = Layout { fixed: size, start: 0, stride: 0 };
        let id = self.objects.len() as ObjectId;
        let origin = Origin::Global(name.to_owned());
        let (flexible, vars) = (None, vec![]);
        self.objects.push(Object {
            ty: None,
            flexible,
            address,
            layout,
            least: 0,
            most: 0,
            made: 0,
            vars,
            origin,
        });
        let mut leaves = Vec::new();
        let mut at = 0;
        while at < first.len() {
            let left = (first.len() - at).min(8);
            let bytes = 1 << left.ilog2();
            let path = format!("#{at}");
            let (offset, kind) = (at as u64, VarKind::Fixed);
            leaves.push(Leaf { offset, bytes, kind, ty, path, raw: false, limit: Some(0) });
            at += usize::from(bytes);
        }
        let shape = Shape { leaves, ..Shape::default() };
        self.add_vars(id, &NamedShape::new(shape, vec![number]), 0, mix(name.len() as u64), "");
        self.start_as(id, first);
        self.fixed_globals.push(id);
        self.first_bytes.insert(id, first.to_vec());
        true
    }

    /// Gives the variables of an object the values that these bytes are.
    fn start_as(&mut self, id: ObjectId, first: &[u8]) {
        let vars: Vec<VarId> = self.objects[id as usize].vars().collect();
        for v in vars {
            let var = &self.vars[v as usize];
            let mut value = [0; 8];
            let (at, n) = (var.offset as usize, usize::from(var.bytes));
            value[..n].copy_from_slice(&first[at..at + n]);
            self.defaults[v as usize] = u64::from_le_bytes(value);
        }
    }

    /// The global of that name, if it is an input.
    pub fn global(&self, name: &str) -> Option<ObjectId> {
        let is = |id: &ObjectId| matches!(&self.object(*id).origin, Origin::Global(n) if n == name);
        self.globals.iter().copied().find(is)
    }

    /// Whether a global is an input or watched.
    pub fn knows_global(&self, name: &str) -> bool {
        let is = |id: &ObjectId| matches!(&self.object(*id).origin, Origin::Global(n) if n == name);
        self.globals.iter().chain(&self.fixed_globals).any(is)
    }

    /// The bytes that a global starts with.
    pub fn first_bytes(&self, global: ObjectId) -> &[u8] {
        self.first_bytes.get(&global).map_or(&[], Vec::as_slice)
    }

    /// The variables of the program that are inputs.
    pub fn globals(&self) -> &[ObjectId] {
        &self.globals
    }

    /// Those that are no inputs, but watched.
    pub(crate) fn fixed_globals(&self) -> &[ObjectId] {
        &self.fixed_globals
    }

    /// Whether an object is a global that only this program's files set.
    pub fn is_closed_global(&self, id: ObjectId) -> bool {
        matches!(self.object(id).origin, Origin::Global(_)) && !self.open_globals.contains(&id)
    }

    /// Makes the variables that an object needs for so many elements.
    pub fn grow(&mut self, id: ObjectId, elems: u64) -> Result<(), NoObject> {
        let object = &self.objects[id as usize];
        let (made, layout) = (object.made, object.layout);
        let ty = object.flexible.as_ref().map(|array| array.elem).or(object.ty);
        let Some(ty) = ty.filter(|_| made < elems.min(object.most)) else { return Ok(()) };
        let shape = self.shape(ty)?;
        self.room(shape.shape.leaves.len() * (elems - made) as usize)?;
        for k in made..elems {
            self.add_element(id, &shape, layout, k);
        }
        Ok(())
    }

    /// Whether there is room for so many more variables.
    fn room(&self, vars: usize) -> Result<(), NoObject> {
        if self.vars.len() + vars > MAX_VARS {
            return Err(NoObject::TooManyVars);
        }
        if self.objects.len() >= MAX_OBJECTS {
            return Err(NoObject::TooManyObjects);
        }
        Ok(())
    }

    fn make(
        &mut self,
        ty: TypeId,
        shape: &NamedShape,
        layout: Layout,
        elems: std::ops::RangeInclusive<u64>,
        align: u64,
        origin: Origin,
    ) -> Result<ObjectId, NoObject> {
        let least = *elems.start();
        self.room(shape.shape.leaves.len() * least as usize)?;
        let id = self.place(Some(ty), layout, elems, align, origin);
        for k in 0..least {
            self.add_element(id, shape, layout, k);
        }
        Ok(id)
    }

    fn add_element(&mut self, id: ObjectId, shape: &NamedShape, layout: Layout, k: u64) {
        let name = self.object_name(id);
        let object = &self.objects[id as usize];
        let several = object.most > 1 && (k > 0 || matches!(object.origin, Origin::Mark(..)));
        let prefix = match &object.flexible {
            Some(array) => format!("{}[{k}]", array.path),
            None if several => format!("[{k}]"),
            None => String::new(),
        };
        let is_buffer = matches!(object.origin, Origin::Pointer(..)) && (k > 0 || object.flexible.is_some());
        let is_far = is_buffer && k >= FAR;
        let first = self.vars.len();
        self.add_vars(id, shape, layout.start + k * layout.stride, name, &prefix);
        // A string ends where it was made longer; of a long array most is zero, which is left out when it is
        // written down.
        for v in first..self.vars.len() {
            let var = &self.vars[v];
            if is_far || is_buffer && var.bytes == 1 && matches!(var.kind, VarKind::Int { .. }) {
                self.defaults[v] = 0;
            }
        }
        self.objects[id as usize].made = k + 1;
    }

    /// The hash that the logical names in an object start with.
    fn object_name(&self, id: ObjectId) -> u64 {
        match self.objects[id as usize].origin {
            Origin::Pointer(v, k) => mix(self.name_hashes[v as usize] ^ u64::from(k).rotate_left(32)),
            Origin::Mark(mark, k) => mix(u64::from(mark) << 32 ^ u64::from(k)),
            _ => 0,
        }
    }

    /// The leaves of a type that is pointed to, computed once.
    fn shape(&mut self, ty: TypeId) -> Result<Arc<NamedShape>, NoObject> {
        if let Some(shape) = self.shapes.get(&ty) {
            return Ok(shape.clone());
        }
        let shape = Shape::of(&self.types, ty);
        let shape = shape.map_err(NoObject::Unsupported)?;
        let name = self.types.c_decl(ty, "").unwrap_or_else(|e| e.to_string());
        let mut numbers = Vec::new();
        for limit in &shape.limits {
            self.leaves_pointer |= limit.null;
            numbers.push(self.tell(limit.of_type(&name), limit.watched));
        }
        let shape = Arc::new(NamedShape::new(shape, numbers));
        self.shapes.insert(ty, shape.clone());
        Ok(shape)
    }

    /// Gives an object its address, behind all others.
    fn place(
        &mut self,
        ty: Option<TypeId>,
        layout: Layout,
        elems: std::ops::RangeInclusive<u64>,
        align: u64,
        origin: Origin,
    ) -> ObjectId {
        let address = self.next_address.next_multiple_of(align);
        self.next_address = (address + layout.size(*elems.end()) + REDZONE).next_multiple_of(16);
        self.place_at(ty, layout, elems, address, origin)
    }

    fn place_at(
        &mut self,
        ty: Option<TypeId>,
        layout: Layout,
        elems: std::ops::RangeInclusive<u64>,
        address: u64,
        origin: Origin,
    ) -> ObjectId {
        let id = self.objects.len() as ObjectId;
        let (least, most) = elems.into_inner();
        let (flexible, vars) = (None, vec![]);
        self.objects.push(Object { ty, flexible, address, layout, least, most, made: 0, vars, origin });
        let at = self.starts.partition_point(|start| *start <= address);
        self.by_address.insert(at, id);
        self.starts.insert(at, address);
        id
    }

    /// Gives an object the variables of a type at an offset.
    fn add_vars(&mut self, id: ObjectId, shape: &NamedShape, at: u64, name: u64, prefix: &str) {
        let first = self.vars.len() as VarId;
        for (leaf, path) in shape.shape.leaves.iter().zip(&shape.paths) {
            let path: Arc<str> =
                if prefix.is_empty() { path.clone() } else { format!("{prefix}{path}").into() };
            let hash = path.bytes().fold(name, |h, b| mix(h ^ u64::from(b)));
            let default = self.init.value(&self.types, leaf.ty, leaf.kind, leaf.bytes, hash);
            self.vars.push(Var {
                object: id,
                offset: at + leaf.offset,
                bytes: leaf.bytes,
                kind: leaf.kind,
                ty: leaf.ty,
                raw: leaf.raw,
            });
            if let Some(limit) = leaf.limit.and_then(|limit| shape.limits.get(limit)) {
                self.fixed.insert(self.vars.len() as VarId - 1, *limit);
            }
            self.defaults.push(default & mask(leaf.bytes));
            self.paths.push(path);
            self.name_hashes.push(hash);
        }
        let end = self.vars.len() as VarId;
        let vars = &mut self.objects[id as usize].vars;
        match vars.last_mut() {
            Some(last) if last.end == first => last.end = end,
            _ => vars.push(first..end),
        }
    }

    /// The name of the function.
    pub fn function(&self) -> &str {
        &self.function
    }

    /// Says how the function is called, as C, where its arguments are no inputs.
    pub fn call_as(&mut self, call: String) {
        self.fixed_call = Some(call);
    }

    /// How the function is called where its arguments are no inputs.
    pub fn fixed_call(&self) -> Option<&str> {
        self.fixed_call.as_deref()
    }

    /// Whether the function takes variadic arguments; none are ever passed.
    pub fn is_variadic(&self) -> bool {
        self.variadic
    }

    /// The types of the program.
    pub fn types(&self) -> &Arc<TypeTable> {
        &self.types
    }

    /// The parameters.
    pub fn args(&self) -> &[Arg] {
        &self.args
    }

    /// The place of the return value; `None` for void.
    pub fn ret(&self) -> Option<Ret> {
        self.ret
    }

    /// All objects made so far; the first is the argument block.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// All variables made so far.
    pub fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// An object made before.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id as usize]
    }

    /// Where an object lies.
    pub fn address(&self, id: ObjectId) -> u64 {
        self.object(id).address
    }

    /// Where a variable lies.
    pub fn var_address(&self, v: VarId) -> u64 {
        let var = &self.vars[v as usize];
        self.address(var.object) + var.offset
    }

    /// The object that starts at an address.
    pub fn object_at(&self, address: u64) -> Option<ObjectId> {
        self.object_containing(address).filter(|(_, offset)| *offset == 0).map(|(id, _)| id)
    }

    /// The object that an address is reserved for, and the offset in it.
    pub fn object_containing(&self, address: u64) -> Option<(ObjectId, u64)> {
        let id = self.object_before(address)?;
        let offset = address - self.address(id);
        (offset < self.objects[id as usize].reserve()).then_some((id, offset))
    }

    /// The last object that starts at an address or before it.
    pub(crate) fn object_before(&self, address: u64) -> Option<ObjectId> {
        let at = self.starts.partition_point(|start| *start <= address).checked_sub(1)?;
        Some(self.by_address[at])
    }

    /// The variable at an offset of an object.
    pub fn var_at(&self, object: ObjectId, offset: u64) -> Option<VarId> {
        self.var_before(object, offset).filter(|v| self.vars[*v as usize].offset == offset)
    }

    /// The last variable of an object that starts at an offset or before it.
    pub(crate) fn var_before(&self, object: ObjectId, offset: u64) -> Option<VarId> {
        let ranges = &self.object(object).vars;
        let first = |r: &std::ops::Range<VarId>| self.vars[r.start as usize].offset;
        let range =
            &ranges[ranges.partition_point(|r| !r.is_empty() && first(r) <= offset).checked_sub(1)?];
        let vars = &self.vars[range.start as usize..range.end as usize];
        let i = vars.partition_point(|v| v.offset <= offset).checked_sub(1)?;
        Some(range.start + i as VarId)
    }

    /// Whether a pointer variable may be given the start of an object: the types are compatible.
    pub fn fits(&self, v: VarId, object: ObjectId) -> bool {
        let kind = self.vars.get(v as usize).map(|var| var.kind);
        // What a mark is given is copied to where it belongs: nothing points to where it comes from.
        let is_place = |o: &&Object| !matches!(o.origin, Origin::Mark(..));
        let ty = self.objects.get(object as usize).filter(is_place).and_then(|o| o.ty);
        matches!((kind, ty), (Some(VarKind::Pointer { pointee }), Some(ty)) if self.types.compatible(ty, pointee))
    }

    /// The value of a variable before anything sets it.
    pub fn default_value(&self, v: VarId) -> u64 {
        self.defaults.get(v as usize).copied().unwrap_or(0)
    }

    /// Says what could not be made an input.
    pub fn add_limit(&mut self, limit: String) {
        self.tell(limit, false);
    }

    fn tell(&mut self, limit: String, watched: bool) -> usize {
        if let Some(k) = self.limits.iter().position(|known| *known == limit) {
            self.watched[k] &= watched;
            return k;
        }
        self.limits.push(limit);
        self.watched.push(watched);
        self.limits.len() - 1
    }

    /// What could not be made an input and stays NULL or 0.
    pub fn limits(&self) -> &[String] {
        &self.limits
    }

    /// Those of them that nobody would notice to matter: there is no variable for what stays as it is.
    pub fn unwatched_limits(&self) -> impl Iterator<Item = &str> {
        self.limits
            .iter()
            .zip(&self.watched)
            .filter(|(_, watched)| !**watched)
            .map(|(limit, _)| limit.as_str())
    }

    /// Why a variable is no input, if it is none.
    pub fn limit_of(&self, v: VarId) -> Option<&str> {
        self.fixed.get(&v).map(|limit| self.limits[*limit].as_str())
    }

    /// Whether there are variables that are no inputs.
    pub fn has_fixed(&self) -> bool {
        !self.fixed.is_empty()
    }

    /// The value of a variable that is no input.
    pub fn fixed_value(&self, v: VarId) -> Option<u64> {
        let is_fixed = matches!(self.vars.get(v as usize)?.kind, VarKind::Fixed);
        is_fixed.then(|| self.default_value(v))
    }

    /// Whether a pointer is among these.
    pub fn leaves_pointer(&self) -> bool {
        self.leaves_pointer
    }

    /// The C expression from the object (or the argument block) to a variable: `.a[2].x`.
    pub fn path(&self, v: VarId) -> &str {
        &self.paths[v as usize]
    }

    /// The logical name of a variable: a C expression over the parameters like `p->next->v`. The
    /// second object that a pointer can own is written `p@1`.
    pub fn var_name(&self, v: VarId) -> String {
        let mut chain = Vec::new();
        let mut at = v;
        while let Origin::Pointer(owner, k) = self.object(self.vars[at as usize].object).origin {
            chain.push((at, k));
            at = owner;
        }
        let root = match &self.object(self.vars[at as usize].object).origin {
            Origin::Global(name) => name.clone(),
            Origin::Mark(mark, k) => self.mark_name(*mark, *k),
            _ => String::new(),
        };
        let mut name = format!("{root}{}", self.paths[at as usize]);
        for (v, k) in chain.into_iter().rev() {
            if k > 0 {
                name.push_str(&format!("@{k}"));
            }
            let path = &self.paths[v as usize];
            let var = &self.vars[v as usize];
            let object = self.object(var.object);
            if object.flexible.is_none() && object.elem_of(var.offset) > 0 {
                name.push_str(path);
                continue;
            }
            name = match path.strip_prefix('.') {
                Some(field) => format!("{name}->{field}"),
                None if path.is_empty() => format!("*{name}"),
                None => format!("(*{name}){path}"),
            };
        }
        name
    }

    /// What a mark asks for the `k`-th time (from 0) is called: `x`, `x#2`, `x#3`.
    pub fn mark_name(&self, mark: MarkId, k: u32) -> String {
        let name = self.marks.get(mark as usize).map_or("input", |m| m.name.as_str());
        if k == 0 { name.to_owned() } else { format!("{name}#{}", k + 1) }
    }
}

impl NamedShape {
    fn new(mut shape: Shape, limits: Vec<usize>) -> NamedShape {
        let paths = (shape.leaves.iter_mut()).map(|l| std::mem::take(&mut l.path).into()).collect();
        NamedShape { shape, paths, limits }
    }
}

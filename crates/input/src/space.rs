//! Interning: the same pointer and number always give the same object, address and variables.

use std::sync::Arc;

use acute_types::{Function, TypeId, TypeTable};
use rustc_hash::FxHashMap;

use crate::init::{Init, mask, mix};
use crate::object::{Arg, NoObject, Object, ObjectId, Ret, Var, VarId, VarKind};
use crate::shape::{Shape, Unsupported};
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
    // invariant: sorted by address, at least REDZONE bytes apart
    objects: Vec<Object>,
    // invariant: grouped by object, in an object sorted by offset
    vars: Vec<Var>,
    // invariant: as long as `vars`
    defaults: Vec<u64>,
    // invariant: as long as `vars`; the C expression from the object (or the argument block)
    paths: Vec<Arc<str>>,
    // invariant: as long as `vars`; hashes of the whole logical names
    name_hashes: Vec<u64>,
    shapes: FxHashMap<TypeId, Arc<NamedShape>>,
    owned: FxHashMap<(VarId, u32), ObjectId>,
    limits: Vec<String>,
    next_address: u64,
}

/// A shape with its paths ready to be shared by all objects of the type.
#[derive(Debug)]
struct NamedShape {
    shape: Shape,
    paths: Vec<Arc<str>>,
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
        let mut limits = Vec::new();
        let mut shape = Shape::default();
        let mut args = Vec::with_capacity(f.params.len());
        let mut end = 0u64;
        for param in &f.params {
            let step = format!("parameter `{}`", param.name);
            let arg = Shape::of(&types, param.ty).map_err(|e| e.within(&step))?;
            limits.extend(arg.limits.iter().map(|limit| limit.of_parameter(&param.name)));
            let size = types.size(param.ty).unwrap_or(0);
            let offset = end.next_multiple_of(types.align(param.ty).min(MAX_OBJECT_SIZE));
            for mut leaf in arg.leaves {
                leaf.offset += offset;
                leaf.path.insert_str(0, &param.name);
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
            vars: Vec::new(),
            defaults: Vec::new(),
            paths: Vec::new(),
            name_hashes: Vec::new(),
            shapes: FxHashMap::default(),
            owned: FxHashMap::default(),
            limits,
            next_address: INPUT_BASE,
        };
        let shape = NamedShape::new(shape);
        let block = Object {
            ty: None,
            elems: 1,
            address: 0,
            size: end.max(1),
            first_var: 0,
            var_count: 0,
            owner: None,
        };
        space.place(block, &shape, 16, 0);
        Ok(space)
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
        if self.vars.len() + shape.shape.leaves.len() > MAX_VARS {
            return Err(NoObject::TooManyVars);
        }
        let size = self.types.size(pointee).unwrap_or(0).max(1);
        let align = self.types.align(pointee).clamp(16, 4096);
        let object = Object {
            ty: Some(pointee),
            elems: 1,
            address: 0,
            size,
            first_var: 0,
            var_count: 0,
            owner: Some((v, k)),
        };
        let name = mix(self.name_hashes[v as usize] ^ u64::from(k).rotate_left(32));
        let id = self.place(object, &shape, align, name);
        self.owned.insert((v, k), id);
        Ok(id)
    }

    /// The leaves of a type that is pointed to, computed once.
    fn shape(&mut self, ty: TypeId) -> Result<Arc<NamedShape>, NoObject> {
        if let Some(shape) = self.shapes.get(&ty) {
            return Ok(shape.clone());
        }
        let shape = Shape::of(&self.types, ty);
        let shape = shape.map_err(NoObject::Unsupported)?;
        let name = self.types.c_decl(ty, "").unwrap_or_else(|e| e.to_string());
        for limit in &shape.limits {
            let text = limit.of_type(&name);
            if !self.limits.contains(&text) {
                self.limits.push(text);
            }
        }
        let shape = Arc::new(NamedShape::new(shape));
        self.shapes.insert(ty, shape.clone());
        Ok(shape)
    }

    /// Gives an object its address and its variables.
    fn place(&mut self, object: Object, shape: &NamedShape, align: u64, name: u64) -> ObjectId {
        let id = self.objects.len() as ObjectId;
        let address = self.next_address.next_multiple_of(align);
        self.next_address = (address + object.size + REDZONE).next_multiple_of(16);
        let first_var = self.vars.len() as VarId;
        for (leaf, path) in shape.shape.leaves.iter().zip(&shape.paths) {
            let hash = path.bytes().fold(name, |h, b| mix(h ^ u64::from(b)));
            let default = self.init.value(&self.types, leaf.ty, leaf.kind, leaf.bytes, hash);
            self.vars.push(Var {
                object: id,
                offset: leaf.offset,
                bytes: leaf.bytes,
                kind: leaf.kind,
                ty: leaf.ty,
                raw: leaf.raw,
            });
            self.defaults.push(default & mask(leaf.bytes));
            self.paths.push(path.clone());
            self.name_hashes.push(hash);
        }
        let var_count = shape.shape.leaves.len() as u32;
        self.objects.push(Object { address, first_var, var_count, ..object });
        id
    }

    /// The name of the function.
    pub fn function(&self) -> &str {
        &self.function
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

    /// The object that has a byte at an address, and the offset of that byte.
    pub fn object_containing(&self, address: u64) -> Option<(ObjectId, u64)> {
        let id = self.objects.partition_point(|o| o.address <= address).checked_sub(1)?;
        let offset = address - self.objects[id].address;
        (offset < self.objects[id].size).then_some((id as ObjectId, offset))
    }

    /// The variable at an offset of an object.
    pub fn var_at(&self, object: ObjectId, offset: u64) -> Option<VarId> {
        let range = self.object(object).vars();
        let vars = &self.vars[range.start as usize..range.end as usize];
        let i = vars.binary_search_by_key(&offset, |v| v.offset).ok()?;
        Some(range.start + i as VarId)
    }

    /// Whether a pointer variable may be given the start of an object: the types are compatible.
    pub fn fits(&self, v: VarId, object: ObjectId) -> bool {
        let kind = self.vars.get(v as usize).map(|var| var.kind);
        let ty = self.objects.get(object as usize).and_then(|o| o.ty);
        matches!((kind, ty), (Some(VarKind::Pointer { pointee }), Some(ty)) if self.types.compatible(ty, pointee))
    }

    /// The value of a variable before anything sets it.
    pub fn default_value(&self, v: VarId) -> u64 {
        self.defaults.get(v as usize).copied().unwrap_or(0)
    }

    /// What could not be made an input and stays NULL or 0, for the outcome to say so.
    pub fn limits(&self) -> &[String] {
        &self.limits
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
        while let Some((owner, k)) = self.object(self.vars[at as usize].object).owner {
            chain.push((at, k));
            at = owner;
        }
        let mut name = self.paths[at as usize].to_string();
        for (v, k) in chain.into_iter().rev() {
            if k > 0 {
                name.push_str(&format!("@{k}"));
            }
            let path = &self.paths[v as usize];
            name = match path.strip_prefix('.') {
                Some(field) => format!("{name}->{field}"),
                None if path.is_empty() => format!("*{name}"),
                None => format!("(*{name}){path}"),
            };
        }
        name
    }
}

impl NamedShape {
    fn new(mut shape: Shape) -> NamedShape {
        let paths = (shape.leaves.iter_mut()).map(|l| std::mem::take(&mut l.path).into()).collect();
        NamedShape { shape, paths }
    }
}

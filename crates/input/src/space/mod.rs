//! The space of a function's inputs: interned objects and variables.
//!
//! The same pointer variable and number always give the same object, address and variables, so that
//! an [`Input`](crate::Input) is a plain list of values. A space is made of parts, each in a file of
//! its own:
//!
//! | part | holds |
//! |---|---|
//! | `signature` | parameters and return value in the argument block |
//! | `objects` | objects by number and by address |
//! | `variables` | place, default value and path of each variable |
//! | `shapes` | the variables that one value of a type has |
//! | `limits` | parts that keep a fixed value, and the reasons |
//! | `marks`, `globals` | the inputs that are no arguments |
//!
//! `make` connects them: it makes objects and their variables.

mod globals;
mod limits;
mod make;
mod marks;
mod names;
mod objects;
mod shapes;
mod signature;
mod subobjects;
#[cfg(test)]
pub(crate) mod testing;
mod variables;

use std::sync::Arc;

use acute_types::{Function, TypeId, TypeTable};
use rustc_hash::FxHashMap;

use crate::init::Init;
use crate::object::{Arg, Layout, MarkId, Object, ObjectId, Origin, Ret, Var, VarId, VarKind};
use crate::shape::Unsupported;
use globals::Globals;
use limits::Limits;
pub use marks::Mark;
use marks::Marks;
use objects::Objects;
use shapes::{NamedShape, Shapes};
use signature::Signature;
use variables::Variables;

/// Default of [`Space::limit_arrays`].
pub const ARRAY_LIMIT: u64 = 64;

/// The inputs that one function can have: interned objects and variables.
#[derive(Clone, Debug)]
pub struct Space {
    types: Arc<TypeTable>,
    signature: Signature,
    objects: Objects,
    vars: Variables,
    shapes: Shapes,
    limits: Limits,
    marks: Marks,
    globals: Globals,
    // the objects made for a pointer variable, by their number among them
    owned: FxHashMap<(VarId, u32), ObjectId>,
    // how many elements a new buffer may grow to
    array_limit: u64,
}

impl Space {
    /// The space of a function whose scalars start at small values, with seed 0.
    pub fn for_function(types: Arc<TypeTable>, f: &Function) -> Result<Space, Unsupported> {
        Space::with_init(types, f, Init::default())
    }

    /// The space of a function: its parameters laid out like the members of a C struct at
    /// [`INPUT_BASE`](crate::INPUT_BASE), then the slot of the return value.
    pub fn with_init(types: Arc<TypeTable>, f: &Function, init: Init) -> Result<Space, Unsupported> {
        let mut limits = Limits::default();
        let (signature, block) = Signature::lay_out(&types, f, &mut limits)?;
        let numbers = (0..limits.len()).collect();
        let mut space = Space {
            types,
            signature,
            objects: Objects::new(),
            vars: Variables::new(init),
            shapes: Shapes::default(),
            limits,
            marks: Marks::default(),
            globals: Globals::default(),
            owned: FxHashMap::default(),
            array_limit: ARRAY_LIMIT,
        };
        let layout = Layout { fixed: block.size, start: 0, stride: 0 };
        let id = space.objects.place(None, layout, 0..=0, 16, Origin::Arguments);
        space.add_vars(id, &NamedShape::new(block.shape, numbers), 0, 0, "");
        Ok(space)
    }

    /// Limits the number of elements that buffers made from now on may grow to.
    pub fn limit_arrays(&mut self, elems: u64) {
        self.array_limit = elems.max(1);
    }

    /// The number of elements that a buffer may grow to.
    pub fn array_limit(&self) -> u64 {
        self.array_limit
    }

    /// The types of the program.
    pub fn types(&self) -> &Arc<TypeTable> {
        &self.types
    }
}

/// The signature.
impl Space {
    /// The name of the function.
    pub fn function(&self) -> &str {
        &self.signature.function
    }

    /// Sets the text of the call, for a function whose arguments are constants instead of inputs.
    pub fn call_as(&mut self, call: String) {
        self.signature.fixed_call = Some(call);
    }

    /// The text of the call, where the arguments are constants instead of inputs.
    pub fn fixed_call(&self) -> Option<&str> {
        self.signature.fixed_call.as_deref()
    }

    /// Whether the function takes variadic arguments; none are ever passed.
    pub fn is_variadic(&self) -> bool {
        self.signature.variadic
    }

    /// The parameters.
    pub fn args(&self) -> &[Arg] {
        &self.signature.args
    }

    /// The slot of the return value; `None` for void.
    pub fn ret(&self) -> Option<Ret> {
        self.signature.ret
    }
}

/// Objects and variables.
impl Space {
    /// All objects made so far; the first is the argument block.
    pub fn objects(&self) -> &[Object] {
        self.objects.all()
    }

    /// All variables made so far.
    pub fn vars(&self) -> &[Var] {
        self.vars.all()
    }

    /// An object made before.
    pub fn object(&self, id: ObjectId) -> &Object {
        self.objects.get(id)
    }

    /// The address of an object.
    pub fn address(&self, id: ObjectId) -> u64 {
        self.object(id).address
    }

    /// The address of a variable.
    pub fn var_address(&self, v: VarId) -> u64 {
        let var = &self.vars()[v as usize];
        self.address(var.object) + var.offset
    }

    /// The object that starts at an address.
    pub fn object_at(&self, address: u64) -> Option<ObjectId> {
        self.object_containing(address).filter(|(_, offset)| *offset == 0).map(|(id, _)| id)
    }

    /// The object that an address is reserved for, and the offset in it.
    pub fn object_containing(&self, address: u64) -> Option<(ObjectId, u64)> {
        self.objects.containing(address)
    }

    /// The last object that starts at an address or before it.
    pub(crate) fn object_before(&self, address: u64) -> Option<ObjectId> {
        self.objects.before(address)
    }

    /// The variable at an offset of an object.
    pub fn var_at(&self, object: ObjectId, offset: u64) -> Option<VarId> {
        self.var_before(object, offset).filter(|v| self.vars()[*v as usize].offset == offset)
    }

    /// The last variable of an object that starts at an offset or before it.
    pub(crate) fn var_before(&self, object: ObjectId, offset: u64) -> Option<VarId> {
        self.vars.before(&self.object(object).vars, offset)
    }

    /// Whether a pointer variable may be given the start of an object: the types are compatible.
    pub fn fits(&self, v: VarId, object: ObjectId) -> bool {
        let kind = self.vars().get(v as usize).map(|var| var.kind);
        // The runtime copies the value of a mark to its destination: no pointer may lead to the source.
        let is_place = |o: &&Object| !matches!(o.origin, Origin::Mark(..));
        let ty = self.objects().get(object as usize).filter(is_place).and_then(|o| o.ty);
        matches!((kind, ty), (Some(VarKind::Pointer { pointee }), Some(ty)) if self.types.compatible(ty, pointee))
    }

    /// Whether an object has bytes that no variable stands for: the padding of a struct.
    pub fn has_padding(&self) -> bool {
        let is_padded = |object: &Object| {
            let bytes: u64 = object.vars().map(|v| u64::from(self.vars()[v as usize].bytes)).sum();
            object.ty.is_some() && bytes < object.layout.size(object.made)
        };
        self.objects().iter().any(is_padded)
    }

    /// The value of a variable before anything sets it.
    pub fn default_value(&self, v: VarId) -> u64 {
        self.vars.default_value(v)
    }

    /// The value of a variable that keeps a fixed one.
    pub fn fixed_value(&self, v: VarId) -> Option<u64> {
        let is_fixed = matches!(self.vars().get(v as usize)?.kind, VarKind::Fixed);
        is_fixed.then(|| self.default_value(v))
    }

    /// The path from the object (or the argument block) to a variable: `.a[2].x`.
    pub fn path(&self, v: VarId) -> &str {
        self.vars.path(v)
    }
}

/// Limits.
impl Space {
    /// Adds the reason why something could not be made an input.
    pub fn add_limit(&mut self, limit: String) {
        self.limits.add(limit, false);
    }

    /// The parts that could not be made inputs and stay NULL or 0, with the reasons.
    pub fn limits(&self) -> &[String] {
        self.limits.texts()
    }

    /// The limits without variables: no run shows that it depends on one of them.
    pub fn unwatched_limits(&self) -> impl Iterator<Item = &str> {
        self.limits.unwatched()
    }

    /// The reason why a variable keeps a fixed value, if it does.
    pub fn limit_of(&self, v: VarId) -> Option<&str> {
        self.limits.of(v)
    }

    /// Whether there are variables that keep a fixed value.
    pub fn has_fixed(&self) -> bool {
        self.limits.fixes_any()
    }

    /// Whether a pointer is among the parts that could not be made inputs.
    pub fn leaves_pointer(&self) -> bool {
        self.limits.leaves_pointer
    }
}

/// Marks and globals.
impl Space {
    /// Records the type of the elements that the mark at `site` asks for.
    pub fn add_site(&mut self, site: u64, ty: TypeId) {
        self.marks.add_site(site, ty);
    }

    /// The mark whose description lies at `site` and that asks for elements of `size` bytes.
    pub fn mark(&mut self, site: u64, size: u64, name: impl FnOnce() -> String) -> MarkId {
        self.marks.at(&self.types, site, size, name)
    }

    /// The marks met so far.
    pub fn marks(&self) -> &[Mark] {
        self.marks.all()
    }

    /// The name of the `k`-th request of a mark (from 0): `x`, `x#2`, `x#3`.
    pub fn mark_name(&self, mark: MarkId, k: u32) -> String {
        self.marks.name(mark, k)
    }

    /// The global of that name, if it is an input.
    pub fn global(&self, name: &str) -> Option<ObjectId> {
        self.globals().iter().copied().find(|id| globals::is_named(self.object(*id), name))
    }

    /// Whether a global is an input or watched.
    pub fn knows_global(&self, name: &str) -> bool {
        self.globals().iter().chain(self.fixed_globals()).any(|id| globals::is_named(self.object(*id), name))
    }

    /// The initial bytes of a global.
    pub fn first_bytes(&self, global: ObjectId) -> &[u8] {
        self.globals.initial_bytes(global)
    }

    /// Marks the global added last as one that other files can point to.
    pub fn expose_global(&mut self) {
        self.globals.expose_last();
    }

    /// The globals that are inputs and that other files can point to.
    pub fn exposed_globals(&self) -> &[ObjectId] {
        self.globals.exposed()
    }

    /// The variables of the program that are inputs.
    pub fn globals(&self) -> &[ObjectId] {
        self.globals.inputs()
    }

    /// The variables of the program that keep their initial value, but are watched.
    pub(crate) fn fixed_globals(&self) -> &[ObjectId] {
        self.globals.fixed()
    }

    /// Whether an object is a global that only this program's files set.
    pub fn is_closed_global(&self, id: ObjectId) -> bool {
        matches!(self.object(id).origin, Origin::Global(_)) && !self.globals.is_open(id)
    }
}

//! An input as C: the objects, the links between them, the call.
//!
//! ```c
//! struct cell cell1 = { .v = 3, .next = &cell1 };
//! testme(&cell1, 1);
//! ```

mod declare;
mod heap;
mod literal;
mod union;
mod value;

use std::collections::BTreeSet;

use acute_input::view::{Names, Node};
use acute_input::{Input, ObjectId, Origin, Space};
use acute_types::Unnameable;

use declare::Renderer;
pub use literal::literal;

/// An input as C text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rendering {
    /// Declarations and assignments, one a line.
    pub setup: Vec<String>,
    /// The call, without a semicolon.
    pub call: String,
    /// The objects by their names, in the order they are reached in.
    pub objects: Vec<(ObjectId, String)>,
    /// The storage of the objects.
    pub storage: Storage,
    /// The values of marks: the name of the mark, the name of the value here, its number of elements.
    pub marks: Vec<(String, String, u64)>,
    /// The objects whose names are pointers: arrays, and structs that are longer than their type.
    pointers: BTreeSet<ObjectId>,
}

/// The storage of an input's objects in C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Local variables.
    Local,
    /// Allocated, each by itself: the function may free them.
    Heap,
}

impl Rendering {
    /// The expression that points to the start of an object.
    pub fn pointer_to(&self, object: ObjectId) -> Option<String> {
        let (_, name) = self.objects.iter().find(|(id, _)| *id == object)?;
        Some(if self.is_variable(object) { format!("&{name}") } else { name.to_owned() })
    }

    /// Whether the name of an object is that of a variable of its type, not a pointer or an array.
    pub fn is_variable(&self, object: ObjectId) -> bool {
        self.storage == Storage::Local && !self.pointers.contains(&object)
    }
}

/// Renders an input for a reader: declarations, then the call. Bytes of a union outside of the member
/// shown are left out.
///
/// Fails only when an object has a type that C has no name for.
pub fn render_call(input: &Input, space: &Space) -> Result<String, Unnameable> {
    let rendering = render_as(input, space, Storage::Local, false)?;
    let mut text = String::new();
    for line in &rendering.setup {
        text.push_str(line);
        text.push('\n');
    }
    Ok(text + &rendering.call + ";\n")
}

/// Renders an input for a test: every byte of an object that a member can be read from is set.
pub fn render(input: &Input, space: &Space, storage: Storage) -> Result<Rendering, Unnameable> {
    render_as(input, space, storage, true)
}

/// Whether a variable of its type can hold an object: one element, no flexible array in use.
fn is_one(input: &Input, space: &Space, object: ObjectId) -> bool {
    input.elems(space, object) == u64::from(space.object(object).flexible.is_none())
}

fn render_as(input: &Input, space: &Space, storage: Storage, exact: bool) -> Result<Rendering, Unnameable> {
    let mut names = Names::new(input, space);
    // Arguments that are structs become variables named like their parameters.
    let arg_names: Vec<String> = space.args().iter().map(|a| names.for_param(&a.name)).collect();
    let mut renderer = Renderer {
        input,
        space,
        storage,
        exact,
        names,
        // Globals are there before anything else.
        declared: space.globals().iter().copied().collect(),
        links: Vec::new(),
    };
    let mut setup = match storage {
        Storage::Local => renderer.local_objects()?,
        Storage::Heap => renderer.heap_objects()?,
    };
    setup.append(&mut renderer.links);
    let mut arguments = Vec::new();
    for (arg, name) in space.args().iter().zip(arg_names) {
        let tree = space.tree(0, space.types().unqualified(arg.ty), arg.offset, false);
        if matches!(tree.node, Node::Struct(_) | Node::Union(..)) {
            let value = renderer.value(&tree, &name)?;
            setup.push(format!("{} = {value};", space.types().c_decl(tree.ty, &name)?));
            renderer.clear(&tree, &name);
            setup.append(&mut renderer.links);
            arguments.push(name);
        } else {
            arguments.push(renderer.value(&tree, &name)?);
        }
    }
    for (id, _) in renderer.names.marks.clone() {
        setup.push(renderer.declaration(id)?);
    }
    setup.append(&mut renderer.links);
    for id in space.globals() {
        renderer.global(*id, &mut setup)?;
    }
    let call = match space.fixed_call() {
        Some(call) => call.to_owned(),
        None => format!("{}({})", space.function(), arguments.join(", ")),
    };
    let pointers = renderer.names.list.iter().map(|(id, _)| *id).filter(|id| !is_one(input, space, *id));
    let pointers = pointers.collect();
    let mut marks = Vec::new();
    for (id, name) in &renderer.names.marks {
        if let Origin::Mark(mark, _) = space.object(*id).origin {
            marks.push((space.mark_name(mark, 0), name.clone(), input.elems(space, *id)));
        }
    }
    Ok(Rendering { setup, call, objects: renderer.names.list, storage, marks, pointers })
}

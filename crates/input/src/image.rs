//! An input as bytes, which the runtime copies in before it calls the function.

use crate::REDZONE;
use crate::input::Input;
use crate::object::{ObjectId, Origin, VarId, VarKind};
use crate::space::Space;

/// Bytes that belong at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Their address.
    pub address: u64,
    /// Their offset in [`Image::bytes`].
    pub offset: u64,
    /// Their number.
    pub len: u64,
    /// The number of bytes behind them that no access may touch.
    pub redzone: u64,
}

/// An object of an input that a run has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The object.
    pub object: ObjectId,
    /// Its bytes before the run.
    pub before: Vec<u8>,
    /// Its bytes after the run.
    pub after: Vec<u8>,
}

/// The value of one request of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given {
    /// The mark.
    pub site: u64,
    /// The number of the request, from 0.
    pub k: u32,
    /// The size of the value in bytes.
    pub bytes: u64,
    /// The address of the value.
    pub address: u64,
}

/// A variable that lies in an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its address.
    pub address: u64,
    /// The variable.
    pub var: VarId,
    /// Its size in bytes.
    pub bytes: u8,
}

/// The memory of an input; its buffers are filled again for every run.
#[derive(Clone, Debug, Default)]
pub struct Image {
    /// One segment an object, the argument block first.
    pub segments: Vec<Segment>,
    /// The bytes of all segments.
    pub bytes: Vec<u8>,
    /// The variables in them, grouped like the segments.
    pub labels: Vec<Label>,
    /// The values of marks.
    pub given: Vec<Given>,
    reach: Reach,
}

/// The objects of an input, with the marks that finding them takes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    pub objects: Vec<ObjectId>,
    /// `seen[o] == round` marks object `o`; a new round forgets all marks at once.
    seen: Vec<u32>,
    round: u32,
}

impl Reach {
    /// Finds the objects reachable from the roots, breadth first, pointers by offset.
    pub fn find(&mut self, input: &Input, space: &Space) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.seen.fill(0);
            self.round = 1;
        }
        self.seen.resize(space.objects().len(), 0);
        self.objects.clear();
        for root in input.roots(space) {
            self.seen[root as usize] = self.round;
            self.objects.push(root);
        }
        let mut next = 0;
        while let Some(object) = self.objects.get(next) {
            next += 1;
            for v in input.vars(space, *object) {
                if !matches!(space.vars()[v as usize].kind, VarKind::Pointer { .. }) {
                    continue;
                }
                let value = input.get(space, v);
                let Some((target, _)) = space.object_containing(value).filter(|_| value != 0) else {
                    continue;
                };
                if self.seen[target as usize] != self.round {
                    self.seen[target as usize] = self.round;
                    self.objects.push(target);
                }
            }
        }
    }
}

impl Input {
    /// The roots of the input: the argument block, the globals and the objects that marks are given.
    pub fn roots<'a>(&'a self, space: &'a Space) -> impl Iterator<Item = ObjectId> + 'a {
        let globals = space.globals().iter().chain(space.fixed_globals());
        std::iter::once(&0).chain(globals).chain(self.marks()).copied()
    }

    /// The objects of the input, the argument block first, in a repeatable order.
    pub fn reachable(&self, space: &Space) -> Vec<ObjectId> {
        let mut reach = Reach::default();
        reach.find(self, space);
        reach.objects
    }

    /// Lays the input out as bytes.
    pub fn image(&self, space: &Space, out: &mut Image) {
        let Image { segments, bytes, labels, given, reach } = out;
        segments.clear();
        bytes.clear();
        labels.clear();
        given.clear();
        reach.find(self, space);
        for id in &reach.objects {
            let object = space.object(*id);
            let start = bytes.len();
            let size = self.size(space, *id);
            let redzone = match object.origin {
                Origin::Global(_) => 0,
                _ => object.reserve() - size + REDZONE,
            };
            match object.origin {
                // Bytes of a global that are no input keep their initial values.
                Origin::Global(_) => bytes.extend_from_slice(space.first_bytes(*id)),
                _ => bytes.resize(start + size as usize, 0),
            }
            segments.push(Segment { address: object.address, offset: start as u64, len: size, redzone });
            if let Origin::Mark(mark, k) = object.origin {
                let site = space.marks()[mark as usize].site;
                given.push(Given { site, k, bytes: size, address: object.address });
            }
            let memory = &mut bytes[start..];
            for v in self.vars(space, *id) {
                let var = &space.vars()[v as usize];
                let value = self.get(space, v).to_le_bytes();
                let (at, n) = (var.offset as usize, usize::from(var.bytes));
                memory[at..at + n].copy_from_slice(&value[..n]);
                labels.push(Label { address: object.address + var.offset, var: v, bytes: var.bytes });
            }
        }
    }
}

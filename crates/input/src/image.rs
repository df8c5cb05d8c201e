//! An input as bytes: what the runtime copies in before the function is called.

use crate::input::Input;
use crate::object::{ObjectId, VarId, VarKind};
use crate::space::Space;

/// Bytes that belong at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Where they belong.
    pub address: u64,
    /// Where they start in [`Image::bytes`].
    pub offset: u64,
    /// How many there are.
    pub len: u64,
}

/// A variable that lies in an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where it lies.
    pub address: u64,
    /// Which variable it is.
    pub var: VarId,
    /// How many bytes it has.
    pub bytes: u8,
}

/// The memory of an input; kept and filled again for every run.
#[derive(Clone, Debug, Default)]
pub struct Image {
    /// One segment an object, the argument block first.
    pub segments: Vec<Segment>,
    /// The bytes of all segments.
    pub bytes: Vec<u8>,
    /// The variables in them, grouped like the segments.
    pub labels: Vec<Label>,
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
    /// Finds the objects reachable from the argument block, breadth first, pointers by offset.
    pub fn find(&mut self, input: &Input, space: &Space) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.seen.fill(0);
            self.round = 1;
        }
        self.seen.resize(space.objects().len(), 0);
        self.objects.clear();
        self.objects.push(0);
        self.seen[0] = self.round;
        let mut next = 0;
        while let Some(object) = self.objects.get(next) {
            next += 1;
            for v in space.object(*object).vars() {
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
    /// The objects reachable from the argument block, it first, in a repeatable order.
    pub fn reachable(&self, space: &Space) -> Vec<ObjectId> {
        let mut reach = Reach::default();
        reach.find(self, space);
        reach.objects
    }

    /// Lays the input out as bytes.
    pub fn image(&self, space: &Space, out: &mut Image) {
        let Image { segments, bytes, labels, reach } = out;
        segments.clear();
        bytes.clear();
        labels.clear();
        reach.find(self, space);
        for id in &reach.objects {
            let object = space.object(*id);
            let start = bytes.len();
            bytes.resize(start + object.size as usize, 0);
            segments.push(Segment { address: object.address, offset: start as u64, len: object.size });
            let memory = &mut bytes[start..];
            for v in object.vars() {
                let var = &space.vars()[v as usize];
                let value = self.get(space, v).to_le_bytes();
                let (at, n) = (var.offset as usize, usize::from(var.bytes));
                memory[at..at + n].copy_from_slice(&value[..n]);
                labels.push(Label { address: object.address + var.offset, var: v, bytes: var.bytes });
            }
        }
    }
}

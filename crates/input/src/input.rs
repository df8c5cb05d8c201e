//! One input: a value for every variable of a space.

use crate::init::mask;
use crate::object::VarId;
use crate::space::Space;

/// A value for every variable; variables that were never set have their default value.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Input {
    // By VarId; variables behind the end have their default value.
    values: Vec<u64>,
}

impl Input {
    /// The input with all default values: all pointers NULL.
    pub fn new() -> Input {
        Input::default()
    }

    /// The value of a variable, as its bits without a sign.
    pub fn get(&self, space: &Space, v: VarId) -> u64 {
        match self.values.get(v as usize) {
            Some(value) => *value,
            None => space.default_value(v),
        }
    }

    /// Gives a variable a value; bits that it has no room for are dropped.
    pub fn set(&mut self, space: &Space, v: VarId, value: u64) {
        let Some(var) = space.vars().get(v as usize) else {
            return;
        };
        while self.values.len() <= v as usize {
            self.values.push(space.default_value(self.values.len() as VarId));
        }
        self.values[v as usize] = value & mask(var.bytes);
    }

    /// The values of all variables that the space has by now, in their order.
    pub fn values(&mut self, space: &Space) -> &[u64] {
        while self.values.len() < space.vars().len() {
            self.values.push(space.default_value(self.values.len() as VarId));
        }
        &self.values
    }

    /// The value of a variable with its sign, for signed integers.
    pub fn get_signed(&self, space: &Space, v: VarId) -> i64 {
        let bytes = space.vars().get(v as usize).map_or(8, |var| var.bytes);
        let shift = 64 - 8 * u32::from(bytes.clamp(1, 8));
        ((self.get(space, v) << shift) as i64) >> shift
    }
}

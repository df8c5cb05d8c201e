//! The logical names of variables.

use super::Space;
use crate::object::{Origin, VarId};

impl Space {
    /// The logical name of a variable: an expression over the parameters like `p->next->v`. The
    /// second object that a pointer can own is written `p@1`.
    pub fn var_name(&self, v: VarId) -> String {
        let mut chain = Vec::new();
        let mut at = v;
        while let Origin::Pointer(owner, k) = self.object(self.vars()[at as usize].object).origin {
            chain.push((at, k));
            at = owner;
        }
        let root = match &self.object(self.vars()[at as usize].object).origin {
            Origin::Global(name) => name.clone(),
            Origin::Mark(mark, k) => self.mark_name(*mark, *k),
            _ => String::new(),
        };
        let mut name = format!("{root}{}", self.path(at));
        for (v, k) in chain.into_iter().rev() {
            if k > 0 {
                name.push_str(&format!("@{k}"));
            }
            let path = self.path(v);
            let var = &self.vars()[v as usize];
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
}

#[cfg(test)]
mod tests {
    use crate::space::testing::Sample;

    #[test]
    fn a_name_follows_the_pointers_from_a_parameter() {
        let mut space = Sample::new().space();
        let first = space.object_for(0, 0).expect("an object");
        let next = space.object(first).vars[0].start + 1;
        assert_eq!(space.var_name(next), "p->next");
        let other = space.object_for(next, 1).expect("an object");
        assert_eq!(space.var_name(space.object(other).vars[0].start), "p->next@1->v");
        space.grow(first, 2).expect("room");
        assert_eq!(space.var_name(space.object(first).vars().last().expect("grown")), "p[1].next");
    }
}

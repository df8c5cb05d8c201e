//! Which objects become one when pointers become equal: the congruence closure over the pointers that a path has
//! followed. Of two equal ones that were followed, the objects are one; so are, field by field, the variables in
//! them, and with these what they lead to. A cycle that is closed makes a list shorter this way, all around.
use super::alias::Renaming;
use acute_expr::{Lit, Op, Pool, VarId};
use acute_input::{Input, ObjectId, Origin, Space, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The classes of equal variables and of objects that are one.
pub struct Merge<'a> {
    space: &'a mut Space,
    input: &'a mut Input,
    // what the path speaks of, under any name
    used: FxHashSet<VarId>,
    // union-find; an object that is missing is a class of its own
    equal: FxHashMap<VarId, VarId>,
    // by root of the former: where those lead that were followed
    leads: FxHashMap<VarId, ObjectId>,
    // union-find; the root is the one that stays
    stays: FxHashMap<ObjectId, ObjectId>,
    // by object: the less, the rather it stays
    ranks: FxHashMap<ObjectId, usize>,
    todo: Vec<(ObjectId, ObjectId)>,
}

/// The rank of what was never followed, and of what a pointer has left.
const UNREAD: usize = usize::MAX - 1;
const LEFT: usize = usize::MAX;

/// What came of it.
pub struct Merged {
    /// What stands for the variables of the objects that are left.
    pub renaming: Renaming,
    /// Whether the conditions leave no choice but this.
    pub forced: bool,
}

impl<'a> Merge<'a> {
    /// Nothing is merged yet.
    pub fn new(space: &'a mut Space, input: &'a mut Input, used: FxHashSet<VarId>) -> Merge<'a> {
        let (equal, leads, stays, ranks) = Default::default();
        Merge { space, input, used, equal, leads, stays, ranks, todo: vec![] }
    }

    /// Makes one what has to be by the literals and what `changes` would make one, for a path that has followed
    /// the pointers `read`. The input takes the changes over, and its pointers lead to what stays. Nothing where an
    /// object has no place for what is known of the other.
    pub fn run(
        mut self,
        pool: &Pool,
        lits: &[Lit],
        read: &[VarId],
        moved: Vec<(ObjectId, ObjectId)>,
        changes: &[(VarId, u64)],
    ) -> Option<Merged> {
        let mut pointers: Vec<VarId> = read.to_vec();
        for lit in lits.iter().filter(|l| l.positive && pool.op(l.expr) == Op::Eq) {
            let [a, b] = [0, 1].map(|k| pool.operands(lit.expr)[k]);
            match (pool.as_var(a), pool.as_var(b)) {
                (Some(a), Some(b)) => {
                    self.equate(a, b);
                    pointers.extend([a, b].into_iter().filter(|v| self.is_pointer(*v)));
                }
                (Some(v), None) | (None, Some(v)) => {
                    let address = pool.as_const(a).or(pool.as_const(b)).unwrap_or(0);
                    if let Some(object) = target(self.space, v, address) {
                        self.lead(v, object);
                    }
                }
                (None, None) => {}
            }
        }
        let before: Vec<(VarId, ObjectId)> = read
            .iter()
            .filter_map(|v| Some((*v, target(self.space, *v, self.input.get(self.space, *v))?)))
            .collect();
        for (rank, (v, object)) in before.iter().enumerate() {
            self.ranks.entry(*object).or_insert(rank);
            self.lead(*v, *object);
        }
        for (v, value) in changes {
            self.input.set(self.space, *v, *value);
        }
        let is_followed: FxHashSet<ObjectId> = self.ranks.keys().copied().collect();
        moved.iter().for_each(|(from, _)| _ = self.ranks.insert(*from, LEFT));
        self.close()?;
        let mut forced = true;
        // What else led to the same object is taken to lead to the same one still.
        let mut first: FxHashMap<ObjectId, VarId> = FxHashMap::default();
        for (v, object) in before {
            let with = *first.entry(object).or_insert(v);
            if self.class(with) != self.class(v) {
                self.equate(with, v);
                forced = false;
            }
        }
        for (from, to) in moved {
            let one = self.stays(from) == self.stays(to);
            let known =
                is_followed.contains(&to) || self.space.object(to).vars().any(|v| self.used.contains(&v));
            forced &= one || !known;
            self.todo.push((from, to));
        }
        self.close()?;
        self.place(pointers);
        let renaming = self.renaming();
        Some(Merged { renaming, forced })
    }

    /// Two variables have the same value.
    fn equate(&mut self, a: VarId, b: VarId) {
        let (a, b) = (self.class(a), self.class(b));
        if a == b {
            return;
        }
        self.equal.insert(a, b);
        if let Some(object) = self.leads.remove(&a) {
            self.lead(b, object);
        }
    }

    /// A pointer leads to an object.
    fn lead(&mut self, v: VarId, object: ObjectId) {
        let other = *self.leads.entry(self.class(v)).or_insert(object);
        if other != object {
            self.todo.push((other, object));
        }
    }

    /// Until nothing more becomes one.
    fn close(&mut self) -> Option<()> {
        while let Some((a, b)) = self.todo.pop() {
            let (a, b) = (self.stays(a), self.stays(b));
            if a != b {
                let (gone, stays) = if self.order(a) < self.order(b) { (b, a) } else { (a, b) };
                self.stays.insert(gone, stays);
                self.unite(gone, stays)?;
            }
        }
        Some(())
    }

    /// Of two objects the one that is less stays: what cannot move, then what was followed first.
    fn order(&self, object: ObjectId) -> (bool, usize, ObjectId) {
        let moves = matches!(self.space.object(object).origin, Origin::Pointer(..));
        (moves, self.ranks.get(&object).copied().unwrap_or(UNREAD), object)
    }

    /// The fields of two objects are the same. What the path does not know of the one that stays is taken over.
    fn unite(&mut self, gone: ObjectId, stays: ObjectId) -> Option<()> {
        let most = self.space.object(stays).most;
        let elems = self.input.elems(self.space, gone).min(most);
        if elems > self.input.elems(self.space, stays) {
            self.space.grow(stays, elems).ok()?;
            self.input.set_elems(stays, elems);
        }
        let vars: Vec<VarId> = self.input.vars(self.space, gone).collect();
        for a in vars {
            let is_used = self.used.contains(&a);
            let Some(b) = self.twin(a, stays) else {
                if is_used {
                    return None;
                }
                continue;
            };
            self.equate(a, b);
            if is_used && self.used.insert(b) {
                let value = self.input.get(self.space, a);
                self.input.set(self.space, b, value);
            }
        }
        Some(())
    }

    /// The variable of another object that lies where `v` does in its own.
    fn twin(&self, v: VarId, object: ObjectId) -> Option<VarId> {
        let var = &self.space.vars()[v as usize];
        let twin = self.space.var_at(object, var.offset)?;
        (self.space.vars()[twin as usize].bytes == var.bytes).then_some(twin)
    }

    /// Lets pointers lead to what stays.
    fn place(&mut self, pointers: Vec<VarId>) {
        for v in pointers {
            if let Some(object) = self.leads.get(&self.class(v)) {
                let object = self.stays(*object);
                let new = self.twin(v, self.stays(self.space.vars()[v as usize].object)).unwrap_or(v);
                self.input.set(self.space, new, self.space.address(object));
            }
        }
    }

    fn renaming(&self) -> Renaming {
        let mut renaming = Renaming::default();
        for gone in self.stays.keys() {
            let stays = self.stays(*gone);
            let vars = self.space.object(*gone).vars();
            renaming.extend(vars.filter_map(|v| Some((v, self.twin(v, stays)?))));
        }
        renaming
    }

    fn is_pointer(&self, v: VarId) -> bool {
        self.space.vars().get(v as usize).is_some_and(|v| matches!(v.kind, VarKind::Pointer { .. }))
    }

    fn class(&self, v: VarId) -> VarId {
        root(&self.equal, v)
    }

    fn stays(&self, object: ObjectId) -> ObjectId {
        root(&self.stays, object)
    }
}

fn root(parents: &FxHashMap<u32, u32>, of: u32) -> u32 {
    let mut at = of;
    while let Some(up) = parents.get(&at) {
        at = *up;
    }
    at
}

/// The objects that pointers that were followed leave, and for which others, where `changes` are made to an input.
pub fn moved(
    space: &Space,
    input: &Input,
    changes: &[(VarId, u64)],
    is_read: impl Fn(VarId) -> bool,
) -> Vec<(ObjectId, ObjectId)> {
    let mut moved = vec![];
    for (v, value) in changes {
        if let (Some(from), Some(to)) = (target(space, *v, input.get(space, *v)), target(space, *v, *value))
            && from != to
            && is_read(*v)
        {
            moved.push((from, to));
        }
    }
    moved
}

/// The object that a pointer with this value leads to the start of.
fn target(space: &Space, v: VarId, value: u64) -> Option<ObjectId> {
    let is_pointer = matches!(space.vars().get(v as usize)?.kind, VarKind::Pointer { .. });
    if is_pointer && value != 0 { space.object_at(value) } else { None }
}

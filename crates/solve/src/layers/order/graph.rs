//! Difference constraints `a - b <= w` over bounded integers, repaired one at a time (Cotton,
//! Maler: "Fast and flexible difference constraint propagation for DPLL(T)", SAT 2006).
//!
//! The present values satisfy all constraints but the new one. Lowering its left side and all it
//! drags along, by Dijkstra's algorithm over reduced weights, gives the greatest solution below
//! the present values, or a negative cycle. Different here: bounds are not edges;
//! where lowering hits a bound, raising the other side is tried, and where both do, the least
//! solution within the bounds (Bellman, Ford) lifts the values first, so that lowering must
//! succeed. Solutions are closed under pointwise maximum, which makes that last step right.

/// Satisfiability of the constraints.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The values satisfy everything again.
    Feasible,
    /// Nothing does.
    Infeasible,
}

#[derive(Copy, Clone)]
struct Edge {
    // value[upper] - value[lower] <= weight
    upper: u32,
    lower: u32,
    weight: i128,
    // the next edge with the same `lower`, with the same `upper`
    next_from_lower: u32,
    next_from_upper: u32,
}

const NONE: u32 = u32::MAX;

enum Shift {
    Done,
    AtBound,
    Cycle,
}

/// Variables with bounds and values, and constraints between two of them.
#[derive(Default)]
pub(crate) struct OrderGraph {
    pub lo: Vec<i128>,
    pub hi: Vec<i128>,
    /// The present values.
    pub at: Vec<i128>,
    edges: Vec<Edge>,
    from_lower: Vec<u32>,
    from_upper: Vec<u32>,
    // scratch of `shift`
    moved: Vec<i128>,
    pending: Vec<u32>,
    done: Vec<bool>,
}

/// A state to return to.
pub(crate) struct Mark {
    lo: Vec<i128>,
    hi: Vec<i128>,
    at: Vec<i128>,
    edges: usize,
}

impl OrderGraph {
    /// Forgets all variables and constraints.
    pub fn clear(&mut self) {
        for list in [&mut self.lo, &mut self.hi, &mut self.at] {
            list.clear();
        }
        self.edges.clear();
        self.from_lower.clear();
        self.from_upper.clear();
    }

    /// Adds the next variable.
    pub fn variable(&mut self, lo: i128, hi: i128, at: i128) {
        self.lo.push(lo);
        self.hi.push(hi);
        self.at.push(at);
        self.from_lower.push(NONE);
        self.from_upper.push(NONE);
    }

    /// The present state.
    pub fn mark(&self) -> Mark {
        Mark { lo: self.lo.clone(), hi: self.hi.clone(), at: self.at.clone(), edges: self.edges.len() }
    }

    /// Returns to a state; edges and bounds since then are gone.
    pub fn undo(&mut self, mark: &Mark) {
        self.lo.clone_from(&mark.lo);
        self.hi.clone_from(&mark.hi);
        self.at.clone_from(&mark.at);
        for i in (mark.edges..self.edges.len()).rev() {
            let edge = self.edges[i];
            self.from_lower[edge.lower as usize] = edge.next_from_lower;
            self.from_upper[edge.upper as usize] = edge.next_from_upper;
        }
        self.edges.truncate(mark.edges);
    }

    /// Adds `upper - lower <= weight`; the values may violate it until it is enforced.
    pub fn edge(&mut self, upper: usize, lower: usize, weight: i128) {
        let index = self.edges.len() as u32;
        self.edges.push(Edge {
            upper: upper as u32,
            lower: lower as u32,
            weight,
            next_from_lower: std::mem::replace(&mut self.from_lower[lower], index),
            next_from_upper: std::mem::replace(&mut self.from_upper[upper], index),
        });
    }

    /// Adds `upper - lower <= weight` and moves the values.
    pub fn enforce(&mut self, upper: usize, lower: usize, weight: i128) -> Outcome {
        self.edge(upper, lower, weight);
        let target = self.at[lower] + weight;
        if self.at[upper] <= target {
            return Outcome::Feasible;
        }
        match self.shift::<false>(upper, target, Some(lower)) {
            Shift::Done => return Outcome::Feasible,
            Shift::Cycle => return Outcome::Infeasible,
            Shift::AtBound => {}
        }
        let target = self.at[upper] - weight;
        match self.shift::<true>(lower, target, Some(upper)) {
            Shift::Done => return Outcome::Feasible,
            Shift::Cycle => return Outcome::Infeasible,
            Shift::AtBound => {}
        }
        if !self.lift() {
            return Outcome::Infeasible;
        }
        let target = self.at[lower] + weight;
        if self.at[upper] > target {
            self.shift::<false>(upper, target, None);
        }
        Outcome::Feasible
    }

    /// Bounds a variable from above and moves the values.
    pub fn enforce_upper(&mut self, x: usize, bound: i128) -> Outcome {
        self.hi[x] = self.hi[x].min(bound);
        if self.at[x] <= bound {
            return Outcome::Feasible;
        }
        // all other constraints hold, so if there is any solution the pointwise minimum with it is
        // one below the present values, and lowering finds the greatest of those
        match self.shift::<false>(x, bound, None) {
            Shift::Done => Outcome::Feasible,
            Shift::AtBound | Shift::Cycle => Outcome::Infeasible,
        }
    }

    /// Bounds a variable from below and moves the values.
    pub fn enforce_lower(&mut self, x: usize, bound: i128) -> Outcome {
        self.lo[x] = self.lo[x].max(bound);
        if self.at[x] >= bound {
            return Outcome::Feasible;
        }
        match self.shift::<true>(x, bound, None) {
            Shift::Done => Outcome::Feasible,
            Shift::AtBound | Shift::Cycle => Outcome::Infeasible,
        }
    }

    /// Moves `x` to `target`, up or down, and with it whatever its edges drag along. If `anchor`
    /// is dragged too there is a negative cycle.
    fn shift<const UP: bool>(&mut self, x: usize, target: i128, anchor: Option<usize>) -> Shift {
        self.moved.clone_from(&self.at);
        self.done.clear();
        self.done.resize(self.at.len(), false);
        self.pending.clear();
        self.pending.push(x as u32);
        self.moved[x] = target;
        while let Some(s) = self.furthest_pending() {
            self.done[s] = true;
            let value = self.moved[s];
            if (UP && value > self.hi[s]) || (!UP && value < self.lo[s]) {
                return Shift::AtBound;
            }
            let mut next = if UP { self.from_upper[s] } else { self.from_lower[s] };
            while next != NONE {
                let edge = self.edges[next as usize];
                next = if UP { edge.next_from_upper } else { edge.next_from_lower };
                let (t, limit) =
                    if UP { (edge.lower, value - edge.weight) } else { (edge.upper, value + edge.weight) };
                let held = self.moved[t as usize];
                if (UP && limit <= held) || (!UP && limit >= held) || self.done[t as usize] {
                    continue;
                }
                if anchor == Some(t as usize) {
                    return Shift::Cycle;
                }
                if held == self.at[t as usize] {
                    self.pending.push(t);
                }
                self.moved[t as usize] = limit;
            }
        }
        std::mem::swap(&mut self.at, &mut self.moved);
        Shift::Done
    }

    /// Takes the waiting variable that has the longest way to go.
    fn furthest_pending(&mut self) -> Option<usize> {
        let way = |&v: &u32| self.moved[v as usize].abs_diff(self.at[v as usize]);
        let best = (0..self.pending.len()).max_by_key(|&i| way(&self.pending[i]))?;
        Some(self.pending.swap_remove(best) as usize)
    }

    /// Raises the values to the least solution where they are below it; false if there is none.
    fn lift(&mut self) -> bool {
        let least = &mut self.moved;
        least.clone_from(&self.lo);
        // without a negative cycle a longest path has fewer edges than there are variables
        for _ in 0..=self.at.len() {
            let mut changed = false;
            for edge in &self.edges {
                let needed = least[edge.upper as usize] - edge.weight;
                if least[edge.lower as usize] < needed {
                    least[edge.lower as usize] = needed;
                    changed = true;
                }
            }
            if !changed {
                if least.iter().zip(&self.hi).any(|(least, hi)| least > hi) {
                    return false;
                }
                for (at, &least) in self.at.iter_mut().zip(least.iter()) {
                    *at = (*at).max(least);
                }
                return true;
            }
        }
        false
    }
}

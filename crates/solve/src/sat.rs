//! The last resort: the whole slice as a circuit, given to a CDCL solver (batsat, a MiniSat).
//!
//! What a slice says is assumed, not stated, so the circuits and what the solver learnt of them serve the next
//! slice as well, which along a path is mostly about the same terms.
//!
//! Pointer domains are clauses behind a switch that is assumed on: if the slice is refuted with it,
//! it is tried once more with the switch left open, and only a refutation then is `Unsat`. They are addresses even
//! then: `p + n` does not wrap around for any object.

use crate::blast::{Circuit, Most};
use crate::domain::Domains;
use crate::gates::{Bit, Budget, Gates};
use crate::program::Program;
use crate::range::Range;
use crate::slice::Slice;
use crate::{ADDRESS_BITS, Verdict};

/// So many gates more and a conflict counts as one more: what is looked at for it is a part of all of them.
const CHEAP: u64 = 1 << 13;

/// Bit-blasting with its budget.
pub(crate) struct SatLayer {
    gates: usize,
    // circuits of earlier slices with all that was learnt of them
    kept: Option<(Gates, Circuit)>,
    /// Gates that were made so far.
    pub made: usize,
    /// Queries that took more than they might, here or in parts, so far.
    pub given_up: u64,
    /// What was done so far, in nanoseconds or so.
    pub work: u64,
}

/// Nanoseconds or so that a gate takes to make, and one thing that follows from another.
const GATE: u64 = 500;
const PROPAGATION: u64 = 100;

impl SatLayer {
    /// Gives up after so many gates.
    pub fn new(gates: usize) -> Self {
        SatLayer { gates, kept: None, made: 0, given_up: 0, work: 0 }
    }

    /// Decides the slice within that and the budget. The values serve as hints first.
    pub fn solve(
        &mut self,
        slice: &Slice,
        program: &Program,
        domains: &Domains,
        values: &mut [u64],
        ranges: &[Range],
        budget: Budget,
    ) -> Verdict {
        if ranges.iter().any(Range::is_empty) {
            return Verdict::Unsat;
        }
        let kept = self.kept.take().filter(|(_, circuit)| circuit.suits(program, ranges));
        let (mut gates, mut circuit) = kept.unwrap_or_else(|| (Gates::new(), Circuit::default()));
        let before = gates.count;
        let most = Most { all: self.gates, new: budget.gates };
        let built = circuit.build(&mut gates, program, values, ranges, most, &budget.patience);
        self.made += gates.count - before;
        self.work += (gates.count - before) as u64 * GATE;
        if built.is_none() {
            self.given_up += 1;
            return Verdict::Pass;
        }
        let holds = |&(at, positive): &(u32, bool)| {
            let bit = circuit.of(at as usize)[0];
            if positive { bit } else { !bit }
        };
        let budget = Budget { left: budget.left * CHEAP / (CHEAP + gates.count as u64), ..budget };
        let mut assumed: Vec<Bit> = program.roots.iter().map(holds).collect();
        let all = assumed.len();
        assumed.extend(self.restrict(&mut gates, slice, program, &circuit, domains));
        let propagated = gates.propagations();
        let verdict = match gates.solve(&assumed, budget) {
            Some(true) => Verdict::Sat,
            Some(false) if assumed.len() == all => Verdict::Unsat,
            Some(false) => {
                assumed.truncate(all);
                assumed.extend(addresses(slice, program, &circuit, domains));
                let refuted = gates.solve(&assumed, budget) == Some(false);
                if refuted { Verdict::Unsat } else { Verdict::Pass }
            }
            None => Verdict::Pass,
        };
        self.given_up += u64::from(verdict == Verdict::Pass);
        self.work += (gates.propagations() - propagated) * PROPAGATION;
        if verdict == Verdict::Sat {
            read_model(&mut gates, program, &circuit, values);
        }
        // domains are of this slice alone
        if !slice.any_pointer {
            self.kept = Some((gates, circuit));
        }
        verdict
    }

    /// Confines pointers to their domains, if the switch returned is on.
    fn restrict(
        &self,
        gates: &mut Gates,
        slice: &Slice,
        program: &Program,
        circuit: &Circuit,
        domains: &Domains,
    ) -> Vec<Bit> {
        if !slice.any_pointer {
            return Vec::new();
        }
        let switch = gates.input(Some(true));
        for place in 0..slice.vars.len() {
            let Some(allowed) = domains.of(place) else { continue };
            let mut one_of = vec![!switch];
            for &value in allowed {
                let bits = circuit.of(program.var_at[place] as usize);
                let chosen = gates.input(None);
                for (i, &bit) in bits.iter().enumerate() {
                    gates.clause(&[!chosen, if value >> i & 1 == 1 { bit } else { !bit }]);
                }
                one_of.push(chosen);
            }
            gates.clause(&one_of);
        }
        vec![switch]
    }
}

/// What holds of every pointer that nobody compares with what is no address.
fn addresses(slice: &Slice, program: &Program, circuit: &Circuit, domains: &Domains) -> Vec<Bit> {
    let is_address = |values: &&[u64]| values.iter().all(|value| value >> ADDRESS_BITS == 0);
    let places = (0..slice.vars.len()).filter(|place| domains.of(*place).filter(is_address).is_some());
    let bits = places.flat_map(|place| circuit.of(program.var_at[place] as usize).iter().skip(ADDRESS_BITS));
    bits.map(|bit| !*bit).collect()
}

fn read_model(gates: &mut Gates, program: &Program, circuit: &Circuit, values: &mut [u64]) {
    for (place, slot) in values.iter_mut().enumerate() {
        for (i, &bit) in circuit.of(program.var_at[place] as usize).iter().enumerate() {
            match gates.value(bit) {
                Some(true) => *slot |= 1 << i,
                Some(false) => *slot &= !(1 << i),
                None => {}
            }
        }
    }
}

//! The last resort: the whole slice as a circuit, given to a CDCL solver (batsat, a MiniSat).
//!
//! Pointer domains are clauses behind a switch that is assumed on: if the slice is refuted with it,
//! it is tried once more with the switch left open, and only a refutation then is `Unsat`.

use crate::Verdict;
use crate::blast::Circuit;
use crate::domain::Domains;
use crate::gates::{Bit, Budget, Gates};
use crate::program::Program;
use crate::range::Range;
use crate::slice::Slice;

/// Bit-blasting with its budget.
pub(crate) struct SatLayer {
    gates: usize,
}

impl SatLayer {
    /// Gives up after so many gates.
    pub fn new(gates: usize) -> Self {
        SatLayer { gates }
    }

    /// Decides the slice within that and the budget. The values serve as hints first.
    pub fn solve(
        &self,
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
        let mut gates = Gates::new(budget);
        let Some(circuit) = Circuit::build(&mut gates, program, values, ranges, self.gates) else {
            return Verdict::Pass;
        };
        for &(at, positive) in &program.roots {
            let holds = circuit.of(at as usize)[0];
            gates.clause(&[if positive { holds } else { !holds }]);
        }
        let switch = self.restrict(&mut gates, slice, program, &circuit, domains);
        match gates.solve(&switch) {
            Some(true) => {}
            Some(false) if switch.is_empty() || gates.solve(&[]) == Some(false) => return Verdict::Unsat,
            Some(false) | None => return Verdict::Pass,
        }
        for (place, slot) in values.iter_mut().enumerate() {
            for (i, &bit) in circuit.of(program.var_at[place] as usize).iter().enumerate() {
                match gates.value(bit) {
                    Some(true) => *slot |= 1 << i,
                    Some(false) => *slot &= !(1 << i),
                    None => {}
                }
            }
        }
        Verdict::Sat
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

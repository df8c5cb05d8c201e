//! Bit-blasts the slice and gives the circuit to a CDCL solver (batsat, a MiniSat).
//!
//! Fragment: all integer operations and comparisons of floats. Complete within the limits on gates and conflicts. The
//! results of float arithmetic are left open, so that a model of such a slice is a candidate.
//!
//! The literals are assumptions, not clauses, so that circuits and learnt clauses serve the next
//! slice as well, which along a path is mostly about the same terms.
//!
//! Pointer domains are clauses behind a switch that is assumed on: if the slice is unsatisfiable with it,
//! it is solved again with the switch left open, and only if it is unsatisfiable then, `Unsat` is claimed. Pointers are
//! addresses even then: `p + n` does not wrap around for any object.

use acute_expr::VarId;

use self::blast::{Circuit, Most};
use self::gates::{Bit, Budget, Gates};
use crate::domain::Domains;
use crate::layer::{Layer, Verdict};
use crate::range::{Range, range_of};
use crate::slice::Slice;
use crate::tape::Tape;
use crate::task::Task;
use crate::workspace::{Mode, Workspace};
use crate::{ADDRESS_BITS, Options};

mod blast;
mod gates;

/// Gates that make a conflict count twice: its analysis visits a part of all gates.
const CHEAP: u64 = 1 << 13;

/// Bit-blasting with its budget.
pub(crate) struct SatLayer {
    gates: usize,
    // circuits of earlier slices with all that was learnt of them
    kept: Option<(Gates, Circuit)>,
}

/// Work of making a gate, and of a propagation.
const GATE: u64 = 500;
const PROPAGATION: u64 = 100;

impl Layer for SatLayer {
    fn applies(&self, task: &mut Task) -> bool {
        task.prepare();
        true
    }

    fn solve(&mut self, task: &mut Task) -> Verdict {
        let Workspace { slice, options, halvings, mode, .. } = &*task.workspace;
        let conflicts = (options.sat_conflicts >> halvings) / if *mode == Mode::Part { 20 } else { 1 };
        let range = |&v: &VarId| range_of(task.pool, &slice.lits, v, &|_| None);
        let ranges: Vec<Range> = slice.vars.iter().map(range).collect();
        let gates = options.sat_gates >> (halvings / 2);
        let budget = Budget { left: conflicts, gates, deadline: options.deadline };
        match self.decide(task.workspace, &ranges, budget) {
            // the circuit leaves the results of float arithmetic open
            Verdict::Sat if task.workspace.tape.float_arithmetic => Verdict::Candidate,
            verdict => verdict,
        }
    }
}

impl SatLayer {
    /// Bit-blasting with the gates that the options allow.
    pub fn new(options: &Options) -> Self {
        SatLayer { gates: options.sat_gates, kept: None }
    }

    /// Decides the slice within the budget. The proposed values serve as hints first.
    fn decide(&mut self, workspace: &mut Workspace, ranges: &[Range], budget: Budget) -> Verdict {
        let Workspace { slice, tape, domains, values, meter, .. } = workspace;
        if ranges.iter().any(Range::is_empty) {
            return Verdict::Unsat;
        }
        let kept = self.kept.take().filter(|(_, circuit)| circuit.suits(tape, ranges));
        let (mut gates, mut circuit) = kept.unwrap_or_else(|| (Gates::new(), Circuit::default()));
        let before = gates.count;
        let most = Most { all: self.gates, new: budget.gates };
        let built = circuit.build(&mut gates, tape, values, ranges, most, &budget.deadline);
        meter.gates += gates.count - before;
        meter.work += (gates.count - before) as u64 * GATE;
        if built.is_none() {
            meter.given_up += 1;
            return Verdict::Pass;
        }
        let holds = |&(at, positive): &(u32, bool)| {
            let bit = circuit.of(at as usize)[0];
            if positive { bit } else { !bit }
        };
        let budget = Budget { left: budget.left * CHEAP / (CHEAP + gates.count as u64), ..budget };
        let mut assumed: Vec<Bit> = tape.roots.iter().map(holds).collect();
        let all = assumed.len();
        assumed.extend(self.restrict(&mut gates, slice, tape, &circuit, domains));
        let propagated = gates.propagations();
        let verdict = match gates.solve(&assumed, budget) {
            Some(true) => Verdict::Sat,
            Some(false) if assumed.len() == all => Verdict::Unsat,
            Some(false) => {
                assumed.truncate(all);
                assumed.extend(addresses(slice, tape, &circuit, domains));
                let refuted = gates.solve(&assumed, budget) == Some(false);
                if refuted { Verdict::Unsat } else { Verdict::Pass }
            }
            None => Verdict::Pass,
        };
        meter.given_up += u64::from(verdict == Verdict::Pass);
        meter.work += (gates.propagations() - propagated) * PROPAGATION;
        if verdict == Verdict::Sat {
            read_model(&mut gates, tape, &circuit, values);
        }
        // domains are of this slice alone
        if !slice.any_pointer {
            self.kept = Some((gates, circuit));
        }
        verdict
    }

    /// Confines pointers to their domains by clauses that hold if the switch returned is on.
    fn restrict(
        &self,
        gates: &mut Gates,
        slice: &Slice,
        tape: &Tape,
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
                let bits = circuit.of(tape.var_at[place] as usize);
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

/// The upper bits of pointers whose domains hold addresses only, negated: they are zero.
fn addresses(slice: &Slice, tape: &Tape, circuit: &Circuit, domains: &Domains) -> Vec<Bit> {
    let is_address = |values: &&[u64]| values.iter().all(|value| value >> ADDRESS_BITS == 0);
    let places = (0..slice.vars.len()).filter(|place| domains.of(*place).filter(is_address).is_some());
    let bits = places.flat_map(|place| circuit.of(tape.var_at[place] as usize).iter().skip(ADDRESS_BITS));
    bits.map(|bit| !*bit).collect()
}

fn read_model(gates: &mut Gates, tape: &Tape, circuit: &Circuit, values: &mut [u64]) {
    for (place, slot) in values.iter_mut().enumerate() {
        for (i, &bit) in circuit.of(tape.var_at[place] as usize).iter().enumerate() {
            match gates.value(bit) {
                Some(true) => *slot |= 1 << i,
                Some(false) => *slot &= !(1 << i),
                None => {}
            }
        }
    }
}

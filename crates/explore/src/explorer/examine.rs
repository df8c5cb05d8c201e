//! One run under the magnifying glass: what a test of our own fidelity compares with the machine.
use super::{Ended, Error, Explorer};
use crate::path::Condition;
use crate::target::{Ending, Fault};
use acute_expr::ExprId;
use acute_input::Input;
use std::collections::BTreeMap;

/// What one run recorded.
pub struct Examined {
    /// Whether it returned.
    pub returned: bool,
    /// Recorded conditions that are not true of the input, and events that make no sense.
    pub wrong: u64,
    /// Losses of precision, by reason.
    pub lost: BTreeMap<String, u64>,
    /// How it failed, if it did.
    pub fault: Option<Fault>,
    /// For each `__acute_probe(x)`: the bits of x, and what its expression says they are, if it has one.
    pub probes: Vec<(u64, Option<u64>)>,
    exprs: Vec<Option<ExprId>>,
    conditions: Vec<Condition>,
}

impl Explorer<'_> {
    /// Runs `input` once and evaluates all it recorded under it.
    pub fn examine(&mut self, input: &Input) -> Result<Option<Examined>, Error> {
        let Some(Ended { ending, mut path, .. }) = self.runner.observe(&mut self.symbols, input)? else {
            return Ok(None);
        };
        let returned = ending == Ending::Returned;
        let fault = if let Ending::Failed(failure) = ending { Some(failure.fault) } else { None };
        path.check(&self.symbols.pool, &mut self.symbols.evaluator, |v| input.get(&self.symbols.space, v));
        let value = |e: ExprId| self.symbols.value(e, input);
        Ok(Some(Examined {
            returned,
            fault,
            wrong: path.wrong.len() as u64 + path.malformed,
            lost: path.concretized.into_iter().collect(),
            probes: path.probes.iter().map(|(e, actual)| (*actual, e.map(value))).collect(),
            exprs: path.probes.iter().map(|(e, _)| *e).collect(),
            conditions: path.conditions,
        }))
    }

    /// What the expressions of one run say of another input, where its conditions hold of that input too:
    /// an expression must be right for all of its path, not only for the run that recorded it.
    pub fn foretell(&self, run: &Examined, input: &Input) -> Option<Vec<Option<u64>>> {
        let value = |e: ExprId| self.symbols.value(e, input);
        let holds = |c: &Condition| self.symbols.holds(c.lit, input);
        run.conditions.iter().all(holds).then(|| run.exprs.iter().map(|e| e.map(value)).collect())
    }

    /// The space of the inputs.
    pub fn space(&self) -> &acute_input::Space {
        &self.symbols.space
    }
}

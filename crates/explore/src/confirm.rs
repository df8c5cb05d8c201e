//! A finding is told only after it happened again in a process of its own.
use crate::finding::Finding;
use crate::machine::{Error, Explorer};
use acute_exec::Unit;

/// Whether the finding's input ends the same way in `unit`, which starts a new process for each run.
pub fn happens_again(explorer: &mut Explorer, unit: &mut Unit, finding: &Finding) -> Result<bool, Error> {
    let input = finding.input.clone();
    let again = explorer.try_once(unit, &input)?;
    Ok(again == Some(finding.kind) || again.is_some() && !finding.orderly)
}

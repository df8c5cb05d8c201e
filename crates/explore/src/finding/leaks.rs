//! Blocks of the heap that are lost: nothing leads to them when the function returns.
use super::{Judged, Kind};
use crate::target::Program;
use acute_trace::{Lost, TraceHead};

/// The leaks that a run shows, one for each place of allocation.
pub(super) fn judge(head: &TraceHead, program: &dyn Program) -> Vec<Judged> {
    head.lost.iter().take_while(|lost| **lost != Lost::NONE).map(|lost| leak(lost, program)).collect()
}

fn leak(lost: &Lost, program: &dyn Program) -> Judged {
    let place = program.place_of(&lost.at);
    // A function that allocates for others is not the place that is at fault.
    let caller = program.caller_of(&lost.at);
    let called = caller.as_ref().map(|c| format!("in {}, called in line {},", place.function, c.line));
    let called = called.as_deref().unwrap_or("here");
    let message = match lost.bytes {
        1 => format!("1 byte allocated {called} is lost: no pointer leads to it when the function returns"),
        n => format!(
            "{n} bytes allocated {called} are lost: no pointer leads to them when the function returns"
        ),
    };
    let distinction = caller.map(|c| format!("\0{}:{}", c.file, c.line)).unwrap_or_default();
    Judged { kind: Kind::Leak, place, text: None, distinction, message, signal: None, refused: false }
}

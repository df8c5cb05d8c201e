//! How fast the unit runs when nothing is solved: the speed limit of everything else.
use crate::machine::Error;
use crate::path::Reader;
use acute_exec::{Call, Isolation, Program, Unit};
use acute_expr::Pool;
use acute_input::{Image, Input, Space};
use std::time::{Duration, Instant};

/// Runs `input` for about `time`, `batch` runs per wake-up, reading every trace; runs per second.
#[expect(clippy::too_many_arguments)]
pub fn measure(
    program: &Program,
    space: &Space,
    entry: &str,
    scratch: &std::path::Path,
    input: &Input,
    isolation: Isolation,
    batch: u32,
    time: Duration,
) -> Result<f64, Error> {
    let address = program.symbol(entry).ok_or_else(|| Error::NoEntry(entry.into()))?;
    let call = Call { entry: address, ret_offset: 0, ret_bytes: 0 };
    let mut unit = Unit::new(program, scratch, isolation, Duration::from_secs(1), None)?;
    let (mut pool, mut reader, mut image) = (Pool::new(), Reader::default(), Image::default());
    let (mut runs, mut conditions) = (0u64, 0usize);
    let start = Instant::now();
    while start.elapsed() < time {
        for _ in 0..batch.clamp(1, unit.room()) {
            input.image(space, &mut image);
            unit.post(&image, call)?;
        }
        unit.finish(|run| {
            conditions += reader.read(&run, &mut pool, space, input, program).conditions.len();
            runs += 1;
        })?;
    }
    std::hint::black_box(conditions);
    Ok(runs as f64 / start.elapsed().as_secs_f64())
}

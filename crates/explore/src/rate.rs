//! How fast the unit runs when nothing is solved: the speed limit of everything else.
use crate::explorer::Error;
use crate::path::Reader;
use crate::target::{Call, Deadline, Isolation, Program, RunLimits, Start};
use acute_expr::Pool;
use acute_input::{Image, Input, Space};
use acute_trace::Watch;
use std::time::{Duration, Instant};

/// Runs `input` for about `time`, `batch` runs per wake-up, reading every trace; runs per second.
pub fn measure(
    program: &dyn Program,
    space: &Space,
    entry: u64,
    input: &Input,
    isolation: Isolation,
    batch: u32,
    time: Duration,
) -> Result<f64, Error> {
    let call = Call { entry, ret_offset: 0, ret_bytes: 0 };
    let deadline = Deadline::default();
    let limits = RunLimits { run_time: Duration::from_secs(1), cpu_time: None, deadline, watch: Watch::Off };
    let mut target = program.start(&Start { isolation, limits })?;
    let (mut pool, mut reader, mut image) = (Pool::new(), Reader::default(), Image::default());
    let (mut runs, mut conditions) = (0u64, 0usize);
    let start = Instant::now();
    while start.elapsed() < time {
        for _ in 0..batch.clamp(1, target.status().room) {
            input.image(space, &mut image);
            target.post(&image, call)?;
        }
        target.finish(&mut |run| {
            conditions +=
                reader.read(&run, &mut pool, space, input, program).map_or(0, |path| path.conditions.len());
            runs += 1;
        })?;
    }
    std::hint::black_box(conditions);
    Ok(runs as f64 / start.elapsed().as_secs_f64())
}

//! What the benchmarks share: processor time, sizes of code, Debian's sources, SGLIB.
#![allow(dead_code)]

pub mod debian;
pub mod sglib;

use std::path::Path;
use std::process::Command;

/// What a benchmark ends with.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Lists the rows that miss their limits, and ends with exit code 1 if there are any.
pub fn conclude(short: &[String]) {
    if !short.is_empty() {
        println!("\nnot as it should be:\n  {}", short.join("\n  "));
        std::process::exit(1);
    }
}

/// Processor seconds of all children that have ended: a shared machine's other work is not in it.
pub fn children_seconds() -> f64 {
    processor_seconds(libc::RUSAGE_CHILDREN)
}

/// Processor seconds of this process.
pub fn own_seconds() -> f64 {
    processor_seconds(libc::RUSAGE_SELF)
}

fn processor_seconds(whose: libc::c_int) -> f64 {
    // SAFETY: fills a struct of ours.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(whose, &mut usage);
        usage
    };
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// Bytes of code in objects, by `size`.
pub fn text_size<P: AsRef<Path>>(objects: &[P]) -> Outcome<u64> {
    let mut size = Command::new("size");
    let said = size.args(objects.iter().map(|o| o.as_ref())).output()?;
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    let mut sum = 0;
    for line in text.lines().skip(1) {
        sum += line.split_whitespace().next().ok_or("size says nothing")?.parse::<u64>()?;
    }
    if sum == 0 {
        return Err("size finds no code".into());
    }
    Ok(sum)
}

/// A folder that is gone with the benchmark.
pub struct Scratch(pub std::path::PathBuf);

impl Scratch {
    /// A new one.
    pub fn new(name: &str) -> Outcome<Scratch> {
        let path = std::env::temp_dir().join(format!("acute-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

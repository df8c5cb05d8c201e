//! What instrumentation costs where nothing is symbolic: five programs, one of them libogg's bit packer
//! out of Debian's source, compiled by clang -O2 without vectorisation and by `acute cc -O2`, as ratios of
//! processor time, of code and of compile time. And what an operation costs where something is.
mod shared;

use acute_cfront::home::Home;
use acute_cfront::{build, thunk};
use acute_cli::test;
use acute_exec::Launcher;
use acute_explore::{Explorer, Limits};
use shared::debian::Debian;
use shared::{Outcome, Scratch, children_seconds, text_size};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const PROGRAMS: &[&str] = &["sort", "list", "matrix", "lexer", "ogg"];
/// None above this, and the geometric mean at most half of it.
const WORST: f64 = 5.0;
/// Nor the code of one.
const WORST_TEXT: f64 = 12.0;
/// Nor what it takes to compile it.
const WORST_COMPILE: f64 = 7.0;
const FLAGS: &[&str] = &["-O2", "-fwrapv", "-fno-vectorize", "-fno-slp-vectorize", "-w"];

fn main() -> Outcome<()> {
    let home = Home::find()?;
    let scratch = Scratch::new("slowdown")?;
    let tool = home.plugin.with_file_name("acute");
    let plain = || Command::new(&home.clang);
    let ours = || {
        let mut command = Command::new(&tool);
        command.arg("cc");
        command
    };
    let ogg = libogg(&scratch.0)?;
    println!(
        "{:<10} {:>10} {:>10} {:>8} {:>8} {:>8}",
        "concrete", "clang -O2", "acute cc", "time", "text", "compile"
    );
    let (mut product, mut worst) = (1f64, [0f64; 3]);
    for name in PROGRAMS {
        let mut sources = vec![bench(&format!("concrete/{name}.c"))];
        let mut flags = FLAGS.to_vec();
        let include = format!("-I{}", ogg.join("include").display());
        if *name == "ogg" {
            sources.push(ogg.join("src/bitwise.c"));
            flags.push(&include);
        }
        let (t1, out1) = best(&compile(plain().args(&flags), &sources, &scratch.0.join("plain"))?)?;
        let (t2, out2) = best(&compile(ours().args(&flags), &sources, &scratch.0.join("ours"))?)?;
        if out1 != out2 {
            return Err(format!("{name}: prints something else under acute cc").into());
        }
        let (text1, compile1) = objects(plain, &flags, &sources, &scratch.0)?;
        let (text2, compile2) = objects(ours, &flags, &sources, &scratch.0)?;
        let ratios = [t2 / t1, text2 as f64 / text1 as f64, compile2 / compile1];
        product *= ratios[0];
        let [time, text, effort] = ratios;
        (0..3).for_each(|i| worst[i] = worst[i].max(ratios[i]));
        let (t1, t2) = (t1 * 1e3, t2 * 1e3);
        println!("{name:<10} {t1:>8.0}ms {t2:>8.0}ms {time:>7.1}x {text:>7.1}x {effort:>7.1}x");
    }
    let mean = product.powf(1.0 / PROGRAMS.len() as f64);
    println!(
        "geometric mean {mean:.1}x (asked for: at most {:.1}x), worst {:.1}x (at most {WORST:.0}x); text at \
         most {:.1}x ({WORST_TEXT:.0}x), compile time at most {:.1}x ({WORST_COMPILE:.0}x)",
        WORST / 2.0,
        worst[0],
        worst[1],
        worst[2]
    );
    symbolic(&compile(plain().args(FLAGS), &[bench("checksum.c")], &scratch.0.join("plain"))?)?;
    drop(scratch);
    if mean > WORST / 2.0 || worst[0] > WORST || worst[1] > WORST_TEXT || worst[2] > WORST_COMPILE {
        std::process::exit(1);
    }
    Ok(())
}

/// 64 symbolic bytes through a checksum of a megabyte: processor time of the unit's process for one run,
/// from its start to its end, in which every node is new. What the engine makes of them is not in it.
fn symbolic(native: &Path) -> Outcome<()> {
    const BYTES: f64 = (1 << 20) as f64;
    // It sums it up a thousand times.
    let native = best(native)?.0 / 1000.0;
    let (concrete, symbolic) = (run("concrete")?, run("symbolic")?);
    println!("\n{:<34} {:>10} {:>10}", "checksum of 1 MB", "a run", "a byte");
    for (name, seconds) in [
        ("native, clang -O2", native),
        ("as a unit, nothing symbolic", concrete),
        ("as a unit, 64 symbolic bytes", symbolic),
    ] {
        println!("{name:<34} {:>8.1}ms {:>8.1}ns", seconds * 1e3, seconds / BYTES * 1e9);
    }
    // Of a byte: a load, a widening and two additions.
    println!("a symbolic operation costs {:.1}ns", (symbolic - concrete) / BYTES / 4.0 * 1e9);
    Ok(())
}

/// The least processor time of three processes that run a function of the checksum's unit once.
fn run(function: &str) -> Outcome<f64> {
    let (scratch, _, program, target) = test::prepare(&bench("checksum.c"), function, &["-O2".into()])?;
    let (space, entry) = (target.space?, thunk::name(function));
    let patience = Duration::from_secs(100);
    let mut least = f64::MAX;
    for _ in 0..3 {
        let limits = Limits { time: patience, run_time: patience, executions: Some(1), ..Limits::default() };
        let before = children_seconds();
        let home = build::place(&target.function);
        let launcher = Launcher { program: &program, scratch: scratch.path() };
        let explorer = Explorer::new(&launcher, home, space.clone(), program.entry(&entry)?, limits)?;
        let (report, _) = explorer.explore()?;
        if (report.executions, report.starts) != (1, 1) || !report.concretized.is_empty() {
            return Err(format!("{function} does not end with a whole trace").into());
        }
        least = least.min(children_seconds() - before);
    }
    Ok(least)
}

fn bench(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join(name)
}

/// libogg's source, with the header its configure would make of config_types.h.in.
fn libogg(folder: &Path) -> Outcome<PathBuf> {
    let source = Debian::open(&folder.join("debian"))?.source("libogg")?.folder;
    let mut text = std::fs::read_to_string(source.join("include/ogg/config_types.h.in"))?;
    for header in ["INTTYPES", "STDINT", "SYS_TYPES"] {
        text = text.replace(&format!("@INCLUDE_{header}_H@"), "1");
    }
    for bits in [16, 32, 64] {
        text = text.replace(&format!("@SIZE{bits}@"), &format!("int{bits}_t"));
        text = text.replace(&format!("@USIZE{bits}@"), &format!("uint{bits}_t"));
    }
    std::fs::write(source.join("include/ogg/config_types.h"), text)?;
    Ok(source)
}

fn compile(compiler: &mut Command, sources: &[PathBuf], to: &Path) -> Outcome<PathBuf> {
    let status = compiler.args(sources).arg("-o").arg(to).stdin(Stdio::null()).status()?;
    if !status.success() {
        return Err(format!("{}: {status}", sources[0].display()).into());
    }
    Ok(to.to_owned())
}

/// Bytes of code in the objects of some sources, and the least processor time of three compilations.
fn objects(
    compiler: impl Fn() -> Command,
    flags: &[&str],
    sources: &[PathBuf],
    folder: &Path,
) -> Outcome<(u64, f64)> {
    let (mut text, mut least) = (0, f64::MAX);
    for _ in 0..3 {
        let before = children_seconds();
        let mut made = vec![];
        for (n, source) in sources.iter().enumerate() {
            let object = folder.join(format!("{n}.o"));
            made.push(compile(compiler().args(flags).arg("-c"), std::slice::from_ref(source), &object)?);
        }
        least = least.min(children_seconds() - before);
        text = text_size(&made)?;
    }
    Ok((text, least))
}

/// The least processor time of five runs, in seconds, and what was printed.
fn best(program: &Path) -> Outcome<(f64, Vec<u8>)> {
    let (mut least, mut printed) = (f64::MAX, vec![]);
    for _ in 0..5 {
        let before = children_seconds();
        printed = Command::new(program).output()?.stdout;
        least = least.min(children_seconds() - before);
    }
    Ok((least.max(1e-6), printed))
}

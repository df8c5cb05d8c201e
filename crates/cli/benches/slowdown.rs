//! What instrumentation costs where nothing is symbolic: five programs compiled by clang -O2 without
//! vectorisation and by `acute cc -O2`, as ratios of processor time in one run.
use acute_cli::home::Home;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PROGRAMS: &[&str] = &["sort", "list", "matrix", "lexer", "bits"];
/// None above this, and the geometric mean at most half of it.
const WORST: f64 = 8.0;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    let home = Home::find()?;
    let tool = home.plugin.with_file_name("acute");
    let folder = std::env::temp_dir().join(format!("acute-slowdown-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    println!("{:<10} {:>10} {:>10} {:>8} {:>8}", "concrete", "clang -O2", "acute cc", "time", "text");
    let (mut product, mut worst) = (1f64, 0f64);
    for name in PROGRAMS {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("benches/concrete/{name}.c"));
        let flags = ["-O2", "-fwrapv", "-fno-vectorize", "-fno-slp-vectorize", "-w"];
        let plain = build(Command::new(&home.clang).args(flags), &source, &folder.join("plain"))?;
        let ours = build(Command::new(&tool).arg("cc").args(flags), &source, &folder.join("ours"))?;
        let ((t1, out1), (t2, out2)) = (best(&plain)?, best(&ours)?);
        if out1 != out2 {
            return Err(format!("{name}: prints something else under acute cc").into());
        }
        let ratio = t2 / t1;
        product *= ratio;
        worst = worst.max(ratio);
        let object = |c: &mut Command| -> Outcome<u64> {
            text_size(&build(c.args(flags).arg("-c"), &source, &folder.join("object"))?)
        };
        let text =
            object(Command::new(&tool).arg("cc"))? as f64 / object(&mut Command::new(&home.clang))? as f64;
        println!("{name:<10} {:>8.0}ms {:>8.0}ms {ratio:>7.1}x {text:>7.1}x", t1 * 1e3, t2 * 1e3);
    }
    std::fs::remove_dir_all(&folder)?;
    let mean = product.powf(1.0 / PROGRAMS.len() as f64);
    println!(
        "geometric mean {mean:.1}x (asked for: at most {:.0}x), worst {worst:.1}x (at most {WORST:.0}x)",
        WORST / 2.0
    );
    if mean > WORST / 2.0 || worst > WORST {
        std::process::exit(1);
    }
    Ok(())
}

fn build(compiler: &mut Command, source: &Path, to: &Path) -> Outcome<PathBuf> {
    let status = compiler.arg(source).arg("-o").arg(to).stdin(Stdio::null()).status()?;
    if !status.success() {
        return Err(format!("{}: {status}", source.display()).into());
    }
    Ok(to.to_owned())
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

/// User time of all children that have ended.
fn children_seconds() -> f64 {
    // SAFETY: fills a struct of ours.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage.ru_utime.tv_sec as f64 + usage.ru_utime.tv_usec as f64 / 1e6
    }
}

/// Bytes of code in an object, by `size`.
fn text_size(object: &Path) -> Outcome<u64> {
    let said = Command::new("size").arg(object).output()?;
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    let number = text.lines().nth(1).and_then(|l| l.split_whitespace().next()).ok_or("size says nothing")?;
    Ok(number.parse()?)
}

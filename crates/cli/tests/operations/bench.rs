//! The rows, and what is done with them.
use acute_cfront::build::{self, Target};
use acute_cfront::home::Home;
use acute_cfront::scratch::Scratch;
use acute_cfront::{link, thunk};
use acute_exec::{Launcher, Program};
use acute_explore::{Checks, Examined, Explorer, Fault, Limits, Misuse};
use acute_input::{Init, Input};

/// What every unit begins with.
const HEAD: &str = r#"
typedef signed char s8; typedef short s16; typedef int s32; typedef long s64;
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned u32; typedef unsigned long u64;
typedef __int128 s128; typedef unsigned __int128 u128;
void __acute_probe(u64);
void *memcpy(void *, const void *, u64); void *memmove(void *, const void *, u64);
void *memset(void *, int, u64);
#define P(x) __acute_probe((u64)(x))
#define PF(x) do { float f_ = (x); u32 u_; memcpy(&u_, &f_, 4); P(u_); } while (0)
#define PD(x) do { double d_ = (x); u64 u_; memcpy(&u_, &d_, 8); P(u_); } while (0)
#define P128(x) do { u128 w_ = (u128)(x); P(w_); P(w_ >> 64); } while (0)
"#;

/// One function: its operands, its text and the reasons for which it may lose precision.
pub struct Row {
    pub name: String,
    pub operands: Vec<&'static str>,
    pub body: String,
    pub allowed: Vec<&'static str>,
    /// Whether it may do so in every run, not only at a few odd operands.
    pub always: bool,
    /// Whether it uses freed memory.
    pub freed: bool,
    /// Whether some operands lead out of an object.
    pub outside: bool,
}

/// The rows of one topic.
#[derive(Default)]
pub struct Table {
    /// C text in front of the functions.
    pub before: String,
    pub flags: Vec<String>,
    pub rows: Vec<Row>,
}

impl Table {
    /// A table whose functions come after this C text.
    pub fn after(before: &str) -> Table {
        Table { before: before.into(), ..Table::default() }
    }

    /// A function of `operands` (called a, b, c ...) that must be exact, but for these reasons.
    pub fn row(&mut self, operands: &[&'static str], body: impl Into<String>, allowed: &[&'static str]) {
        let name = format!("row{}", self.rows.len());
        let (operands, allowed) = (operands.to_vec(), allowed.to_vec());
        let body = body.into();
        self.rows.push(Row { name, operands, body, allowed, always: false, freed: false, outside: false });
    }

    /// One that is not followed: counted for these reasons.
    pub fn counted(&mut self, operands: &[&'static str], body: impl Into<String>, reasons: &[&'static str]) {
        self.row(operands, body, reasons);
        self.rows.last_mut().expect("a row").always = true;
    }

    /// One that does or does not use freed memory.
    pub fn freed(&mut self, operands: &[&'static str], body: impl Into<String>, freed: bool) {
        self.row(operands, body, &["written-outside"]);
        self.rows.last_mut().expect("a row").freed = freed;
    }

    /// One that leads out of an object for some operands.
    pub fn outside(&mut self, operands: &[&'static str], body: impl Into<String>, allowed: &[&'static str]) {
        self.row(operands, body, allowed);
        self.rows.last_mut().expect("a row").outside = true;
    }

    fn text(&self) -> String {
        let mut text = format!("{HEAD}{}\n", self.before);
        for row in &self.rows {
            let parameters: Vec<String> =
                row.operands.iter().zip('a'..).map(|(ty, name)| format!("{ty} {name}")).collect();
            text += &format!("void {}({}) {{ {} }}\n", row.name, parameters.join(", "), row.body);
        }
        text
    }

    /// Runs every row; all that is wrong is shown together.
    pub fn check(self) {
        let wrong = self.complaints();
        let count = self.rows.len();
        assert!(count > 0);
        let shown: Vec<&String> = wrong.iter().take(40).collect();
        assert!(wrong.is_empty(), "{} complaints about {count} functions: {shown:#?}", wrong.len());
    }

    fn complaints(&self) -> Vec<String> {
        let scratch = Scratch::new().expect("a folder");
        let file = scratch.path().join("rows.c");
        std::fs::write(&file, self.text()).expect("a file");
        let home = Home::find().expect("make build");
        let files = build::files(&[file], None, &self.flags).expect("a file");
        let mut sources = build::read_sources(&home, files, scratch.path()).expect("it compiles");
        let names: Vec<String> = self.rows.iter().map(|r| r.name.clone()).collect();
        let mut targets = build::targets(&sources, &names, Init::default()).expect("the functions");
        // A run goes on behind what is undefined, as the machine does.
        let checks = Checks::parse(["-shift,-float-to-int"]).expect("checks");
        let exe = link::link(&home, &mut sources, &mut targets, checks, scratch.path()).expect("it links");
        let program = Program::read(&exe).expect("a program");
        let work = scratch.path().join("work");
        std::fs::create_dir(&work).expect("a folder");
        let mut wrong = vec![];
        for row in &self.rows {
            let n = targets.iter().position(|t| t.function.name == row.name).expect("a target");
            wrong.extend(row.complaint(&program, targets.swap_remove(n), &work));
        }
        wrong
    }
}

fn leads_out(run: &Examined) -> bool {
    matches!(run.fault, Some(Fault::Detected(Misuse::OutOfBounds | Misuse::Index)))
}

impl Row {
    /// What is wrong with it, once.
    fn complaint(&self, program: &Program, target: Target, work: &std::path::Path) -> Option<String> {
        let place = build::place(&target.function);
        let space = target.space.expect("scalar operands");
        let limits = Limits { check: true, ..Limits::default() };
        let launcher = Launcher { program, scratch: work };
        let entry = program.entry(&thunk::name(&self.name)).expect("an entry");
        let mut explorer = Explorer::new(&launcher, place, space, entry, limits).expect("a unit");
        let mut runs: Vec<(Input, Examined)> = vec![];
        let says = |values: &[u64], what: String| {
            let operands: Vec<String> = values.iter().map(|v| format!("{v:#x}")).collect();
            Some(format!("{} [{}] of {}: {what}", self.body, self.operands.join(","), operands.join(", ")))
        };
        for values in self.values() {
            let mut input = Input::new();
            for (v, value) in values.iter().enumerate() {
                input.set(explorer.space(), v as u32, *value);
            }
            let run = explorer.examine(&input).expect("a run").expect("an answer");
            if run.wrong > 0 {
                return says(&values, format!("{} recorded conditions are not true", run.wrong));
            }
            if let Some(reason) = run.lost.keys().find(|k| !self.allowed.iter().any(|a| k.starts_with(a))) {
                return says(&values, format!("loses precision: {reason}"));
            }
            let freed = run.fault == Some(Fault::Detected(Misuse::UseAfterFree));
            if freed != self.freed {
                return says(&values, format!("uses freed memory: {freed}"));
            }
            if leads_out(&run) && !self.outside {
                return says(&values, "leads out of an object".into());
            }
            if run.returned && run.probes.is_empty() {
                return says(&values, "nothing was probed".into());
            }
            for (actual, said) in &run.probes {
                if let Some(said) = said.filter(|said| said != actual) {
                    return says(&values, format!("{said:#x}, but it is {actual:#x}"));
                }
            }
            runs.push((input, run));
        }
        let lost = runs.iter().filter(|(_, run)| !run.lost.is_empty()).count();
        // A shift is too far and a number too large for more than a few.
        let often = self.allowed.iter().any(|a| ["shift", "float-to-int"].contains(a));
        if !self.always && lost * if often { 1 } else { 4 } > runs.len() {
            return says(&[], format!("loses precision in {lost} of {} runs", runs.len()));
        }
        if self.always && lost == 0 {
            return says(&[], "is not counted at all".into());
        }
        if self.outside && !runs.iter().any(|(_, run)| leads_out(run)) {
            return says(&[], "never leads out of an object".into());
        }
        for (k, (_, run)) in runs.iter().enumerate().filter(|(k, _)| k % 7 == 0) {
            for (input, other) in runs.iter().skip(k % 5).step_by(5) {
                let Some(told) = explorer.foretell(run, input).filter(|_| other.returned) else { continue };
                // What was lost on the way is counted; nothing is promised then.
                if !run.lost.is_empty() || !other.lost.is_empty() {
                    continue;
                }
                for ((told, (fixed, _)), (actual, _)) in told.iter().zip(&run.probes).zip(&other.probes) {
                    // What has no expression is the same on all of the path.
                    if told.unwrap_or(*fixed) != *actual {
                        let values: Vec<u64> =
                            (0..self.operands.len()).map(|v| input.get(explorer.space(), v as u32)).collect();
                        return says(
                            &values,
                            format!("an earlier run foretells {told:x?}, but it is {actual:#x}"),
                        );
                    }
                }
            }
        }
        None
    }

    /// The operands of every run: corners in all combinations, then random ones.
    fn values(&self) -> Vec<Vec<u64>> {
        let corners: Vec<Vec<u64>> = self.operands.iter().map(|ty| corners(ty)).collect();
        let all: usize = corners.iter().map(Vec::len).product();
        let mut dice = Dice(self.body.len() as u64);
        let mut rows = vec![];
        for n in 0..all.min(250) {
            // Where there are too many combinations, some of them.
            let mut n = if all > 250 { dice.next() as usize % all } else { n };
            let mut row = vec![];
            for list in &corners {
                row.push(list[n % list.len()]);
                n /= list.len();
            }
            rows.push(row);
        }
        // Of bits there are no others.
        let more = if self.operands.iter().all(|ty| *ty == "_Bool") { 0 } else { 40 };
        for _ in 0..more {
            let any = |ty: &&str| {
                let (small, x) = (dice.next() % 3, dice.next());
                let x = if small == 0 { x % 130 } else { x };
                if *ty == "_Bool" { x & 1 } else { x }
            };
            rows.push(self.operands.iter().map(any).collect());
        }
        rows
    }
}

/// The values at which operations change their mind.
fn corners(ty: &str) -> Vec<u64> {
    match ty {
        "float" => [
            0.0,
            -0.0,
            1.0,
            -1.5,
            0.5,
            2.5,
            3.0e9,
            -2.147_483_7e9,
            1.0e20,
            f32::MAX,
            f32::MIN_POSITIVE,
            f32::INFINITY,
            f32::NEG_INFINITY,
            255.9,
            -128.5,
            8_388_609.0,
        ]
        .iter()
        .map(|f: &f32| u64::from(f.to_bits()))
        // NaN quiet, NaN signalling, the smallest number, a large denormal
        .chain([0x7fc0_0001, 0xffa0_0000, 1, 0x807f_ffff])
        .collect(),
        "double" => [
            0.0,
            -0.0,
            1.0,
            -1.5,
            0.5,
            2.5,
            4.0e9,
            -2_147_483_648.5,
            1.0e19,
            1.0e300,
            f64::MIN_POSITIVE,
            f64::INFINITY,
            f64::NEG_INFINITY,
            255.9,
            -128.5,
            9_007_199_254_740_993.0,
            1.0e-40,
        ]
        .iter()
        .map(|f: &f64| f.to_bits())
        .chain([0x7ff8_0000_0000_0001, 0xfff4_0000_0000_0000, 1, 0x800f_ffff_ffff_ffff])
        .collect(),
        "_Bool" => vec![0, 1],
        _ => vec![
            0,
            1,
            2,
            5,
            7,
            8,
            31,
            32,
            63,
            64,
            127,
            128,
            0x7fff,
            0x8000,
            0x7fff_ffff,
            0x8000_0000,
            0x7fff_ffff_ffff_ffff,
            0x8000_0000_0000_0000,
            u64::MAX,
            0x1234_5678_9abc_def0,
        ],
    }
}

/// splitmix64
pub struct Dice(pub u64);

impl Dice {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.next() as usize % n
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

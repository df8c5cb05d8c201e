//! Defines every flag with its help. `docs/guide/src/options.md` repeats the help, and `tests/guide.rs` compares
//! the two.
use acute_explore::Search;
use clap::builder::PossibleValue;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Explores the paths of C functions by concolic execution and exports their inputs as tests.
#[derive(Parser, Debug)]
#[command(name = "acute", version, disable_help_subcommand = true)]
pub struct Acute {
    /// The command.
    #[command(subcommand)]
    pub verb: Verb,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Test the functions of C files
    Test(Box<TestFlags>),
    /// Run one saved input again
    Replay(ReplayFlags),
    /// A drop-in C compiler: CC="acute cc" make
    #[command(disable_help_flag = true)]
    Cc {
        /// Arguments as clang takes them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<std::ffi::OsString>,
    },
}

/// Values of scalars in the first run.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitFlag {
    /// Small and boundary values, chosen by the seed
    Small,
    /// All zero
    Zero,
    /// Random, chosen by the seed
    Random,
}

/// A search strategy; `explore` has the table of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrategyFlag(pub Search);

impl ValueEnum for StrategyFlag {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [StrategyFlag; Search::ALL.len()] = {
            let mut all = [StrategyFlag(Search::Auto); Search::ALL.len()];
            let mut k = 0;
            while k < all.len() {
                all[k] = StrategyFlag(Search::ALL[k]);
                k += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.help()))
    }
}

/// Solver configurations.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverFlag {
    /// All layers
    Full,
    /// Pointers and linear integer arithmetic as in CUTE; the rest is concretized
    Linear,
}

/// Conditions that end the exploration of a function early.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum UntilFlag {
    /// Stop when all paths are explored
    All,
    /// Stop when all branches that the function can reach are covered
    Coverage,
    /// Stop the whole command at the first bug
    Bug,
    /// Stop at the first bug or when all branches are covered, whichever comes first
    Either,
}

/// Globals that are inputs.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobalsFlag {
    /// Those the unit writes, starting from their initial values
    Auto,
    /// No global is an input
    None,
}

/// Isolation of runs from each other.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum IsolationFlag {
    /// Fork where the function can call library functions that keep state, else share a process
    Auto,
    /// Share a process: the unit's own memory is restored, state of libraries is not
    Inprocess,
    /// Fork a process for each run
    Fork,
}

/// Flags of `acute test`.
#[derive(Args, Debug, Clone)]
pub struct TestFlags {
    /// C files or folders of them, linked together as one unit
    #[arg(required_unless_present = "database", value_name = "PATH")]
    pub files: Vec<PathBuf>,
    /// Folder with compile_commands.json: compile each file with its own flags; PATHs select among its files,
    /// without PATHs all are one unit
    #[arg(short = 'p', value_name = "DIR")]
    pub database: Option<PathBuf>,
    /// Test only this function (repeatable)
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// Time budget of one function, in seconds
    #[arg(long, value_name = "SECS", default_value_t = 10.0, value_parser = seconds, allow_negative_numbers = true)]
    pub time: f64,
    /// Stop a function after N runs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub executions: Option<u64>,
    /// Search strategy: which branch is flipped next
    #[arg(long, value_name = "NAME", value_enum, default_value_t = StrategyFlag(Search::Auto))]
    pub strategy: StrategyFlag,
    /// Time budget of the whole command, in seconds, shared evenly among the functions left
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub total: Option<f64>,
    /// When to stop before the budget ends
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = UntilFlag::All)]
    pub until: UntilFlag,
    /// Number of workers; one a core if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub jobs: Option<u64>,
    /// Flip only the first N symbolic branches of a path
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    /// Values of scalars in the first run
    #[arg(long, value_name = "KIND", value_enum, default_value_t = InitFlag::Small)]
    pub init: InitFlag,
    /// Seed of random choices; with --jobs 1 and --executions the output is reproducible
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Assume that pointer arguments are not NULL
    #[arg(long)]
    pub nonnull: bool,
    /// Assume a C predicate over the parameters: `n > 0` for every function that has them, `FUNCTION: PREDICATE` for
    /// one, `@FILE` for a file with one a line; or `no-overlap`, which leaves overlapping pointers out (repeatable)
    #[arg(long, value_name = "WHAT")]
    pub assume: Vec<String>,
    /// Kinds of finding to look for beside the default, `+KIND`, or not to look for, `-KIND`; separated by commas
    #[arg(long, value_name = "KINDS", allow_hyphen_values = true)]
    pub checks: Vec<String>,
    /// Globals that are inputs
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = GlobalsFlag::Auto)]
    pub globals: GlobalsFlag,
    /// Isolation of runs from each other
    #[arg(long, value_name = "HOW", value_enum, default_value_t = IsolationFlag::Auto)]
    pub isolation: IsolationFlag,
    /// Maximum number of elements of an input buffer
    #[arg(long, value_name = "N", default_value_t = acute_input::ARRAY_LIMIT, value_parser = clap::value_parser!(u64).range(1..=65536))]
    pub array_limit: u64,
    /// Open gdb on the first bug, at its line, at the end
    #[arg(long)]
    pub debug: bool,
    /// Folder for all results
    #[arg(long, value_name = "DIR", default_value = "acute.out")]
    pub out: PathBuf,
    /// Continue from the results in --out
    #[arg(long)]
    pub resume: bool,
    /// Also write the summary to this file, `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Do not export tests
    #[arg(long)]
    pub no_export: bool,
    /// Self-check: evaluate every recorded branch under the input that recorded it
    #[arg(long)]
    pub check: bool,
    /// Solver configuration
    #[arg(long, value_name = "NAME", value_enum, default_value_t = SolverFlag::Full)]
    pub solver: SolverFlag,
    /// Write every query and its answer as an SMT-LIB 2 file into this folder
    #[arg(long, value_name = "DIR")]
    pub log_queries: Option<PathBuf>,
    /// Disable solver layers, `slice` or `subsume`, for measurements
    #[arg(long, value_name = "LAYER", value_delimiter = ',', hide = true)]
    pub without: Vec<String>,
    /// Compiler flags
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<String>,
}

/// Flags of `acute replay`.
#[derive(Args, Debug, Clone)]
pub struct ReplayFlags {
    /// Saved input: acute.out/tests/ID.json
    pub test: PathBuf,
    /// Open gdb on the native program, at the finding or at the start of the function
    #[arg(long, conflicts_with = "native")]
    pub gdb: bool,
    /// Also run the native program, without instrumentation, and report how it ends
    #[arg(long)]
    pub native: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(n) if n > 0.0 && n <= 1e6 => Ok(n),
        _ => Err("a number of seconds above 0 is needed".into()),
    }
}

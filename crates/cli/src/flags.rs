//! Every flag with its help; their meaning is the contract's (docs/contract.md).
use acute_explore::Search;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Finds the inputs that take a C function down every path it has, and hands them back as tests.
#[derive(Parser, Debug)]
#[command(name = "acute", version, disable_help_subcommand = true)]
pub struct Acute {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Test the functions of C files
    Test(Box<TestFlags>),
    /// Run one saved test again
    Replay(ReplayFlags),
    /// A drop-in C compiler: CC="acute cc" make
    #[command(disable_help_flag = true)]
    Cc {
        /// What clang takes
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<std::ffi::OsString>,
    },
}

/// First values of scalars.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitFlag {
    /// Small and boundary values, by the seed
    Small,
    /// All zero
    Zero,
    /// Random, by the seed
    Random,
}

/// Which branch is flipped next.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyFlag {
    /// All of them, by what has paid off lately
    Auto,
    /// The deepest branch of the newest run
    Dfs,
    /// A walk through the tree of paths, by chance
    RandomPath,
    /// All branches of the run that covered most
    Generational,
    /// The branch nearest to what is not covered
    Coverage,
    /// None: only inputs by chance
    Random,
}

impl From<StrategyFlag> for Search {
    fn from(flag: StrategyFlag) -> Search {
        match flag {
            StrategyFlag::Auto => Search::Auto,
            StrategyFlag::Dfs => Search::Dfs,
            StrategyFlag::RandomPath => Search::RandomPath,
            StrategyFlag::Generational => Search::Generational,
            StrategyFlag::Coverage => Search::Coverage,
            StrategyFlag::Random => Search::Random,
        }
    }
}

/// Which solvers are asked.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverFlag {
    /// Everything there is
    Full,
    /// Pointers and linear integer arithmetic, as CUTE had; present values for the rest
    Linear,
}

/// When a function is done.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum UntilFlag {
    /// When all its paths are
    All,
    /// When all branches it can reach are covered
    Coverage,
    /// At the first bug, which ends the whole command
    Bug,
}

/// Which globals are inputs.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobalsFlag {
    /// Those that the unit writes, starting from their initial values
    Auto,
    /// None
    None,
}

/// How runs are kept apart.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum IsolationFlag {
    /// In one process where no function that keeps state can be called, else by forking
    Auto,
    /// In one process: what the unit itself changes is put back, what libraries keep is not
    Inprocess,
    /// A forked process for each run
    Fork,
}

/// `acute test`.
#[derive(Args, Debug, Clone)]
pub struct TestFlags {
    /// C files, or folders of them; all are linked together as one unit
    #[arg(required_unless_present = "database", value_name = "PATH")]
    pub files: Vec<PathBuf>,
    /// A folder with compile_commands.json: each file is compiled with its own flags. PATHs choose among
    /// its files; without any, all are one unit
    #[arg(short = 'p', value_name = "DIR")]
    pub database: Option<PathBuf>,
    /// Test only this function (may be given several times)
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// Seconds for one function
    #[arg(long, value_name = "SECS", default_value_t = 10.0, value_parser = seconds, allow_negative_numbers = true)]
    pub time: f64,
    /// Stop a function after N runs of it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub executions: Option<u64>,
    /// Which branch is flipped next
    #[arg(long, value_name = "NAME", value_enum, default_value_t = StrategyFlag::Auto)]
    pub strategy: StrategyFlag,
    /// Seconds for the whole command: what is left is shared out among the functions that are left
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub total: Option<f64>,
    /// When to stop
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = UntilFlag::All)]
    pub until: UntilFlag,
    /// Functions at a time; without it, one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub jobs: Option<u64>,
    /// Bound on the number of symbolic branches of a path
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    /// First values of scalars
    #[arg(long, value_name = "KIND", value_enum, default_value_t = InitFlag::Small)]
    pub init: InitFlag,
    /// Same seed, same output
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Pointers among the arguments are never NULL
    #[arg(long)]
    pub nonnull: bool,
    /// Whether the unit's writable globals are inputs where it reads them before it writes them
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = GlobalsFlag::Auto)]
    pub globals: GlobalsFlag,
    /// How runs are kept apart
    #[arg(long, value_name = "HOW", value_enum, default_value_t = IsolationFlag::Auto)]
    pub isolation: IsolationFlag,
    /// How many elements an input buffer may grow to
    #[arg(long, value_name = "N", default_value_t = acute_input::ARRAY_LIMIT, value_parser = clap::value_parser!(u64).range(1..=65536))]
    pub array_limit: u64,
    /// Open gdb on the first bug, at its line, when all is done
    #[arg(long)]
    pub debug: bool,
    /// Where everything goes
    #[arg(long, value_name = "DIR", default_value = "acute.out")]
    pub out: PathBuf,
    /// Go on from what --out holds
    #[arg(long)]
    pub resume: bool,
    /// Also write the summary here, `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write no test file
    #[arg(long)]
    pub no_export: bool,
    /// Check every recorded branch against the input that recorded it
    #[arg(long)]
    pub check: bool,
    /// Which solvers are asked
    #[arg(long, value_name = "NAME", value_enum, default_value_t = SolverFlag::Full)]
    pub solver: SolverFlag,
    /// Write every query as an SMT-LIB 2 file, with our answer, into this folder
    #[arg(long, value_name = "DIR")]
    pub log_queries: Option<PathBuf>,
    /// Switch off layers of the solver, `slice` or `subsume`, to see what they are good for
    #[arg(long, value_name = "LAYER", value_delimiter = ',', hide = true)]
    pub without: Vec<String>,
    /// Flags for the compiler
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<String>,
}

/// `acute replay`.
#[derive(Args, Debug, Clone)]
pub struct ReplayFlags {
    /// A saved test: acute.out/tests/ID.json
    pub test: PathBuf,
    /// Then open gdb on it, compiled without us: at its bug, or where the function begins
    #[arg(long, conflicts_with = "native")]
    pub gdb: bool,
    /// Then run it compiled without us, and say how that ends
    #[arg(long)]
    pub native: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(n) if n > 0.0 && n <= 1e6 => Ok(n),
        _ => Err("a number of seconds above 0 is needed".into()),
    }
}

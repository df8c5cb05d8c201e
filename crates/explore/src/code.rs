//! The program under test as plain data: its branches, its call graph, its constants.
mod parse;

use crate::outcome::Assumption;
use std::collections::BTreeSet;
use std::ops::Range;

/// What comes behind a point of the program, up to the next jump: there is one way only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Successor {
    /// The first cell of the next jump; none where the function ends before one.
    pub next: Option<u32>,
    /// The functions called before it; `*` stands for a call through a pointer.
    pub calls: Vec<String>,
    /// The first cells of choices made before it.
    pub choices: Vec<u32>,
}

/// One outcome of one jump or choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The function it is in.
    pub function: String,
    /// The source file.
    pub file: String,
    /// The line; 0 where no line of the source stands for it.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// What comes behind it.
    pub way: Successor,
}

/// One outcome of one condition of the source: what clang's branch coverage counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The function it is in.
    pub function: String,
    /// The source file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// Whether the condition is true, or the case is the one.
    pub taken: bool,
    /// Any of these cells stands for it. None: the compiler made no code of it.
    pub cells: Vec<u32>,
}

impl Branch {
    /// Whether a run that set these cells took it.
    pub fn is_covered(&self, covered: &[bool]) -> bool {
        self.cells.iter().any(|cell| covered.get(*cell as usize) == Some(&true))
    }
}

/// An assertion about what a function was given: its condition is computed from parameters and memory by operations of
/// the assertion alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// The function it is in.
    pub function: String,
    /// The line.
    pub line: u32,
    /// The condition, as the source writes it.
    pub text: Vec<u8>,
    /// Operations that compute something.
    pub operations: usize,
    /// The numbers that it compares with.
    pub numbers: Vec<u64>,
    /// Whether it reads memory.
    pub reads: bool,
    /// Whether it calls functions.
    pub calls: bool,
    /// Whether the function may have written memory before.
    pub after_write: bool,
}

/// How one module uses a variable with static storage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// Which module, in the order of the link.
    pub module: usize,
    /// Its name.
    pub name: String,
    /// Whether other modules cannot see it.
    pub local: bool,
    /// Whether something in the module may write it.
    pub written: bool,
    /// Whether nothing there does, but files outside the program could.
    pub open: bool,
    /// Why it keeps its first value all the same.
    pub keeps: Option<&'static str>,
    /// The functions that name it; `*` stands for data.
    pub users: Vec<String>,
    /// Those of them that may write it.
    pub writers: Vec<String>,
}

/// The branches of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Map {
    /// The way from each function's entry.
    pub functions: Vec<(String, Successor)>,
    /// By number.
    pub cells: Vec<Cell>,
    /// In the order of the source, function by function.
    pub branches: Vec<Branch>,
    /// Assertions about what functions were given.
    pub given: Vec<Given>,
    /// Variables with static storage.
    pub globals: Vec<Use>,
    /// Texts among the constants, each with the functions that name it; `*` stands for data.
    pub texts: Vec<(Vec<u8>, Vec<String>)>,
}

impl Map {
    /// The texts that these functions, or data, name: in the order of the program, each once.
    pub fn texts_of(&self, functions: &[&str]) -> Vec<Vec<u8>> {
        let is_one = |user: &String| user == "*" || functions.contains(&user.as_str());
        let mut texts: Vec<Vec<u8>> = vec![];
        for (text, users) in &self.texts {
            if users.iter().any(is_one) && !texts.contains(text) {
                texts.push(text.clone());
            }
        }
        texts
    }

    /// The branches of the source that a cell stands for; none for a jump that the compiler made.
    pub fn branches_of(&self, cell: u32) -> impl Iterator<Item = &Branch> {
        self.branches.iter().filter(move |b| b.cells.contains(&cell))
    }
}

/// The program, as far as it is plain data.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its branches.
    pub map: Map,
    /// Calls as caller and callee; [`DATA`] stands for functions whose address is in data.
    pub calls: Vec<(String, String)>,
    /// The functions it calls that it does not define.
    pub outside: Vec<String>,
    /// Those of them that may keep state from one run to the next.
    pub stateful: Vec<String>,
    /// Functions outside whose answer is taken for granted, with what is assumed of it.
    pub assumed: Vec<(String, Assumption)>,
    /// Addresses of objects that a run makes itself, such as its stack and heap: no input can point there.
    pub own_memory: Vec<Range<u64>>,
    /// The name of a request to the system that was refused.
    pub refusal: fn(u32) -> Option<&'static str>,
}

/// The caller of functions whose address is in data.
pub const DATA: &str = "*";

impl Default for Code {
    fn default() -> Code {
        let (map, calls, outside, stateful, assumed, own_memory) = Default::default();
        Code { map, calls, outside, stateful, assumed, own_memory, refusal: |_| None }
    }
}

impl Code {
    /// The functions that `function` can reach, itself first: those it names, in turn, and all whose address is in
    /// data.
    pub fn reachable<'a>(&'a self, function: &'a str) -> Vec<&'a str> {
        let mut found = vec![function];
        let in_data = self.calls.iter().filter(|(from, _)| from == DATA);
        found.extend(in_data.map(|(_, callee)| callee.as_str()).filter(|callee| *callee != function));
        let mut next = 0;
        while let Some(&caller) = found.get(next) {
            next += 1;
            for (_, callee) in self.calls.iter().filter(|(from, _)| from == caller) {
                if !found.contains(&callee.as_str()) {
                    found.push(callee);
                }
            }
        }
        found
    }

    /// The functions outside the program that `function` can reach and that may keep state. Without any, runs can
    /// share a process, and their results depend on the input alone.
    pub fn stateful(&self, function: &str) -> Vec<&str> {
        let reachable = self.reachable(function);
        self.stateful.iter().map(String::as_str).filter(|name| reachable.contains(name)).collect()
    }

    /// What is assumed of the answers of functions outside the program that `function` can reach.
    pub fn assumed(&self, function: &str) -> BTreeSet<Assumption> {
        let reachable = self.reachable(function);
        let assumed = self.assumed.iter().filter(|(name, _)| reachable.contains(&name.as_str()));
        assumed.map(|(_, assumption)| *assumption).collect()
    }
}

//! A target without a process: a small function, interpreted, that records the trace an instrumented unit would. It
//! makes the engine testable by itself.
//!
//! ```c
//! int f(int x, int y) {
//!     if (x == 10)
//!         if (y > x)
//!             if (y == 77)
//!                 assert(0);
//!     return x;
//! }
//! ```
use crate::code::{Branch, Cell, Code, Map, Successor};
use crate::target::{
    Call, Ending, Failure, Fault, Nodes, Place, Program, Run, RunLimits, Start, Status, Target, TargetError,
};
use acute_input::{Image, Space};
use acute_trace::{Event, FIRST_NODE, FIRST_VAR, Kind, Label, MAX_RETURN, Node, Op, TraceHead};
use acute_types::{Function, Int, Param, TypeTable};
use std::sync::Arc;

/// The program, and how many instances of it were started.
#[derive(Default)]
pub struct Fake {
    code: Code,
    pub starts: std::cell::Cell<u64>,
}

/// An instance of it.
struct Instance {
    start: Start,
    posted: Vec<Image>,
    nodes: Table,
    /// Cells that a run has reached.
    reached: [bool; CELLS],
    epoch: u32,
}

const CELLS: usize = 6;
const INTS: [&str; 2] = ["x", "y"];

#[derive(Default)]
struct Table(Vec<Node>);

impl Nodes for Table {
    fn labels(&self) -> Label {
        FIRST_NODE + self.0.len() as Label
    }

    fn node(&self, label: Label) -> Node {
        self.0[(label - FIRST_NODE) as usize]
    }
}

impl Table {
    /// The label of a node; equal nodes have the same.
    fn label(&mut self, node: Node) -> Label {
        let known = self.0.iter().position(|n| *n == node);
        FIRST_NODE
            + known.unwrap_or_else(|| {
                self.0.push(node);
                self.0.len() - 1
            }) as Label
    }

    fn binary(&mut self, op: Op, a: Label, b: Label) -> Label {
        self.label(Node { op: op as u8, width: 1, low: 0, a, b, c: 0 })
    }
}

impl Fake {
    /// The program.
    pub fn new() -> Fake {
        let way = |next: Option<u32>| Successor { next, ..Successor::default() };
        // Behind the true outcome of each condition stands the next one.
        let cell = |k: u32| {
            let next = (k.is_multiple_of(2) && k + 2 < CELLS as u32).then_some(k + 2);
            Cell { function: "f".into(), file: "f.c".into(), line: 2 + k / 2, column: 9, way: way(next) }
        };
        let branch = |k: u32| {
            let Cell { function, file, line, column, .. } = cell(k);
            Branch { function, file, line, column, taken: k.is_multiple_of(2), cells: vec![k] }
        };
        let map = Map {
            functions: vec![("f".into(), way(Some(0)))],
            cells: (0..CELLS as u32).map(cell).collect(),
            branches: (0..CELLS as u32).map(branch).collect(),
            ..Map::default()
        };
        Fake { code: Code { map, ..Code::default() }, starts: Default::default() }
    }

    /// The inputs of its function.
    pub fn space() -> Space {
        let int = Int { name: "int".into(), bytes: 4, signed: true, is_bool: false, is_char: false };
        let types = TypeTable::from_kinds(vec![acute_types::TypeKind::Int(int)]);
        let ty = types.ids().next().expect("one type");
        let function = Function {
            name: "f".into(),
            file: "f.c".into(),
            line: 1,
            is_static: false,
            params: INTS.iter().map(|name| Param { name: name.to_string(), ty }).collect(),
            variadic: false,
            ret: Some(ty),
            address: None,
            unit_file: String::new(),
            unit_dir: String::new(),
        };
        Space::for_function(Arc::new(types), &function).expect("two integers")
    }

    /// Where its function stands.
    pub fn home() -> Place {
        Place { file: "f.c".into(), line: 1, function: "f".into() }
    }
}

impl Program for Fake {
    fn code(&self) -> &Code {
        &self.code
    }

    fn text_at(&self, _: u64) -> Option<String> {
        None
    }

    fn place_of(&self, addresses: &[u64]) -> Place {
        Place { line: addresses[0] as u32, ..Fake::home() }
    }

    fn caller_of(&self, _: &[u64]) -> Option<Place> {
        None
    }

    fn library_function(&self, _: &[u64]) -> Option<&'static str> {
        None
    }

    fn start(&self, start: &Start) -> Result<Box<dyn Target>, TargetError> {
        self.starts.set(self.starts.get() + 1);
        let (posted, nodes, reached) = Default::default();
        Ok(Box::new(Instance { start: *start, posted, nodes, reached, epoch: 1 }))
    }
}

impl Target for Instance {
    fn limits(&mut self) -> &mut RunLimits {
        &mut self.start.limits
    }

    fn post(&mut self, image: &Image, _: Call) -> Result<(), TargetError> {
        self.posted.push(image.clone());
        Ok(())
    }

    fn finish(&mut self, each: &mut dyn FnMut(Run<'_>)) -> Result<(), TargetError> {
        for image in std::mem::take(&mut self.posted) {
            let (ending, head, events) = self.run(&image);
            each(Run { ending, head, events: &events, covered: &[], epoch: self.epoch, nodes: &self.nodes });
        }
        Ok(())
    }

    fn forget(&mut self) {
        self.epoch += 1;
        self.nodes = Table::default();
    }

    fn status(&self) -> Status {
        let room = 4 - self.posted.len() as u32;
        Status { room, starts: 1, isolation: self.start.isolation }
    }
}

impl Instance {
    /// Interprets the function.
    fn run(&mut self, image: &Image) -> (Ending, TraceHead, Vec<Event>) {
        let value = |k: usize| {
            let bytes = image.bytes[4 * k..4 * k + 4].try_into().expect("four bytes");
            i32::from_le_bytes(bytes)
        };
        let (x, y) = (value(0), value(1));
        // Runs without labels record nothing but coverage.
        let label = |k: u32| image.labels.iter().find(|l| l.var == k).map(|_| FIRST_VAR + k);
        let constant = |nodes: &mut Table, n: i32| nodes.label(Node::constant(32, u64::from(n as u32)));
        let mut events = vec![];
        let mut ending = Ending::Returned;
        let conditions: [(bool, Op, u32, Result<u32, i32>); 3] = [
            (x == 10, Op::Eq, 0, Err(10)),
            // y > x is x < y.
            (y > x, Op::Slt, 0, Ok(1)),
            (y == 77, Op::Eq, 1, Err(77)),
        ];
        for (k, (holds, op, left, right)) in (0u32..).zip(conditions) {
            let (cell, other) = if holds { (2 * k, 2 * k + 1) } else { (2 * k + 1, 2 * k) };
            let right = match right {
                Ok(var) => label(var),
                Err(n) => Some(constant(&mut self.nodes, n)),
            };
            if let (Some(left), Some(right)) = (label(left), right) {
                let node = self.nodes.binary(op, left, right);
                events.push(event(Kind::Branch, holds, cell, node, other));
            }
            if !std::mem::replace(&mut self.reached[cell as usize], true) {
                events.push(event(Kind::Covered, false, cell, 0, 0));
            }
            if !holds {
                break;
            }
            if k == 2 {
                let fault = Fault::Assertion;
                ending = Ending::Failed(Failure { fault, code: 6, name: Some("SIGABRT"), is_sent: false });
            }
        }
        let mut head = head();
        head.ret[..4].copy_from_slice(&x.to_le_bytes());
        head.text[..1].copy_from_slice(b"0");
        head.at[0] = 5;
        (ending, head, events)
    }
}

fn event(kind: Kind, flag: bool, cell: u32, node: Label, extra: u32) -> Event {
    Event { kind: kind as u8, flag: flag.into(), what: 0, cell, node, extra }
}

/// An empty report.
fn head() -> TraceHead {
    TraceHead {
        end: 0,
        code: 0,
        events: 0,
        dropped: 0,
        path: 0,
        cells: 0,
        nodes: 0,
        ticks: 0,
        at: [0; 12],
        object: [0; 2],
        fault: 0,
        sp: 0,
        refused: 0,
        lost: [acute_trace::Lost::NONE; acute_trace::MAX_LOST],
        ret: [0; MAX_RETURN],
        text: [0; 120],
    }
}

mod tests {
    use super::*;
    use crate::{Confidence, Explorer, Limits, Outcome, Search, TestEnd, Until};

    fn explored(limits: Limits) -> (crate::Report, Space, Fake) {
        let fake = Fake::new();
        let explorer = Explorer::new(&fake, Fake::home(), Fake::space(), 0, limits).expect("it starts");
        let (report, space) = explorer.explore().expect("it runs");
        (report, space, fake)
    }

    #[test]
    fn a_function_of_three_branches_is_explored_without_a_process() {
        for search in Search::ALL.iter().copied().filter(|s| *s != Search::Random) {
            let (report, space, fake) = explored(Limits { search, check: true, ..Limits::default() });
            assert_eq!(report.outcome, Outcome::Complete, "{search:?}");
            assert_eq!((report.paths, report.divergences, report.wrong_branches), (4, 0, 0), "{search:?}");
            assert!(report.covered.iter().all(|covered| *covered) && report.uncovered.is_empty());
            assert!(report.concretized.is_empty() && report.solver.unknown == 0);
            let [finding] = &report.findings[..] else { panic!("{:?}", report.findings) };
            assert_eq!((finding.kind.name(), finding.place.line), ("assertion", 5));
            assert_eq!((finding.confidence, finding.confirmed), (Confidence::Bug, true));
            assert_eq!([0, 1].map(|v| finding.input.get(&space, v)), [10, 77]);
            // The finding was confirmed in an instance of its own.
            assert_eq!(fake.starts.get(), 2);
            let ends = |end: fn(&TestEnd) -> bool| report.tests.iter().filter(|t| end(&t.end)).count();
            assert_eq!(ends(|end| matches!(end, TestEnd::Dies(6))), 1, "{search:?}");
            assert!(ends(|end| matches!(end, TestEnd::Returns(_))) >= 2, "{search:?}");
        }
    }

    #[test]
    fn a_limit_of_executions_is_held_and_told() {
        let (report, ..) = explored(Limits { executions: Some(2), ..Limits::default() });
        assert_eq!((report.outcome, report.executions), (Outcome::Executions, 2));
    }

    #[test]
    fn one_bug_is_enough_where_that_is_asked_for() {
        let (report, ..) = explored(Limits { until: Until::Bug, ..Limits::default() });
        assert_eq!(report.outcome, Outcome::Bug);
    }
}

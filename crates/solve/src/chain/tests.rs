//! The chain itself, with fake layers.

use std::cell::RefCell;
use std::rc::Rc;

use acute_expr::{ExprId, Op};

use super::*;
use crate::layer::Verdict;
use crate::layers::layer_names;
use crate::slice::Slice;
use crate::{LayerStats, Layers, NoPointers};

/// The names of the layers asked, in order.
type Asked = Rc<RefCell<Vec<&'static str>>>;

/// A layer that notes its name and says what it was told to.
struct Fake {
    name: &'static str,
    verdict: Verdict,
    // what it proposes for each variable
    value: Option<u64>,
    applies: bool,
    asked: Asked,
    learnt: Asked,
}

impl Layer for Fake {
    fn applies(&self, _: &mut Task) -> bool {
        self.applies
    }

    fn solve(&mut self, task: &mut Task) -> Verdict {
        self.asked.borrow_mut().push(self.name);
        if let Some(value) = self.value {
            task.workspace.values.fill(value);
        }
        self.verdict
    }

    fn learn(&mut self, _: &Slice, _: Option<&[u64]>) {
        self.learnt.borrow_mut().push(self.name);
    }
}

/// A chain of fakes, each named, with its verdict and its values, and the layers that were asked and taught.
fn fakes(layers: &[(&'static str, Verdict, Option<u64>)]) -> (Chain, Asked, Asked) {
    let (asked, learnt) = (Asked::default(), Asked::default());
    let fake = |&(name, verdict, value)| {
        let (asked, learnt) = (asked.clone(), learnt.clone());
        let fake = Fake { name, verdict, value, applies: true, asked, learnt };
        (name, Box::new(fake) as Box<dyn Layer>)
    };
    let chain = Chain::with_layers(Options::default(), layers.iter().map(fake).collect());
    (chain, asked, learnt)
}

/// Asks for `x == 7` where `x` is 3.
fn ask(chain: &mut Chain) -> (Answer, &'static str) {
    let mut pool = Pool::new();
    let (x, seven) = (pool.var(0, 32), pool.constant(32, 7));
    let goal = pool.binary(Op::Eq, x, seven);
    let query = Query { prefix: &[], goal: pool.literal(goal, true), model: &[3] };
    chain.solve(&mut pool, &query, &mut NoPointers)
}

const fn stats(asked: u64, sat: u64, unsat: u64) -> LayerStats {
    LayerStats { asked, sat, unsat }
}

#[test]
fn layers_are_asked_in_the_order_of_the_list() {
    let all: Vec<_> = LAYERS.iter().map(|row| (row.name, Verdict::Pass, None)).collect();
    let (mut chain, asked, _) = fakes(&all);
    assert_eq!(ask(&mut chain), (Answer::Unknown, "concrete"));
    let listed: Vec<&str> = LAYERS.iter().map(|row| row.name).collect();
    assert_eq!(*asked.borrow(), listed);
    // and the chain that is assembled from the list has its layers in that order
    let assembled = Chain::new(Options { layers: Layers::all(), ..Options::default() });
    let rows: Vec<&str> = assembled.layers.iter().map(|slot| LAYERS[slot.row].name).collect();
    assert_eq!(rows, listed);
}

#[test]
fn the_first_answer_ends_the_query() {
    let (mut chain, asked, _) = fakes(&[
        ("order", Verdict::Pass, None),
        ("search", Verdict::Unsat, None),
        ("sat", Verdict::Unsat, None),
    ]);
    assert_eq!(ask(&mut chain), (Answer::Unsat, "search"));
    assert_eq!(*asked.borrow(), ["order", "search"]);
}

#[test]
fn a_layer_that_is_switched_off_is_not_asked() {
    for name in layer_names() {
        let mut options = Options { layers: Layers::all(), ..Options::default() };
        assert!(options.switch_off(name));
        let mut chain = Chain::new(options);
        assert!(chain.layers.iter().all(|slot| LAYERS[slot.row].name != name), "{name}");
        ask(&mut chain);
        assert_eq!(chain.stats().layer(name), stats(0, 0, 0), "{name}");
    }
}

#[test]
fn a_layer_that_does_not_apply_is_not_counted() {
    let (asked, learnt) = (Asked::default(), Asked::default());
    let (verdict, value) = (Verdict::Unsat, None);
    let fake = Fake { name: "order", verdict, value, applies: false, asked: asked.clone(), learnt };
    let mut chain = Chain::with_layers(Options::default(), vec![("order", Box::new(fake))]);
    assert_eq!(ask(&mut chain).0, Answer::Unknown);
    assert!(asked.borrow().is_empty());
    assert_eq!(chain.stats().layer("order"), stats(0, 0, 0));
}

#[test]
fn statistics_follow_the_list() {
    let (mut chain, _, _) = fakes(&[
        ("order", Verdict::Pass, None),
        ("interval", Verdict::Pass, None),
        ("interval", Verdict::Pass, None),
        ("search", Verdict::Sat, Some(7)),
    ]);
    assert_eq!(ask(&mut chain), (Answer::Sat(vec![(0, 7)]), "search"));
    let counted: Vec<_> =
        chain.stats().by_layer().filter(|(_, counted)| *counted != LayerStats::default()).collect();
    assert_eq!(
        counted,
        [("order", stats(1, 0, 0)), ("interval", stats(2, 0, 0)), ("search", stats(1, 1, 0))]
    );
    let names: Vec<_> = chain.stats().by_layer().map(|(name, _)| name).collect();
    assert_eq!(names, layer_names().collect::<Vec<_>>());
    assert_eq!((chain.stats().queries, chain.stats().unknown), (1, 0));
}

#[test]
fn a_wrong_model_is_rejected_by_the_evaluation() {
    let (mut chain, asked, _) = fakes(&[
        ("order", Verdict::Sat, Some(8)),
        ("search", Verdict::Candidate, Some(9)),
        ("sat", Verdict::Sat, Some(7)),
    ]);
    assert_eq!(ask(&mut chain), (Answer::Sat(vec![(0, 7)]), "sat"));
    assert_eq!(*asked.borrow(), ["order", "search", "sat"]);
    // a wrong model is a defect, a wrong candidate is not
    assert_eq!(chain.stats().wrong_answers, 1);
    assert_eq!(chain.stats().layer("order"), stats(1, 0, 0));
    assert_eq!(chain.stats().layer("search"), stats(1, 0, 0));
}

#[test]
fn a_deferred_model_is_evaluated_and_used_at_its_second_row() {
    let deferred = |value, found| {
        let (mut chain, _, _) =
            fakes(&[("order", Verdict::Deferred, Some(value)), ("search", found, Some(7))]);
        let second = LAYERS.iter().rfind(|row| row.name == "order").expect("it is there");
        let layer = Some((second.new)(&Options::default()));
        chain.layers.push(Slot { layer, row: index("order") });
        let answer = ask(&mut chain);
        (answer, chain.stats().layer("order"), chain.stats().wrong_answers)
    };
    let sat = Answer::Sat(vec![(0, 7)]);
    assert_eq!(deferred(7, Verdict::Pass), ((sat.clone(), "order"), stats(1, 1, 0), 0));
    assert_eq!(deferred(7, Verdict::Sat), ((sat, "search"), stats(0, 0, 0), 0));
    assert_eq!(deferred(8, Verdict::Pass), ((Answer::Unknown, "order"), stats(1, 0, 0), 1));
}

#[test]
fn earlier_layers_learn_what_later_ones_find() {
    let (mut chain, _, learnt) = fakes(&[
        ("order", Verdict::Pass, None),
        ("cache", Verdict::Pass, None),
        ("search", Verdict::Unsat, None),
        ("sat", Verdict::Pass, None),
    ]);
    ask(&mut chain);
    assert_eq!(*learnt.borrow(), ["order", "cache"]);
}

#[test]
fn parts_of_a_query_are_not_counted() {
    /// Asks about a part of its query, then proposes that.
    struct Splitter(ExprId);
    impl Layer for Splitter {
        fn applies(&self, task: &mut Task) -> bool {
            task.workspace.mode != Mode::Part
        }

        fn solve(&mut self, task: &mut Task) -> Verdict {
            let goal = task.pool.literal(self.0, true);
            let model = task.query.model;
            let (answer, row) = task.ask_part(Query { prefix: &[], goal, model });
            assert_eq!((&answer, row), (&Answer::Sat(vec![(1, 0)]), index("search")));
            let Answer::Sat(changes) = answer else { return Verdict::Pass };
            // of the part's variable the query knows nothing
            task.propose(&changes);
            assert_eq!(task.workspace.values, [3]);
            task.propose(&[(0, 7)]);
            Verdict::Sat
        }
    }
    let mut pool = Pool::new();
    let (x, y, seven, zero) = (pool.var(0, 32), pool.var(1, 32), pool.constant(32, 7), pool.constant(32, 0));
    let (goal, part) = (pool.binary(Op::Eq, x, seven), pool.binary(Op::Eq, y, zero));
    let (mut chain, asked, _) = fakes(&[("search", Verdict::Candidate, Some(0))]);
    chain.layers.insert(0, Slot { layer: Some(Box::new(Splitter(part))), row: index("equal") });
    let query = Query { prefix: &[], goal: pool.literal(goal, true), model: &[3, 5] };
    let answer = chain.solve(&mut pool, &query, &mut NoPointers);
    assert_eq!(answer, (Answer::Sat(vec![(0, 7)]), "equal"));
    assert_eq!(*asked.borrow(), ["search"]);
    assert_eq!(chain.stats().layer("search"), stats(0, 0, 0));
    assert_eq!(chain.stats().layer("equal"), stats(1, 1, 0));
    assert_eq!(chain.stats().queries, 1);
}

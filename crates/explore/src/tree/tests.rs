use super::*;
use crate::strategy::Dice;
use acute_expr::Pool;
use std::collections::BTreeSet;

/// A program that asks one of its 10 bits after the other, in an order that depends on the answers, and at
/// most 6 on any path; some questions only decide a value.
fn run(pool: &mut Pool, bits: u32) -> Vec<Condition> {
    let (mut conditions, mut asked, mut state) = (vec![], 0u32, 1u32);
    while conditions.len() < 6 {
        let bit = state.wrapping_mul(2654435761) >> 16 & 15;
        if bit >= 10 || asked >> bit & 1 != 0 {
            break;
        }
        asked |= 1 << bit;
        let holds = bits >> bit & 1 != 0;
        let lit = pool.var(bit, 1);
        let lit = pool.literal(lit, holds);
        let (cell, other) = (2 * bit + holds as u32, 2 * bit + !holds as u32);
        let is_choice = state % 7 == 3;
        let source = if is_choice { Source::Choice { cell, other } } else { Source::Jump { cell, other } };
        conditions.push(Condition { lit, source });
        state = state * 2 + (holds && !is_choice) as u32;
    }
    conditions
}

fn outcomes(conditions: &[Condition]) -> Vec<(u32, bool)> {
    let jumps = conditions.iter().filter(|c| !c.is_silent());
    jumps.map(|c| (c.source.cell() / 2, c.lit.positive)).collect()
}

/// Tries every flip, in an order that `pick` chooses, and `spare` inputs that nobody asked for.
fn search(
    pick: impl Fn(&Tree, &mut Vec<FlipId>, &mut Dice) -> Option<FlipId>,
    spare: usize,
) -> (usize, Tree) {
    let (mut pool, mut tree, mut dice) = (Pool::new(), Tree::default(), Dice::new(3));
    let (mut flips, mut paths, mut runs) = (vec![], BTreeSet::new(), 0);
    let mut spare = (0..spare).map(|_| dice.below(1024) as u32).collect::<Vec<_>>();
    spare.push(0);
    loop {
        let (bits, flip) = match spare.pop() {
            Some(bits) => (bits, None),
            None => {
                let Some(id) = pick(&tree, &mut flips, &mut dice) else { break };
                let Some(flip) = tree.take(id) else { continue };
                // The bits that the prefix asks for, and the target's the other way round.
                let mut bits = 0;
                for (at, c) in flip.conditions.iter().enumerate().filter(|(_, c)| !c.is_choice()) {
                    let holds = c.lit.positive != (at == flip.index());
                    bits |= (holds as u32) << (c.source.cell() / 2);
                }
                (bits, Some(flip))
            }
        };
        runs += 1;
        let conditions = run(&mut pool, bits);
        if let Some(flip) = flip.as_ref().filter(|f| !f.target().is_silent()) {
            let (took, meant) = (outcomes(&conditions), outcomes(&flip.conditions));
            assert_eq!(took[..meant.len() - 1], meant[..meant.len() - 1]);
            assert_ne!(took[meant.len() - 1], meant[meant.len() - 1]);
            assert!(paths.insert(took), "no path is run twice");
        } else {
            paths.insert(outcomes(&conditions));
        }
        let input = &Input::new();
        tree.add(
            Grown { input, conditions, reads: vec![], repeated: vec![], far: vec![], lent: 0, is_new: false },
            usize::MAX,
            false,
            &mut flips,
        );
        flip.iter().for_each(|f| tree.close(f.id));
    }
    let all: BTreeSet<_> = (0..1024).map(|bits| outcomes(&run(&mut pool, bits))).collect();
    assert_eq!(paths, all);
    (runs, tree)
}

#[test]
fn every_path_is_found_once_and_nothing_is_left() {
    let newest = |_: &Tree, flips: &mut Vec<FlipId>, _: &mut Dice| flips.pop();
    let oldest =
        |_: &Tree, flips: &mut Vec<FlipId>, _: &mut Dice| (!flips.is_empty()).then(|| flips.remove(0));
    let walk =
        |tree: &Tree, _: &mut Vec<FlipId>, dice: &mut Dice| tree.walk(|n| dice.below(n as usize) as u32);
    for (_, tree) in [search(newest, 0), search(oldest, 0), search(walk, 0), search(newest, 40)] {
        assert_eq!((tree.live(), tree.open(), tree.bytes), (0, 0, 0));
        assert_eq!(tree.root, DONE);
        assert_eq!(tree.free.len(), tree.nodes.len());
    }
}

#[test]
fn a_run_that_was_cut_short_goes_on_where_it_was() {
    let (mut pool, mut tree) = (Pool::new(), Tree::default());
    let grown = |pool: &mut Pool, bits: u32, count: usize| {
        let mut conditions = run(pool, bits);
        conditions.truncate(count);
        conditions
    };
    fn add(tree: &mut Tree, conditions: Vec<Condition>, cut: bool) -> (Option<FlipId>, Vec<FlipId>) {
        let mut flips = vec![];
        let (reads, repeated, far, input) = (vec![], vec![], vec![], &Input::new());
        let grown = Grown { input, conditions, reads, repeated, far, lent: 0, is_new: false };
        let hold = tree.add(grown, usize::MAX, cut, &mut flips);
        (hold, flips)
    }
    let full = run(&mut pool, 0).len();
    for count in 0..full {
        tree.clear();
        let (hold, flips) = add(&mut tree, grown(&mut pool, 0, count), true);
        // Everything it showed is tried; the place where it was cut is not done.
        for id in flips {
            assert!(tree.take(id).is_some());
            tree.close(id);
        }
        assert_eq!(tree.live(), 1);
        let (none, flips) = add(&mut tree, grown(&mut pool, 0, full), false);
        assert_eq!((none, flips.len()), (None, full - count));
        tree.close(hold.expect("cut"));
        assert_eq!(tree.live(), flips.len() as u64);
        for id in flips {
            assert!(tree.take(id).is_some());
            tree.close(id);
        }
        assert_eq!((tree.live(), tree.root), (0, DONE));
    }
}

#[test]
fn a_side_that_another_flip_is_about_to_run_is_not_done() {
    let (mut pool, mut tree) = (Pool::new(), Tree::default());
    let [same, x, y] = [0, 1, 2].map(|v| pool.var(v, 1));
    let jump = |pool: &Pool, e, holds| Condition {
        lit: pool.literal(e, holds),
        source: Source::Jump { cell: holds as u32, other: !holds as u32 },
    };
    let alias = |pool: &Pool, holds| Condition { lit: pool.literal(same, holds), source: Source::Alias };
    let add = |tree: &mut Tree, conditions| {
        let mut flips = vec![];
        let (reads, repeated, far, input) = (vec![], vec![], vec![], &Input::new());
        tree.add(
            Grown { input, conditions, reads, repeated, far, lent: 0, is_new: false },
            usize::MAX,
            false,
            &mut flips,
        );
        flips
    };
    // A write asks whether two pointers are the same, then a jump does.
    let differ = vec![alias(&pool, false), jump(&pool, same, false), jump(&pool, x, false)];
    let flips = add(&mut tree, differ);
    let [of_alias, of_x] = flips[..] else { panic!("{flips:?}") };
    assert!(tree.take(of_x).is_some());
    tree.close(of_x);
    assert!(tree.take(of_alias).is_some());
    let flips = add(&mut tree, vec![alias(&pool, true), jump(&pool, y, false)]);
    tree.close(of_alias);
    let [of_y] = flips[..] else { panic!("what is behind the other side is to be flipped: {flips:?}") };
    assert!(tree.take(of_y).is_some());
    tree.close(of_y);
    assert_eq!((tree.live(), tree.root), (0, DONE));
    // The other way round: the jump goes through what the write had asked for, and is told as a jump.
    tree.clear();
    add(&mut tree, vec![alias(&pool, true), jump(&pool, y, false)]);
    let flips = add(&mut tree, vec![jump(&pool, same, false), jump(&pool, x, false)]);
    let flip = flips.last().and_then(|id| tree.take(*id)).expect("the flip of x");
    assert!(flip.prefix().iter().all(|c| !c.is_silent()), "{:?}", flip.prefix());
}

#[test]
fn what_is_given_up_is_counted_and_taken_away() {
    let (mut pool, mut tree, mut flips) = (Pool::new(), Tree::default(), vec![]);
    for bits in [0, 1023, 341, 682] {
        let conditions = run(&mut pool, bits);
        let grown = Grown {
            input: &Input::new(),
            conditions,
            reads: vec![],
            repeated: vec![],
            far: vec![],
            lent: 0,
            is_new: false,
        };
        tree.add(grown, usize::MAX, false, &mut flips);
    }
    let (open, bytes) = (tree.open(), tree.bytes());
    tree.prune(|_| false);
    assert_eq!(tree.given_up(), open - open / 2);
    assert_eq!(tree.open(), open / 2);
    assert!(tree.bytes()[1] < bytes[1]);
    let deepest = |tree: &Tree| tree.flips().map(|id| tree.nodes[id.node as usize].index).max();
    let before = deepest(&tree);
    tree.prune(|_| true);
    assert!(tree.open() < open / 2 && deepest(&tree) <= before);
}

#[test]
fn what_is_taken_away_between_others_makes_room() {
    let (mut pool, mut tree, mut flips) = (Pool::new(), Tree::default(), vec![]);
    let mut add = |tree: &mut Tree, first: bool| {
        let condition = |bit: u32| {
            let lit = pool.var(bit, 1);
            let source = Source::Jump { cell: 2 * bit, other: 2 * bit + 1 };
            Condition { lit: pool.literal(lit, first), source }
        };
        let (reads, repeated, far, input) = (vec![], vec![], vec![], &Input::new());
        let conditions = (0..1000).map(condition).collect();
        let grown = Grown { input, conditions, reads, repeated, far, lent: 0, is_new: false };
        tree.add(grown, usize::MAX, false, &mut flips);
    };
    add(&mut tree, false);
    add(&mut tree, true);
    let [before, _] = tree.bytes();
    tree.prune(|_| false);
    let [after, _] = tree.bytes();
    assert!(after <= before / 2 + size_of::<Node>(), "{before} {after}");
    // And those that come next have it.
    let places = tree.nodes.len();
    add(&mut tree, true);
    assert_eq!(tree.nodes.len(), places);
}

#[test]
fn after_all_was_given_up_everything_can_be_found_again() {
    let (mut pool, mut tree, mut flips) = (Pool::new(), Tree::default(), vec![]);
    let mut add = |tree: &mut Tree, flips: &mut Vec<FlipId>, bits| {
        let (reads, repeated, far, input) = (vec![], vec![], vec![], &Input::new());
        let conditions = run(&mut pool, bits);
        let grown = Grown { input, conditions, reads, repeated, far, lent: 0, is_new: false };
        tree.add(grown, usize::MAX, false, flips);
    };
    add(&mut tree, &mut flips, 341);
    let before = flips.clone();
    let taken = tree.take(before[before.len() - 1]).expect("an open flip");
    let open = tree.open();
    tree.give_up_all();
    assert_eq!((tree.open(), tree.live(), tree.bytes(), tree.given_up()), (0, 0, [0, 0], open + 1));
    // Who remembers flips of before is not led astray, whatever has taken their places.
    flips.clear();
    add(&mut tree, &mut flips, 341);
    assert_eq!((flips.len(), tree.open()), (before.len(), open + 1));
    assert!(before.iter().all(|id| !tree.is_open(*id)));
    tree.close(taken.id);
    tree.reopen(taken.id);
    assert_eq!((tree.open(), tree.live()), (open + 1, open + 1));
    // One that is put off is open again, and can be taken again.
    let id = tree.take(flips[0]).expect("an open flip").id;
    assert_eq!((tree.open(), tree.live()), (open, open + 1));
    tree.reopen(id);
    assert!(tree.is_open(id) && tree.open() == open + 1 && tree.take(id).is_some());
}

#[test]
fn flips_of_very_long_runs_make_very_long_runs() {
    let (mut pool, mut tree) = (Pool::new(), Tree::default());
    let mut add = |tree: &mut Tree, from: u32, count: u32| {
        let condition = |bit: u32| {
            let lit = pool.var(bit, 1);
            let source = Source::Jump { cell: 2 * bit, other: 2 * bit + 1 };
            Condition { lit: pool.literal(lit, true), source }
        };
        let (reads, repeated, far, input) = (vec![], vec![], vec![], &Input::new());
        let conditions = (from..from + count).map(condition).collect();
        let mut flips = vec![];
        let grown = Grown { input, conditions, reads, repeated, far, lent: 0, is_new: false };
        tree.add(grown, usize::MAX, false, &mut flips);
        flips
    };
    let (short, count) = (add(&mut tree, 0, 100), LONG as u32 + 900);
    let long = add(&mut tree, 1000, count);
    assert_eq!((tree.length(short[0]), tree.length(short[99])), (0, 99));
    assert_eq!((long.len(), tree.length(long[0]), tree.length(long[99])), (LONG, count, count));
    // One that is given up is over and counted.
    let before = tree.given_up();
    let id = tree.take(long[5]).expect("an open flip").id;
    let live = tree.live();
    tree.forsake(id);
    assert_eq!((tree.given_up(), tree.live(), tree.is_open(id)), (before + 1, live - 1, false));
}

/// `for (i = 0; i < n; i++)`, the first conditions of it.
fn loop_to(pool: &mut Pool, n: u32, at_most: u32) -> Vec<Condition> {
    let one = |pool: &mut Pool, i: u32| {
        let expr = pool.var(i, 1);
        let holds = i < n;
        let (cell, other) = if holds { (0, 1) } else { (1, 0) };
        Condition { lit: pool.literal(expr, holds), source: Source::Jump { cell, other } }
    };
    (0..=n.min(at_most)).map(|i| one(pool, i)).collect()
}

#[test]
fn flips_of_a_long_run_are_made_from_a_short_one_that_comes_by() {
    let (mut pool, mut tree, mut flips) = (Pool::new(), Tree::default(), vec![]);
    let mut add = |tree: &mut Tree, n: u32| {
        let conditions = loop_to(&mut pool, n, 2000);
        let (reads, repeated, far) = (vec![], vec![], vec![]);
        let input = &Input::new();
        flips.clear();
        let run = Grown { input, conditions, reads, repeated, far, lent: 0, is_new: false };
        tree.add(run, usize::MAX, false, &mut flips);
        flips.clone()
    };
    let long = add(&mut tree, 2000);
    let (live, bytes) = (tree.live(), tree.bytes());
    assert_eq!((long.len(), tree.place(long[1])), (2001, (1, 2001)));
    // It leaves the loop at the third condition; the flips before that are its own now, and that one is run.
    let short = add(&mut tree, 2);
    assert_eq!((short.len(), tree.place(short[1])), (2, (1, 3)));
    assert_eq!((&short[..], tree.live()), (&long[..2], live - 1));
    assert_eq!(tree.bytes()[1], bytes[1] + size_of::<Base>());
    // One of the same length changes nothing.
    assert!(add(&mut tree, 2).is_empty());
    for id in short {
        let flip = tree.take(id).expect("open");
        assert_eq!(flip.base.length, 3);
        tree.close(id);
    }
    assert_eq!((tree.live(), tree.bytes()[1]), (live - 3, bytes[1]));
}

//! The one list of layers: which there are, what they are called and in which order they are asked. Each is a file.

mod bounds;
mod cache;
mod cases;
mod concretize;
mod deferred;
mod enumerate;
mod equal;
mod interval;
mod linear;
mod order;
mod pointer;
mod sat;
mod search;
mod smt;
mod syntactic;
mod xor;

use crate::Options;
use crate::layer::Layer;

// To add a layer:
// 1. Write `layers/NAME.rs`: a struct that implements `Layer`; its `//!` says which fragment it decides and where the
//    idea is from. Declare it above.
// 2. Add a line to `LAYERS` where it is to be asked: in front of the cache if it is cheaper than a lookup.
// `--without NAME`, the statistics, `by_layer` in summary.json and the tests of all layers follow the list.

/// The chain, cheapest first. A layer answers a slice or passes it on; every model is evaluated before it leaves.
///
/// Layers in front of the cache cost less than a lookup, those behind it have their answers cached. Rows of one name
/// are counted together and switched off together.
#[rustfmt::skip]
pub(crate) const LAYERS: &[Row] = &[
    row("syntactic", default::<syntactic::SyntacticLayer>),               // constant goals, negated prefix literals
    row("pointer",   default::<pointer::PointerLayer>),                   // equalities of pointers
    row("enumerate", default::<enumerate::EnumerateLayer>),               // truth tables of one byte
    row("order",     default::<order::OrderLayer>),                       // difference constraints
    row("linear",    default::<linear::LinearLayer>),                     // Fourier-Motzkin; off by default
    row("cache",     default::<cache::CacheLayer>),                       // counterexample cache
    row("interval",  default::<bounds::BoundsLayer>),                     // ranges of integers
    row("xor",       default::<xor::XorLayer>),                           // Gaussian elimination over bits
    row("equal",     default::<equal::EqualLayer>),                       // substitution of equal variables
    row("cases",     default::<cases::CasesLayer>),                       // case split over small domains
    row("interval",  default::<interval::IntervalLayer>),                 // intervals of floats
    row("search",    |options| Box::new(search::SearchLayer::new(options))), // local search
    row("order",     default::<deferred::DeferredLayer>),                 // deferred float models of that layer
    row("sat",       |options| Box::new(sat::SatLayer::new(options))),    // bit-blasting
    row("smt",       |options| Box::new(smt::SmtLayer::new(options))),    // an external z3, floats only
    row("concrete",  default::<concretize::ConcretizeLayer>),             // concretize and retry
];

/// A line of the list.
pub(crate) struct Row {
    /// The name in options and statistics.
    pub name: &'static str,
    /// Makes the layer.
    pub new: fn(&Options) -> Box<dyn Layer>,
}

const fn row(name: &'static str, new: fn(&Options) -> Box<dyn Layer>) -> Row {
    Row { name, new }
}

fn default<L: Layer + Default + 'static>(_: &Options) -> Box<dyn Layer> {
    Box::<L>::default()
}

/// Finds the first row of a name, which stands for all of that name.
pub(crate) const fn find(name: &str) -> Option<usize> {
    let mut at = 0;
    while at < LAYERS.len() {
        if is_same(LAYERS[at].name.as_bytes(), name.as_bytes()) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// As [`find`], for names that the program itself says. Panics, at compile time in constants, if there is no such row.
pub(crate) const fn index(name: &str) -> usize {
    match find(name) {
        Some(at) => at,
        None => panic!("no layer has this name"),
    }
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The names of all layers, each once, in the order in which they are asked.
pub fn layer_names() -> impl Iterator<Item = &'static str> {
    let first = |(at, row): (usize, &'static Row)| (find(row.name) == Some(at)).then_some(row.name);
    LAYERS.iter().enumerate().filter_map(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_one_name_are_one_layer() {
        let names: Vec<&str> = layer_names().collect();
        let mut distinct = names.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), names.len());
        assert!(LAYERS.iter().all(|row| names.contains(&row.name)));
        assert_eq!(find("magic"), None);
    }
}

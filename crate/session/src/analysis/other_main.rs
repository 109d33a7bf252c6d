//! What other methods make of the main loop of a nest.
//!
//! The search runs once for a process, after its picture is shown. What it costs is known in advance from the nest;
//! where it would take more than some milliseconds, it does not run, and only the comparison of the methods tells.

use loopscope_core::method::Method;
use loopscope_core::nest::{MainLoop, Nest, PieceLoop, Stats};
use loopscope_core::symbols::Symbol;

use super::build::build;

/// The longest process that is searched: where it loops, greedy and loop recognition take 500 million symbols a second.
const LONGEST: u64 = 1_000_000;
/// The most items of its nest: each costs as much as a hundred symbols that loop.
const MOST_ITEMS: u64 = 20_000;

/// The main loop that another method finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OtherMain {
    /// Name of the method.
    pub(crate) method: &'static str,
    /// Iterations in one run.
    pub(crate) count: u64,
    /// Events in one iteration.
    pub(crate) period: u64,
    /// How often it is entered.
    pub(crate) runs: u64,
    /// Whether it is the same loop with another number of iterations or of runs.
    pub(crate) same: bool,
}

/// The methods that find another main loop than the nest of the method `own` has, except the slow one; none if the
/// search would cost too much. O(symbols).
pub(super) fn find(nest: &Nest, stats: &Stats, own: &str) -> Vec<OtherMain> {
    let Some(main) = &stats.main_loop else { return Vec::new() };
    let costly = nest.len() > LONGEST || stats.total > MOST_ITEMS;
    // A file may name a method of another program.
    if costly || Method::from_name(own).is_none() {
        return Vec::new();
    }
    let string: Vec<Symbol> = nest.symbols().collect();
    let mut found = Vec::new();
    for method in Method::ALL.into_iter().filter(|method| method.name() != own) {
        if method == Method::Smallest {
            continue;
        }
        let Ok(built) = build(method, &string) else { continue };
        let Some(other) = Stats::new(&built.nest).main_loop else { continue };
        if (other.count, other.period, other.runs) != (main.count, main.period, main.runs) {
            let MainLoop { count, period, runs, .. } = other;
            let same = is_same(main, &other);
            found.push(OtherMain { method: method.name(), count, period, runs, same });
        }
    }
    found
}

/// Whether two loops repeat the same: their first runs share an iteration.
fn is_same(a: &MainLoop, b: &MainLoop) -> bool {
    let piece = |main: &MainLoop| PieceLoop {
        node: main.node,
        item: 0,
        start: main.start,
        count: main.count,
        period: main.period,
    };
    piece(a).shifted_from(&piece(b)).is_some()
}

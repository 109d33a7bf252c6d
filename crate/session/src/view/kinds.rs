//! Which processes do the same.
//!
//! Two processes do the same if their nests are equal, item by item, and every event of one agrees with that
//! of the other in all that counts as the same event; of a peer that is known by its number the distance
//! counts, so that a chain of processes that send to their right is of one kind.

use std::hash::{Hash, Hasher};

use loopscope_core::nest::Node;
use loopscope_core::symbols::{Appearance, Shape, Symbol};
use loopscope_core::trace::{ProcessId, View};
use rustc_hash::{FxHashMap, FxHasher};

use crate::analyse::{Analysis, ProcessNest};

/// The process at the other end, as far as it tells kinds apart.
#[derive(PartialEq, Eq, Hash)]
enum Peer<'a> {
    None,
    /// How far its number is from the own one.
    Distance(i64),
    /// Not a number: a distance already.
    Written(&'a str),
}

/// What an event is like, whichever process it belongs to.
#[derive(PartialEq, Eq, Hash)]
struct Likeness<'a> {
    name: &'a str,
    peer: Peer<'a>,
    tag: Option<i64>,
    /// What else its text says.
    rest: &'a str,
}

fn likeness(view: View, own: ProcessId, text: &str) -> Likeness<'_> {
    let Appearance { shape, name, peer, tag, group, .. } = Appearance::of(view, text);
    let message = matches!(shape, Shape::Send | Shape::Receive);
    let rest = match view {
        View::Communication => group.unwrap_or(""),
        View::Calls if message => text.split_once(',').map_or("", |(_, rest)| rest),
        View::Calls | View::Values => text,
    };
    let peer = match peer {
        None => Peer::None,
        Some(written) if written.starts_with(['+', '-']) => Peer::Written(written),
        Some(written) => match written.parse::<i64>() {
            Ok(number) => Peer::Distance(number.saturating_sub(i64::from(own.0))),
            Err(_) => Peer::Written(written),
        },
    };
    Likeness { name, peer, tag, rest }
}

fn hash(view: View, process: &ProcessNest) -> u64 {
    let mut hasher = FxHasher::default();
    for text in process.symbols.texts() {
        likeness(view, process.process, text).hash(&mut hasher);
    }
    let nest = &process.nest;
    for node in nest.nodes() {
        match node {
            Node::Symbol(Symbol(number)) => number.hash(&mut hasher),
            Node::Loop(it) => {
                (it.count, it.period).hash(&mut hasher);
                for id in nest.body(&it) {
                    id.index().hash(&mut hasher);
                }
            }
        }
    }
    for id in nest.root() {
        id.index().hash(&mut hasher);
    }
    hasher.finish()
}

fn same(view: View, a: &ProcessNest, b: &ProcessNest) -> bool {
    let [of_a, of_b] = [a, b].map(|process| {
        let texts = process.symbols.texts().iter();
        texts.map(|text| likeness(view, process.process, text))
    });
    a.symbols.len() == b.symbols.len() && a.nest == b.nest && of_a.eq(of_b)
}

/// For every process the number of the first one that does the same. Where numbers move with the loops, every
/// process is of its own kind: the nest alone does not say what they are.
///
/// O(nodes and items of all nests): hashes first, then each process against the first of its kind.
pub(crate) fn kinds(analysis: &Analysis) -> Vec<u32> {
    let mut first: FxHashMap<u64, Vec<&ProcessNest>> = FxHashMap::default();
    let kind = |process: &'_ ProcessNest, alike: &mut Vec<&ProcessNest>| {
        alike.iter().find(|other| same(analysis.view, other, process)).map(|other| other.process.0)
    };
    let mut kinds = Vec::with_capacity(analysis.processes.len());
    for process in &analysis.processes {
        if process.tuples.is_some() {
            kinds.push(process.process.0);
            continue;
        }
        let alike = first.entry(hash(analysis.view, process)).or_default();
        kinds.push(kind(process, alike).unwrap_or_else(|| {
            alike.push(process);
            process.process.0
        }));
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(view: View, a: (u32, &str), b: (u32, &str)) -> bool {
        likeness(view, ProcessId(a.0), a.1) == likeness(view, ProcessId(b.0), b.1)
    }

    #[test]
    fn a_peer_counts_by_its_distance_and_everything_else_as_it_is_written() {
        use View::{Calls, Communication};
        let same = [
            (Communication, (0, "0 send 1 7"), (4, "4 send 5 7")),
            (Communication, (3, "2 recv 3 7"), (1, "0 recv 1 7")),
            (Communication, (3, "* send +1 7"), (1, "* send +1 7")),
            (Communication, (0, "0 sync MPI_Bcast 0-3"), (1, "1 sync MPI_Bcast 0-3")),
            (Communication, (0, "0 local x y"), (1, "1 local x y")),
            (Calls, (0, "MPI_Send(1,640,tag3)"), (6, "MPI_Send(7,640,tag3)")),
            (Calls, (0, "MPI_Send(*,640)"), (6, "MPI_Send(*,640)")),
            (Calls, (0, "MPI_Bcast(640,root0)"), (6, "MPI_Bcast(640,root0)")),
        ];
        for (view, a, b) in same {
            assert!(alike(view, a, b), "{a:?} {b:?}");
        }
        let different = [
            (Communication, (0, "0 send 1 7"), (4, "4 send 3 7")),
            (Communication, (0, "0 send 1 7"), (4, "4 send 5 8")),
            (Communication, (0, "0 send 1 7"), (0, "1 recv 0 7")),
            (Communication, (0, "0 sync MPI_Bcast 0-3"), (1, "1 sync MPI_Bcast 0-1")),
            (Communication, (0, "0 local x y"), (1, "1 local x")),
            (Calls, (0, "MPI_Send(1,640,tag3)"), (6, "MPI_Send(7,641,tag3)")),
            (Calls, (0, "MPI_Send(1,640)"), (6, "MPI_Isend(7,640)")),
            (Calls, (0, "MPI_Bcast(640,root0)"), (6, "MPI_Bcast(640,root1)")),
        ];
        for (view, a, b) in different {
            assert!(!alike(view, a, b), "{a:?} {b:?}");
        }
    }
}

//! Which processes do the same.
//!
//! Two processes do the same if their nests are equal, item by item, and every event of one agrees with that
//! of the other in all that counts as the same event; of a peer that is written as a number the distance
//! counts, so that a chain of processes that send to their right is of one kind.
//!
//! A kind is a number of 53 bits, made of all this. Numbers that are equal by accident would show two processes in one
//! row; among 100,000 different processes that happens once in two million traces.

use loopscope_core::nest::Node;
use loopscope_core::symbols::{Appearance, Shape, Symbol};
use loopscope_core::trace::{ProcessId, View};

use crate::analysis::ProcessNest;

/// A hash that grows.
struct Hash(u64);

impl Hash {
    /// The finaliser of MurmurHash3, between two values.
    fn add(&mut self, value: u64) {
        let mut h = self.0.rotate_left(23) ^ value;
        h = (h ^ (h >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        h = (h ^ (h >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        self.0 = h ^ (h >> 33);
    }

    fn add_text(&mut self, text: &str) {
        self.add(text.len() as u64);
        text.bytes().for_each(|byte| self.add(u64::from(byte)));
    }

    /// What an event is like, whichever process it belongs to.
    fn add_event(&mut self, view: View, own: ProcessId, text: &str) {
        let Appearance { shape, name, peer, tag, .. } = Appearance::of(view, text);
        let distance = peer.map_or(Ok(None), |peer| match peer.starts_with(['+', '-']) {
            true => Err(peer),
            false => peer.parse().map(|peer: i64| Some(peer - i64::from(own.0))).map_err(|_| peer),
        });
        // The own number stands before an event that is no call, and is not what it does.
        let rest = match (shape, view) {
            (Shape::Send | Shape::Receive, _) => text.split_once(','),
            (_, View::Communication) => text.split_once(' '),
            _ => None,
        };
        match shape {
            Shape::Send | Shape::Receive => {
                self.add_text(name);
                self.add_text(distance.err().unwrap_or(""));
                self.add(distance.ok().flatten().map_or(1 << 40, |it| it as u64));
                self.add(tag.map_or(1 << 40, |it| it as u64));
                self.add_text(rest.map_or("", |(_, rest)| rest));
            }
            _ => self.add_text(rest.map_or(text, |(_, rest)| rest)),
        }
    }
}

/// The kind of a process: equal for all that do the same. Where numbers move with the loops, the nest alone does not
/// say what they are, and every process is of its own kind.
///
/// O(different events and items of the nest).
pub(crate) fn kind(view: View, process: &ProcessNest) -> u64 {
    let mut hash = Hash(0);
    if process.tuples.is_some() {
        hash.add(u64::from(process.process.0));
    }
    for text in process.symbols.texts() {
        hash.add_event(view, process.process, text);
    }
    let nest = &process.nest;
    for node in nest.nodes() {
        match node {
            Node::Symbol(Symbol(number)) => hash.add(u64::from(number)),
            Node::Loop(it) => {
                hash.add(it.count);
                nest.body(&it).iter().for_each(|id| hash.add(id.index() as u64));
                // Where one body ends and the next begins.
                hash.add(u64::MAX);
            }
        }
    }
    nest.root().iter().for_each(|id| hash.add(id.index() as u64));
    hash.0 >> 11
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(view: View, a: (u32, &str), b: (u32, &str)) -> bool {
        let [a, b] = [a, b].map(|(own, text)| {
            let mut hash = Hash(0);
            hash.add_event(view, ProcessId(own), text);
            hash.0
        });
        a == b
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
            (Communication, (0, "0 send 1 7"), (0, "0 send +1 7")),
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

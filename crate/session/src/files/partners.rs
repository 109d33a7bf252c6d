//! The partners of messages that a nest leaves out, and whose turn it was at a hub, in a document.

use loopscope_core::nest::Nest;
use loopscope_core::numbers::counted;
use loopscope_core::partners::{Peers, Split, Turns, LONGEST};
use loopscope_core::symbols::SymbolTable;
use loopscope_core::trace::ProcessId;
use serde::Serialize;

use super::orders::WrittenNest;
use super::symbol_nodes::Broken;

#[inline(never)] // of a part that most traces do not need
pub(super) fn written(peers: &Peers) -> WrittenNest {
    WrittenNest::of(&peers.list)
}

/// The partners of a process with that nest.
#[inline(never)]
pub(super) fn read(written: &WrittenNest, nest: &Nest, symbols: &SymbolTable) -> Result<Peers, Broken> {
    if nest.len() > LONGEST {
        let found = format!("partners of {}", counted(nest.len(), "event"));
        return Err((found, "at most 8,388,608 events, or no partners"));
    }
    let peers = Peers { list: written.read(ProcessId::MAX as usize + 1)? };
    match peers.list.len() <= nest.len() && peers.fits(nest, symbols) {
        true => Ok(peers),
        false => {
            let found = counted(peers.list.len(), "partner");
            Err((found, "a partner for each event with *, and `<` only after the first of them"))
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct WrittenTurns {
    hub: u32,
    partners: Vec<u32>,
    /// For each turn the place of its partner in `partners`.
    which: WrittenNest,
    /// Two events of one partner of which the second belongs to the turn of the first.
    joined: Vec<(String, String)>,
}

/// Whose turn it was at each hub of a program.
#[inline(never)] // of a part that most traces do not need
pub(super) fn written_turns(split: &Split) -> Vec<WrittenTurns> {
    let written = |turns: &Turns| WrittenTurns {
        hub: turns.hub.0,
        partners: turns.partners.iter().map(|partner| partner.0).collect(),
        which: WrittenNest::of(&turns.which),
        joined: turns.joined.iter().map(|(one, next)| (one.to_string(), next.to_string())).collect(),
    };
    split.turns.iter().map(written).collect()
}

//! Communication matrices: who sends how much to whom.

use super::model::{Construct, ConstructId, Model};
use crate::order::InOrder;
use crate::trace::ProcessId;

/// One cell of a [`Matrix`] that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Who sends.
    pub src: ProcessId,
    /// To whom.
    pub dst: ProcessId,
    /// Messages sent.
    pub messages: u64,
}

/// The messages sent from each process to each other, empty cells left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    cells: Vec<Cell>,
}

impl Matrix {
    /// The cells, ascending by source, then by destination.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Messages from one process to another. O(log cells).
    pub fn messages(&self, src: ProcessId, dst: ProcessId) -> u64 {
        let at = self.cells.binary_search_by_key(&(src, dst), |cell| (cell.src, cell.dst));
        at.ok().and_then(|at| self.cells.get(at)).map_or(0, |cell| cell.messages)
    }

    /// All messages.
    pub fn total(&self) -> u64 {
        self.cells.iter().map(|cell| cell.messages).sum()
    }

    fn of(mut counts: Vec<Cell>) -> Matrix {
        counts.order_by_key(|cell| (cell.src, cell.dst));
        counts.dedup_by(|next, kept| {
            let same = (next.src, next.dst) == (kept.src, kept.dst);
            if same {
                kept.messages += next.messages;
            }
            same
        });
        Matrix { cells: counts }
    }
}

impl Model {
    /// The messages that are sent in the whole program. Computed from the model alone, without the trace:
    /// O(constructs), and a sort of the channels (Ketterlin 2011, section V.A).
    pub fn matrix(&self) -> Matrix {
        self.matrix_of(self.root())
    }

    /// The messages that some constructs send when each is run once, all its iterations; as a rule those
    /// of one body, or a single loop. O(constructs of the model).
    pub fn matrix_of(&self, constructs: &[ConstructId]) -> Matrix {
        // How often a construct is run: not at all but for those that are asked for, and what is in them.
        let mut runs = vec![0u64; self.len()];
        for id in constructs {
            runs[id.index()] = 1;
        }
        let mut sent = vec![0u64; self.channels().len()];
        // Loops come after what is in them.
        for id in self.ids().rev() {
            let times = runs[id.index()];
            if times == 0 {
                continue;
            }
            match self.construct(id) {
                Construct::Send(channel) => sent[channel.index()] += times,
                Construct::Loop(node) => {
                    for item in self.body(&node) {
                        runs[item.index()] = times.saturating_mul(node.count);
                    }
                }
                _ => {}
            }
        }
        let cells = self.channels().iter().zip(sent).filter(|(_, sent)| *sent > 0);
        let cell = |(channel, messages): (&super::Channel, u64)| Cell {
            src: channel.src,
            dst: channel.dst,
            messages,
        };
        Matrix::of(cells.map(cell).collect())
    }
}

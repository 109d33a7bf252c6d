//! Communication matrices, who sends how much to whom; and how many events of each process are inside loops.

use super::model::{Construct, ConstructId, Model};
use super::volume::Volumes;
use crate::small_sort::SmallSort;
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
    /// Bytes sent, if that is known of all of them.
    pub bytes: Option<u64>,
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
        self.cells.iter().fold(0, |sum, cell| sum.saturating_add(cell.messages))
    }

    /// All bytes, if they are known of all messages; `None` without messages.
    pub fn total_bytes(&self) -> Option<u64> {
        let sum = |sum: u64, cell: &Cell| Some(sum.saturating_add(cell.bytes?));
        self.cells.iter().try_fold(0, sum).filter(|_| !self.cells.is_empty())
    }

    /// What some processes exchange among each other. `processes` is ascending.
    pub fn among(&self, processes: &[ProcessId]) -> Matrix {
        let known = |process| processes.binary_search(&process).is_ok();
        let cells = self.cells.iter().filter(|cell| known(cell.src) && known(cell.dst));
        Matrix { cells: cells.copied().collect() }
    }

    fn of(mut counts: Vec<Cell>) -> Matrix {
        counts.sort_small_by_key(|cell| (cell.src, cell.dst));
        counts.dedup_by(|next, kept| {
            let same = (next.src, next.dst) == (kept.src, kept.dst);
            if same {
                kept.messages = kept.messages.saturating_add(next.messages);
                kept.bytes =
                    kept.bytes.zip(next.bytes).map(|(kept, next)| kept.saturating_add(next));
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
    /// of one body, or a single loop. Of bytes nothing is known, since they may differ from time to
    /// time. O(constructs of the model).
    pub fn matrix_of(&self, constructs: &[ConstructId]) -> Matrix {
        // How often a construct is run: not at all but for those that are asked for, and what is in them.
        let mut runs = vec![0u64; self.len()];
        for id in constructs {
            runs[id.index()] = 1;
        }
        self.counted(runs, None)
    }

    /// The messages that some constructs send in the whole program, all the times that they are run, and the
    /// bytes if `volumes` says how many. A construct counts once, in however many of those that are
    /// asked for it stands. O(constructs of the model).
    pub fn matrix_in_all(&self, constructs: &[ConstructId], volumes: Option<&Volumes>) -> Matrix {
        self.counted(self.runs_in_all(constructs), volumes)
    }

    /// What is sent if constructs are run so often, and all that is in them.
    fn counted(&self, runs: Vec<u64>, volumes: Option<&Volumes>) -> Matrix {
        let mut sent = vec![(0u64, volumes.map(|_| 0u64)); self.channels().len()];
        self.each_run(runs, |id, times| {
            let Construct::Send(channel) = self.construct(id) else { return };
            let (messages, bytes) = &mut sent[channel.index()];
            *messages = messages.saturating_add(times);
            let more = volumes.and_then(|volumes| volumes.of(id));
            *bytes = bytes.zip(more).map(|(bytes, more)| bytes.saturating_add(more));
        });
        let cells = self.channels().iter().zip(sent).filter(|(_, (messages, _))| *messages > 0);
        let cell = |(channel, (messages, bytes)): (&super::Channel, (u64, Option<u64>))| Cell {
            src: channel.src,
            dst: channel.dst,
            messages,
            bytes,
        };
        Matrix::of(cells.map(cell).collect())
    }
    /// The events that each process has inside some constructs, all the times that they are run, ascending by
    /// process; who has none is left out. An event counts once, in however many of them it stands. O(constructs of
    /// the model, and their members).
    pub fn events_in_all(&self, constructs: &[ConstructId]) -> Vec<(ProcessId, u64)> {
        let mut inside = vec![0u64; self.processes().len()];
        self.each_run(self.runs_in_all(constructs), |id, times| {
            if self.as_loop(id).is_some() {
                return;
            }
            for process in self.members(id) {
                if let Ok(at) = self.processes().binary_search(process) {
                    inside[at] = inside[at].saturating_add(times);
                }
            }
        });
        let all = self.processes().iter().copied().zip(inside);
        all.filter(|&(_, events)| events > 0).collect()
    }

    /// How often some constructs are run in the whole program; all others not at all.
    fn runs_in_all(&self, constructs: &[ConstructId]) -> Vec<u64> {
        let mut entered = vec![1u64; self.len()];
        for id in self.ids().rev() {
            if let Construct::Loop(node) = self.construct(id) {
                let times = entered[id.index()].saturating_mul(node.count);
                self.body(&node).iter().for_each(|item| entered[item.index()] = times);
            }
        }
        let mut runs = vec![0u64; self.len()];
        for id in constructs {
            runs[id.index()] = entered[id.index()];
        }
        runs
    }

    /// Calls `each` with every construct that is run and how often, if those of `runs` are, and all that is in them.
    fn each_run(&self, mut runs: Vec<u64>, mut each: impl FnMut(ConstructId, u64)) {
        // Loops come after what is in them.
        for id in self.ids().rev() {
            let times = runs[id.index()];
            if times == 0 {
                continue;
            }
            if let Construct::Loop(node) = self.construct(id) {
                for item in self.body(&node) {
                    runs[item.index()] = times.saturating_mul(node.count);
                }
            }
            each(id, times);
        }
    }
}

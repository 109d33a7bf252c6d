//! Communication matrices: how much each process sends to each other. And how many events of each process are inside
//! loops.

use super::model::{Construct, ConstructId, Model};
use super::volume::Volumes;
use crate::small_sort::SmallSort;
use crate::trace::ProcessId;

/// One cell of a [`Matrix`] that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The sender.
    pub src: ProcessId,
    /// The receiver.
    pub dst: ProcessId,
    /// Messages sent.
    pub messages: u64,
    /// Bytes sent, if the size of every message is known.
    pub bytes: Option<u64>,
}

/// The messages that each process sends to each other process, without empty cells.
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

    /// All bytes, if the size of every message is known; `None` without messages.
    pub fn total_bytes(&self) -> Option<u64> {
        let sum = |sum: u64, cell: &Cell| Some(sum.saturating_add(cell.bytes?));
        self.cells.iter().try_fold(0, sum).filter(|_| !self.cells.is_empty())
    }

    /// The messages between some processes only. `processes` ascends.
    pub fn among(&self, processes: &[ProcessId]) -> Self {
        let known = |process| processes.binary_search(&process).is_ok();
        let cells = self.cells.iter().filter(|cell| known(cell.src) && known(cell.dst));
        Self { cells: cells.copied().collect() }
    }

    fn of(mut counts: Vec<Cell>) -> Self {
        counts.sort_small_by_key(|cell| (cell.src, cell.dst));
        counts.dedup_by(|next, kept| {
            let same = (next.src, next.dst) == (kept.src, kept.dst);
            if same {
                kept.messages = kept.messages.saturating_add(next.messages);
                kept.bytes = kept.bytes.zip(next.bytes).map(|(kept, next)| kept.saturating_add(next));
            }
            same
        });
        Self { cells: counts }
    }
}

impl Model {
    /// The messages that are sent in the whole program. Computed from the model alone, without the trace:
    /// O(constructs), and a sort of the channels (Ketterlin 2011, section V.A).
    pub fn matrix(&self) -> Matrix {
        self.matrix_of(self.root())
    }

    /// The messages that some constructs send when each is run once, with all its iterations; usually the constructs of
    /// one body, or a single loop. Bytes are unknown, since they may differ from run to run. O(constructs of the model).
    pub fn matrix_of(&self, constructs: &[ConstructId]) -> Matrix {
        // How often each construct runs: only the constructs asked for, and what is inside them, run at all.
        let mut runs = vec![0u64; self.len()];
        for id in constructs {
            runs[id.index()] = 1;
        }
        self.counted(runs, None)
    }

    /// The messages that some constructs send in the whole program, and their bytes if `volumes` has them. A construct
    /// that is inside several of them counts once. O(constructs of the model).
    pub fn matrix_in_all(&self, constructs: &[ConstructId], volumes: Option<&Volumes>) -> Matrix {
        self.counted(self.runs_in_all(constructs), volumes)
    }

    /// The messages that are sent if each construct runs `runs` times, and everything inside it accordingly.
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

    /// The events that each process has inside some constructs in the whole program, ascending by process, without
    /// processes that have none. An event that is inside several of the constructs counts once. O(constructs of the
    /// model, and their members).
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

    /// How often some constructs run in the whole program; 0 for all others.
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

    /// Calls `each` with every construct that runs and how often, given how often the constructs asked for run.
    fn each_run(&self, mut runs: Vec<u64>, mut each: impl FnMut(ConstructId, u64)) {
        // Loops come after their bodies.
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

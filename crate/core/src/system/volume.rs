//! Bytes: how much each send of a model has sent in all.
//!
//! The sizes of messages are no part of a model: they may change from one iteration to the next without changing the
//! loops of the program. So each send keeps the sum of the bytes that it sent while the program ran.

use super::model::{Construct, ConstructId, Model};
use crate::trace::ProcessId;

/// The bytes that each construct of a model has sent in the whole program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Volumes {
    /// For every construct; `None` where the sizes of a process that sends in it are unknown.
    bytes: Vec<Option<u64>>,
}

impl Volumes {
    /// Adds up the sizes of the messages of every process, given in the order in which it sends them, or `None` if they
    /// are unknown. Sizes that are missing at the end of a process count as 0.
    ///
    /// O(events of the processes that have sizes).
    ///
    /// ```
    /// use loopscope_core::system::{text, Volumes};
    /// let text = "processes 0,1\nfor i0 = 0 to 2\n  0 send 1 7\n  0 recv 1 7\ndone\n";
    /// let model = text::parse(text).unwrap();
    /// let volumes = Volumes::new(&model, |_| Some([8, 16, 1000]));
    /// assert_eq!(volumes.of(model.root()[0]), Some(1024));
    /// ```
    pub fn new<S: IntoIterator<Item = u64>>(model: &Model, sizes: impl Fn(ProcessId) -> Option<S>) -> Self {
        let mut bytes = vec![Some(0u64); model.len()];
        for &process in model.processes() {
            let sends = |id: &ConstructId| matches!(model.construct(*id), Construct::Send(_));
            let Some(sizes) = sizes(process) else {
                let own = model.constructs_of(process).iter().filter(|id| sends(id));
                own.for_each(|id| bytes[id.index()] = None);
                continue;
            };
            let steps = model.replay(process).map(|step| step.construct).filter(sends);
            for (id, size) in steps.zip(sizes) {
                let sum = bytes[id.index()].unwrap_or(0);
                bytes[id.index()] = Some(sum.saturating_add(size));
            }
        }
        // The body of a loop comes before the loop.
        for id in model.ids() {
            let Construct::Loop(node) = model.construct(id) else { continue };
            let mut inside = model.body(&node).iter().map(|item| bytes[item.index()]);
            let sum = inside.try_fold(0u64, |sum, item| Some(sum.saturating_add(item?)));
            bytes[id.index()] = sum;
        }
        Self { bytes }
    }

    /// The bytes that a construct has sent; `None` if they are not all known.
    pub fn of(&self, id: ConstructId) -> Option<u64> {
        self.bytes.get(id.index()).copied().flatten()
    }

    /// The bytes that every construct has sent.
    pub fn all(&self) -> &[Option<u64>] {
        &self.bytes
    }
}

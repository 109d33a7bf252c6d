//! Steps of different processes that belong together: where a step is many iterations, a process with other iterations may seem to begin it
//! elsewhere.

use super::cut::{CutMessages, Windows};
use super::planning::Planning;
use super::steps::Steps;

impl Planning {
    /// Lets the steps of all processes begin where the last one's do, if that cuts fewer messages in two. O(events).
    #[inline(never)] // It belongs to a part of the engine that graphs alone do not need.
    pub(super) fn align(&mut self) {
        let cut = self.count_cut();
        if cut == 0 {
            return;
        }
        let last = self.all.iter().map(Steps::begin).max().unwrap_or(0);
        for steps in &mut self.all {
            steps.begin_at(steps.nearest(last));
        }
        if self.count_cut() >= cut {
            self.all.iter_mut().for_each(|steps| steps.begin_at(0));
        }
    }

    /// How many messages are cut in two as steps begin now; none where there are no steps to keep. O(events).
    fn count_cut(&self) -> u64 {
        self.kept().map_or(0, |kept| self.cut_messages(&self.windows(&kept)).count())
    }

    /// The messages that are cut in two where these calls of each process are kept. O(events).
    pub(super) fn cut_messages(&self, windows: &[Windows]) -> CutMessages {
        let processes = self.processes.iter().map(|process| &**process);
        CutMessages::new(self.trace.table(), processes.zip(windows))
    }
}

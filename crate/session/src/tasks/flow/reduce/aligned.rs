//! Steps of different processes that belong together: where a step is many iterations, a process with other iterations may seem to begin it
//! elsewhere.

use super::cut::CutMessages;
use super::planning::Planning;
use super::steps::Steps;

impl Planning {
    /// Lets the steps of all processes begin where the last one's do, if that cuts fewer messages in two. O(events).
    #[inline(never)] // It belongs to a part of the engine that graphs alone do not need.
    pub(super) fn align(&mut self) {
        let cut = self.cut_messages().count();
        let last = self.all.iter().map(Steps::begin).max().unwrap_or(0);
        if cut == 0 {
            return;
        }
        for steps in &mut self.all {
            steps.begin_at(steps.nearest(last));
        }
        if self.cut_messages().count() >= cut {
            self.all.iter_mut().for_each(|steps| steps.begin_at(0));
        }
    }

    /// The messages that are cut in two. O(events).
    pub(super) fn cut_messages(&self) -> CutMessages {
        let Ok(kept) = self.kept() else { return CutMessages::default() };
        let windows = self.windows(&kept);
        let processes = self.processes.iter().map(|process| &**process);
        CutMessages::new(self.trace.table(), processes.zip(&windows))
    }
}

//! The loops around the position at which a walk along a process stands.

use super::tree::{LoopTree, TreeItem, TreeLoop};
use super::Parts;

/// A loop around the position, while it is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) node: TreeLoop,
    /// The iteration, from 0.
    pub(super) iteration: u64,
    /// The position at which the iteration begins.
    base: u64,
    /// The item of the body, and the events before it.
    item: u32,
    before: u64,
    /// What counts for this loop and for no loop inside it, since it was entered.
    pub(super) own: Parts,
    /// What counts for the loops inside it.
    pub(super) inner: Parts,
}

impl Level {
    fn new(node: TreeLoop, base: u64) -> Self {
        let (own, inner) = (Parts::default(), Parts::default());
        Self { node, iteration: 0, base, item: 0, before: 0, own, inner }
    }

    /// All that counts for it since it was entered.
    pub(super) fn total(&self) -> Parts {
        self.own.plus(self.inner)
    }
}

/// Hears of iterations and loops as they begin and end. Levels are numbered from 0, which is all of the process.
pub(super) trait Listener {
    /// The iteration in which the loop of that level stands is over.
    fn iteration_ends(&mut self, depth: usize, level: &Level);
    /// An iteration of it begins.
    fn iteration_begins(&mut self, depth: usize, level: &Level);
    /// The loop is left; its last iteration is over.
    fn loop_ends(&mut self, level: &Level);
}

/// The loops around a position that only moves forward.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    levels: Vec<Level>,
    /// The innermost level that holds both the last event and where it is, while it is between events.
    between: Option<usize>,
}

impl Cursor {
    /// Before the first event: in no loop.
    pub(super) fn new(tree: &LoopTree) -> Self {
        Self { levels: vec![Level::new(tree.at(0), 0)], between: None }
    }

    pub(super) fn level_mut(&mut self, depth: usize) -> Option<&mut Level> {
        self.levels.get_mut(depth)
    }

    /// Whether it is in the main loop, in any of its places.
    pub(super) fn is_in_main(&self) -> bool {
        self.levels.iter().any(|level| level.node.is_main)
    }

    /// Whether it is in a loop of that name.
    pub(super) fn is_in(&self, row: u32) -> bool {
        self.levels.iter().any(|level| level.node.row == row)
    }

    /// All positions from where it is to before that one are in the same loops, and the time between them as well. Iterations of the
    /// innermost loop may end before.
    pub(super) fn same_until(&self, tree: &LoopTree) -> u64 {
        let depth = self.depth();
        // What is beside the time between two events counts for another loop.
        if self.between.is_some_and(|level| level < depth) {
            return 0;
        }
        let Some(level) = self.levels.last() else { return 0 };
        let TreeLoop { count, period, .. } = level.node;
        match tree.item(&level.node, level.item) {
            Some(TreeItem::Events(events)) if events == period => level.base + (count - level.iteration) * period,
            Some(TreeItem::Events(events)) => level.base + level.before + events,
            // There are no loops at all.
            None if depth == 0 && period == 0 => u64::MAX,
            _ => 0,
        }
    }

    /// The number of the innermost level.
    pub(super) fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    /// The level for which the gap before a call counts: the innermost that holds both the last event and the next. `shared` is what
    /// [`advance`](Self::advance) returned for the first event of the call, or if it has none for the next one.
    #[inline(never)] // One copy for all listeners.
    pub(super) fn gap_level(&mut self, shared: usize, events: u64) -> usize {
        let between = self.between.map_or(shared, |level| level.min(shared));
        self.between = (events == 0).then_some(between);
        between
    }

    /// Moves forward to an event; beyond the last one it is in no loop. Returns the innermost level that holds both where
    /// it was and where it is. O(levels and items passed).
    pub(super) fn advance(&mut self, tree: &LoopTree, position: u64, listener: &mut impl Listener) -> usize {
        let mut kept = self.depth();
        loop {
            let depth = self.depth();
            let Some(level) = self.levels.last_mut() else { return 0 };
            let past = position.saturating_sub(level.base);
            let period = level.node.period;
            if past >= period {
                let more = past / period.max(1);
                if depth == 0 {
                    return 0;
                }
                listener.iteration_ends(depth, level);
                if more >= level.node.count - level.iteration {
                    self.leave(listener);
                    kept = kept.min(self.depth());
                    continue;
                }
                level.iteration += more;
                level.base += more * period;
                (level.item, level.before) = (0, 0);
                listener.iteration_begins(depth, level);
                continue;
            }
            let Some(item) = tree.item(&level.node, level.item) else { return kept };
            let span = tree.span(item);
            if past >= level.before + span {
                level.before += span;
                level.item += 1;
                continue;
            }
            let TreeItem::Loop(place) = item else { return kept };
            let base = level.base + level.before;
            let inner = Level::new(tree.at(place), base);
            self.levels.push(inner);
            listener.iteration_begins(depth + 1, &inner);
        }
    }

    /// The process is past its last event: leaves all loops.
    pub(super) fn finish_loops(&mut self, listener: &mut impl Listener) {
        while self.depth() > 0 {
            if let Some(level) = self.levels.last() {
                listener.iteration_ends(self.levels.len() - 1, level);
            }
            self.leave(listener);
        }
    }

    /// The process is at its end.
    pub(super) fn finish(&mut self, listener: &mut impl Listener) {
        self.finish_loops(listener);
        if let Some(all) = self.levels.last() {
            listener.loop_ends(all);
        }
    }

    fn leave(&mut self, listener: &mut impl Listener) {
        if let Some(level) = self.levels.pop() {
            listener.loop_ends(&level);
            if let Some(around) = self.levels.last_mut() {
                around.inner = around.inner.plus(level.total());
            }
        }
    }
}

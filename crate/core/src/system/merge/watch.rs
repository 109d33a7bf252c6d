//! What an observer sees of a merge. The one that sees nothing, `()`, costs nothing.

use super::frontier::MemberIndex;
use super::input::Input;
use super::local_constructs::LocalConstructs;
use super::merged_list::MergedList;
use super::shift::Shifted;
use super::sweep::Sweep;

/// What was decided when no event could go on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Decision<'a> {
    /// Loops that exchange messages, or one that exchanges none, were coalesced, unrolled, or kept as they are.
    Coalesce {
        /// The members, ascending.
        component: &'a [MemberIndex],
        /// How many iterations of each go together; `None` if their channels contradict each other.
        blocks: Option<&'a [u64]>,
    },
    /// Loops gave out a part.
    Shift {
        /// Which, in the order of members.
        shifted: &'a [Shifted],
    },
    /// Loops gave out an iteration that holds all of a partner.
    Open,
    /// Loops of a circle were kept as they are, or an event went ahead.
    Keep,
}

/// Watches a merge. Each method is called after what it is about.
pub(super) trait WatchMerge {
    /// The nests were read.
    fn begins(&mut self, _input: &Input) {}
    /// A level begins, the outermost first.
    fn level_begins(&mut self, _sweep: &Sweep<'_>) {}
    /// The last construct that came out of the sweep is an event.
    fn event_taken(&mut self, _sweep: &Sweep<'_>) {}
    /// Something was decided.
    fn decided(&mut self, _sweep: &Sweep<'_>, _decision: Decision<'_>) {}
    /// A level ends; what has gone back into loops is still in the list. The bodies of its loops follow, in their order.
    fn level_ends(&mut self, _constructs: &LocalConstructs, _merged: &MergedList) {}
    /// The body of a loop ends, with all that is in it.
    fn body_ends(&mut self) {}
}

/// Watches nothing.
impl WatchMerge for () {}

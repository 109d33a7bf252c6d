//! Merging the nests of all processes into one model: how, and why so.
//!
//! # The naive rule
//!
//! Ketterlin 2011 (section III) starts from one sequence of constructs for each process, and knows which of them
//! exchange messages. It then repeats three phases. *Communication* pairs the messages of every channel in order, which
//! links constructs. *Regularisation* splits every loop until each of its links carries all messages that it
//! exchanges on the link's channels. *Coalescing* makes one loop of loops that are linked, after their counts have been
//! made equal, unless two groups of such loops would each have to stand before the other; their bodies are merged by
//! the same rule. Processes are merged in pairs, up a tree.
//!
//! Four things are wrong with it in practice:
//!
//! 1. A pair decides while half of the partners are missing, and what it has decided cannot be taken back without a
//!    cut through many processes.
//! 2. Splitting a loop changes the flow of all others, so the links have to be found again.
//! 3. Where a link carries at least an iteration, whole iterations are split off. Two loops out of phase then unwrap
//!    each other to the end.
//! 4. It takes for granted that messages which are linked pair inside an iteration. They need not, where one construct
//!    holds both ends of a channel.
//!
//! # The sweep
//!
//! So models are never merged, but the nests that they were made of, all at once: any split of the processes gives the
//! same model. And the three phases are one sweep over all processes in topological order ([`decide`], [`sweep`]). Events are
//! consumed as far as the messages in flight allow, until every process stands at a loop or at an event that waits
//! for one. Only then is something decided, with exact counts of what is in flight, so nothing is decided twice:
//!
//! - Loops that exchange messages with each other and with nothing else are *ready*, and are coalesced ([`coalesce`]).
//! - A loop that something waits for is *shifted*: it gives out the smallest part of its body that delivers what is
//!   asked for ([`shift`]).
//! - A loop of which one iteration holds all of its partner is opened ([`open`]).
//! - What is left is a conflict, and the loops that depend on each other both ways are kept as they are
//!   ([`conflicts`]).
//!
//! A body of a coalesced loop is swept in the same way ([`levels`]). The order in which constructs are taken is a topological
//! order of the result, so cycles need no search: they show up as a sweep in which nothing is ready.
//!
//! Every construct enters and leaves the front once, and a decision looks at what has changed: linear in the constructs for
//! programs whose loops are in phase.
//!
//! # Complications, and what needs each
//!
//! Each of these but the last two, which change only the cost, was switched off in turn. Then all traces of the
//! collection were merged again, from nests by `optimal` and by `greedy`, and the tests and the case files in
//! `tests/suite/system` were run.
//!
//! | complication | module | without it |
//! | --- | --- | --- |
//! | the least cut instead of whole iterations | [`shift`] | MG on 16 processes: coverage by loops of several processes falls from 99.5 % to 87.4 %, with 32 conflicts |
//! | shifting at all | [`shift`] | the same, and 16 conflicts in LU on 16 processes by `greedy` |
//! | the left normal form of every nest before the sweep | [`normal_form`] | no change of the traces with nests by `optimal`; by `greedy`, CG on 16 processes has 814 constructs instead of 534, and MG 1,757 instead of 1,435. Nests with loops rotated and peeled at random differ |
//! | the normal form compares event by event | [`common_affix`] | the same traces by `greedy`; `forms.case` |
//! | rolling what occurs twice in a row | [`normal_form`] | by `greedy`, miniFE has 1,380 constructs instead of 1,267; nests rotated at random; `forms.case` |
//! | blocks of iterations where counts differ | [`coalesce`] | no trace; `merging.case` |
//! | unrolling where counts have no common measure | [`coalesce`] | no trace; `phases.case` |
//! | no cut with messages of a process to itself in flight | [`shift`] | no trace; `phases.case` |
//! | a loop keeps its count if the cut-off part follows it | [`shift`] | no trace; `phases.case` |
//! | circles only, instead of all loops at the fronts | [`conflicts`] | no trace; `phases.case` |
//! | splitting a loop at what a conflict has sent | [`shift`] | no trace; `phases.case` |
//! | counting collectives by member once some have gone ahead | [`sweep`] | no trace; programs spoiled at random |
//! | groups as hubs instead of links between all members | [`ready`] | the same model, at a cost of the square of the members for each collective |
//! | what is known of the fronts kept between decisions | [`ready`] | the same model; a process that takes results from thousands of others one by one costs their square |
//!
//! Four more changed no trace and no test when they were switched off: cuts inside inner loops and the limit to
//! rotations without anything new ([`shift`]), opening a loop of which one iteration holds its whole partner
//! ([`open`]), and iterations that go back into their loop after the sweep ([`reroll`]). The limit bounds time and memory where
//! no cut brings two loops into phase. Whether programs need the other three is open.
//!
//! # What a merge is not
//!
//! Messages that are always some iterations ahead (`send; for n {send; receive}; receive` on both sides) are never all
//! received at one place of the loop, so such loops stay apart. A loop says which channels are
//! [open](super::Model::open) in its body: coalescing with an offset would add to those, and needs no other change
//! here. Counts are constant, since no trace of the collection asks for bounds that vary.

use crate::small_sort::SmallSort;

use super::model::Model;
use super::problems::{self, Problem};

mod coalesce;
mod common_affix;
mod conflicts;
mod decide;
mod frontier;
mod input;
mod levels;
mod local_constructs;
mod merged_list;
mod log;
mod normal_form;
mod open;
mod ready;
#[cfg(test)]
mod ready_naive;
mod reroll;
mod shift;
mod status;
mod sweep;
mod traffic;
mod watch;

pub use input::{Local, MergeError, MOST_CONSTRUCTS};
pub use normal_form::LoopForm;

pub(crate) use log::{merge_logged, LevelLog, LoopLog, MergeLog, StateLog, StepKind};
pub use log::{ChannelLog, LeftLog};

pub(crate) use input::MOST_MEMBERS;

/// A model, and what was found wrong with the trace while it was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The model.
    pub model: Model,
    /// What does not fit together, in the order of the model, then of channels.
    pub problems: Vec<Problem>,
}

/// Merges the nests of any number of processes into one model, all at once.
///
/// The order of `locals` does not matter. Linear in the constructs of the nests where their loops are in phase; the head of
/// `merge/mod.rs` says how it works.
///
/// ```
/// use loopscope_core::nest::text::parse;
/// use loopscope_core::system::{merge, text, Local};
/// use loopscope_core::trace::ProcessId;
/// let nests = [
///     parse("for i0 = 0 to 9\n0 send 1 7\ndone\n").unwrap(),
///     parse("for i0 = 0 to 9\n0 recv 1 7\ndone\n").unwrap(),
/// ];
/// let locals: Vec<Local> = nests
///     .iter()
///     .enumerate()
///     .map(|(process, (nest, symbols))| Local { process: ProcessId(process as u32), nest, symbols })
///     .collect();
/// let merged = merge(&locals).unwrap();
/// assert_eq!(
///     text::print(&merged.model),
///     "\
/// processes 0,1
/// for i0 = 0 to 9              # 1 {0,1}
///   0 send 1 7
///   0 recv 1 7
/// done
/// "
/// );
/// ```
///
/// # Errors
/// [`MergeError`]. A trace that misses processes or ends early gives a model of what is there, with
/// [`Problem`]s.
pub fn merge(locals: &[Local<'_>]) -> Result<Merged, MergeError> {
    merge_as(LoopForm::Canonical, locals)
}

/// Does what [`merge`] does, with a choice of how far the loops of a process may change first.
///
/// # Errors
/// As [`merge`].
pub fn merge_as(form: LoopForm, locals: &[Local<'_>]) -> Result<Merged, MergeError> {
    merge_watched(form, locals, &mut ())
}

/// Merges under an observer.
///
/// # Errors
/// As [`merge`].
fn merge_watched<W: watch::WatchMerge>(
    form: LoopForm,
    locals: &[Local<'_>],
    watch: &mut W,
) -> Result<Merged, MergeError> {
    let mut locals: Vec<Local<'_>> = locals.to_vec();
    locals.sort_small_by_key(|local| local.process);
    if let Some(pair) = locals.windows(2).find(|pair| pair[0].process == pair[1].process) {
        return Err(MergeError::Twice(pair[0].process));
    }
    let (model, mut problems) = levels::write_model(input::read(form, &locals)?, watch)?;
    problems::of_model(&model, &mut problems);
    Ok(Merged { model, problems })
}

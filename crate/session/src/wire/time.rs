//! Messages about time: where it goes, by loop and process, and how the iterations of a loop differ.
//!
//! All times are whole nanoseconds, exact up to 2^53 (104 days). The page starts [`TimeRequest`] and shows [`TimeSummary`];
//! for a loop it starts [`IterationsRequest`], shows [`IterationsSummary`], and asks `Request::Iterations` for the rows that
//! it draws.
//!
//! In what is shown of a loop, *own* counts for the loop and for no loop inside it, *total* with the loops inside it. The
//! own times of all loops of a process, and of the entry 0 for what is in no loop, add up to the run to the nanosecond.

use serde::{Deserialize, Serialize};

#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{OptionsRequest, RoundsOffer, SentencePart};

/// Starts the task that finds where the time of a trace goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct TimeRequest {
    /// How to find the loops of each process, as for the model. Only the method, its K and `lenient` count; with the
    /// view `calls` the loops are those of the calls of each process, as they are shown, and no model is made.
    pub options: OptionsRequest,
    /// Whether clocks stay as recorded. Else they are set right if they disagree.
    pub as_recorded: bool,
    /// Whether the run lasts from the first call to the last, with `MPI_Init` and `MPI_Finalize`.
    pub whole: bool,
}

/// A time, divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TimeParts {
    /// Outside of calls.
    pub compute: f64,
    /// In calls, beyond their waits.
    pub calls: f64,
    /// Waiting for another process.
    pub wait: f64,
}

/// Why a process waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum WaitReason {
    /// It receives, and the other process has not sent yet.
    LateSender,
    /// It sends a large message, and the other process has not posted the receive yet.
    LateReceiver,
    /// The other process has not entered the collective operation yet.
    Collective,
}

/// The waits for one other process.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WaitFor {
    /// The process that is waited for.
    pub process: u32,
    /// Why.
    pub reason: WaitReason,
    /// How long.
    pub time: f64,
    /// How often.
    pub count: f64,
}

/// The time of one process.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProcessTime {
    /// The process.
    pub process: u32,
    /// How long its run lasts; its parts add up to that. The same for all processes if their times can be compared.
    pub run: f64,
    /// What it does in that time.
    pub parts: TimeParts,
}

/// The time of one process in one loop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LoopCell {
    /// The process.
    pub process: u32,
    /// What counts for the loop and for no loop inside it.
    pub own: TimeParts,
    /// What counts for the loop or a loop inside it.
    pub total: TimeParts,
    /// The process that the own waits are longest for; missing if it does not wait.
    pub waits_for: Option<WaitFor>,
}

/// The time of a loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LoopTime {
    /// Its name in the model without the L; 0 for what is in no loop.
    pub id: u32,
    /// The name of the loop around it; 0 at the top level.
    pub parent: u32,
    /// The level on which it stands, 1 for the top level; 0 for what is in no loop.
    pub level: u32,
    /// The loop L1, or the one inside it, that does the same, where the main loop runs in several places; else itself.
    pub like: u32,
    /// Iterations each time it is entered.
    pub count: f64,
    /// How often it is entered.
    pub entered: f64,
    /// The number of processes that run it.
    pub members: u32,
    /// These processes: `0-3,8`.
    pub processes: String,
    /// Its own time over all processes.
    pub own: TimeParts,
    /// Its total time over all processes.
    pub total: TimeParts,
    /// The share of the own time in the time of all processes, 0 to 1; these shares add up to 1.
    pub own_share: f64,
    /// The share of the total time in the time of all processes, 0 to 1.
    pub share: f64,
    /// One sentence about its time.
    pub sentence: Vec<SentencePart>,
    /// Each process that runs it, ascending; none where the cells of all loops would be too many.
    pub cells: Vec<LoopCell>,
}

/// Whether the clocks agree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ClocksReport {
    /// One sentence: that they agree, by how much they were set right, or that they disagree.
    pub sentence: String,
    /// Whether they disagree as recorded, so that a switch between both makes sense.
    pub disagree: bool,
    /// Whether they were set right.
    pub corrected: bool,
    /// By how much at most.
    pub shift: f64,
    /// Whether times of different processes can be compared. If not, all waits are 0, and nothing across processes should be
    /// shown.
    pub comparable: bool,
}

/// Where the time of a trace goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TimeSummary {
    /// One to three sentences: what takes the time, and who waits.
    pub sentence: Vec<SentencePart>,
    /// How long the run lasts; where times of processes cannot be compared, the longest of them.
    pub run: f64,
    /// Whether it is the whole run. Also where that was not asked for, if the trace does not have both `MPI_Init` and
    /// `MPI_Finalize`.
    pub whole: bool,
    /// How long the run lasts before the first event of the main loop, in whatever places it runs, in the mean of the processes that run it.
    pub before: f64,
    /// How long it lasts after the last one.
    pub after: f64,
    /// One line that says from when to when the run lasts.
    pub run_line: String,
    /// The clocks.
    pub clocks: ClocksReport,
    /// The time of each process, ascending by process.
    pub processes: Vec<ProcessTime>,
    /// What is in no loop, then the loops in the order of their names, at most 2,000.
    pub loops: Vec<LoopTime>,
    /// The number of loops in total.
    pub loop_count: u32,
    /// The main loop L1, and the loops elsewhere that do the same on the same processes; empty without loops.
    pub main: Vec<u32>,
    /// The waits of each process in each loop for each other process, six numbers each: the process, for whom, how long, how
    /// often, the reason (0 late sender, 1 late receiver, 2 collective), the loop (0 for none). At most 65,536 of them.
    pub waits: Vec<f64>,
    /// How long others wait because of each process, directly or through processes that wait themselves; in the order of `processes`, as
    /// `waits` with the same sum.
    pub begins: Vec<f64>,
    /// Because of which most: `Followed back, 43 % of all waiting begins with process 4 (in the first half).`. Empty without waits.
    pub begins_in_words: String,
    /// The rounds that can be listed instead of iterations.
    pub rounds: RoundsOffer,
    /// How long each process is in calls, beyond its waits, until another process is in MPI again.
    pub held_up: Vec<f64>,
    /// The names of collective operations, by record of their calls.
    pub collective_names: Vec<String>,
    /// Their groups: `0-3`; empty where the trace does not say.
    pub collective_groups: Vec<String>,
    /// Of each of these, four numbers: calls, bytes, time in calls beyond waits, waits.
    pub collective_times: Vec<f64>,
    /// Which processes stand apart by the time that they compute, are in calls and wait, and how far all are from each other: a line each.
    pub apart: Vec<String>,
    /// Things to know: calls whose times were repaired, processes without times.
    pub remarks: Vec<String>,
}

/// Starts the task that lists the iterations of a loop. It works without times, too: then rows have events and bytes alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct IterationsRequest {
    /// As for the times.
    pub options: OptionsRequest,
    /// As for the times.
    pub as_recorded: bool,
    /// As for the times.
    pub whole: bool,
    /// The name of the loop without the L, as `LoopTime::id`.
    pub id: u32,
    /// Where one iteration is compared with the others: which, from 0, over all times the loop is entered.
    pub index: f64,
    /// Where one is compared: on which process; missing for the one on which it lasts longest.
    pub process: Option<u32>,
}

/// An iteration that takes much longer than the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OutlierIteration {
    /// Its index over all times the loop is entered, from 0.
    pub index: f64,
    /// Its longest period of all processes.
    pub period: f64,
    /// The process that has it.
    pub process: u32,
    /// In words where the time goes: computing of one process, or calls on all processes.
    pub cause: String,
}

/// Iterations of about the same length.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct IterationGroup {
    /// How many they are.
    pub iterations: f64,
    /// The shortest period; that of an iteration is the longest of all processes.
    pub from: f64,
    /// The longest period.
    pub to: f64,
    /// The period in the middle.
    pub median: f64,
    /// The index of an iteration with that period.
    pub nearest: f64,
    /// The share of waits in their time, 0 to 1.
    pub waits: f64,
}

/// All iterations in groups of about the same length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct IterationGrouping {
    /// The groups, shortest iterations first.
    pub groups: Vec<IterationGroup>,
    /// The part of the differences that lies between the groups, 0 to 1.
    pub explained: f64,
    /// The error of the time of all iterations, as a share of it, if each group were as many of its `nearest`; below 0 if too short.
    pub time_error: f64,
    /// The same of the waits; missing if there are none.
    pub waits_error: Option<f64>,
}

/// Iterations that follow each other in one loop, among those of several loops that do the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct IterationPlace {
    /// The loop.
    pub id: u32,
    /// The index of the first among the iterations of all the loops.
    pub from: f64,
    /// The index after the last.
    pub end: f64,
    /// The index of the first among the iterations of the loop, over all times it is entered.
    pub first: f64,
}

/// How the iterations of a loop differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct IterationsSummary {
    /// The loop.
    pub id: u32,
    /// Iterations each time it is entered.
    pub count: f64,
    /// How often it is entered.
    pub entered: f64,
    /// Iterations over all times it is entered; iteration `i` is number `i % count` of its entry.
    pub iterations: f64,
    /// Where the iterations stand if they are those of several loops that do the same, in their order; empty if they are those of the loop.
    pub places: Vec<IterationPlace>,
    /// The processes that run it, ascending.
    pub processes: Vec<u32>,
    /// Whether the trace has times.
    pub timed: bool,
    /// One or two sentences.
    pub sentence: Vec<SentencePart>,
    /// How many bytes an iteration carries, as a part of a sentence; empty if none.
    pub sizes: String,
    /// What one iteration does: `Receives from above and the left, computes, sends right and below; 12 times.` Empty where that is not
    /// known.
    pub words: String,
    /// The median period; the period of an iteration is the longest of all processes. 0 without times.
    pub median: f64,
    /// The longest period.
    pub max: f64,
    /// The mean over all iterations and processes: times the iterations, what the loop takes on a process in the mean.
    pub mean: f64,
    /// Iterations that are unusually short, shortest first, at most 1,000.
    pub short: Vec<OutlierIteration>,
    /// How many are.
    pub short_count: f64,
    /// The five longest iterations, longest first, whether they stand out or not; none without times.
    pub longest: Vec<OutlierIteration>,
    /// Iterations that stand out, longest first, at most 1,000.
    pub outliers: Vec<OutlierIteration>,
    /// How many stand out.
    pub outlier_count: f64,
    /// A sentence about what could not stand out; empty if iterations are even.
    pub could_not_stand_out: String,
    /// One line: how an iteration counts as one that stands out.
    pub rule: String,
    /// The iterations in two, three, .. up to five groups; none where they take about the same time.
    pub groupings: Vec<IterationGrouping>,
    /// The index of the grouping that is shown first.
    pub suggested: u32,
    /// That grouping in words: `109 take about 382 ms, 55 about 482 ms and 85 about 1.05 s`. Empty where there is none.
    pub in_groups: String,
    /// `they get longer from first to last, 85.2 ms to 119 ms: process 2 computes 30.1 ms longer`; empty where they neither grow nor shrink.
    pub trend: String,
}

/// One iteration, or neighbours that share a column of a chart: then the one with the longest period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct IterationRow {
    /// Its index, from 0.
    pub index: f64,
    /// The index of the first iteration of the column.
    pub first: f64,
    /// Iterations in the column.
    pub iterations: f64,
    /// When its first event begins, from the beginning of the run; may be below 0.
    pub start: f64,
    /// When its last event ends.
    pub end: f64,
    /// From its first event to that of the next iteration; of the last one to the next event after the loop, or to its own
    /// end. Of all processes together the longest.
    pub period: f64,
    /// The shortest period in the column.
    pub least: f64,
    /// Outside of calls.
    pub compute: f64,
    /// In calls, beyond their waits. Of a process the three parts add up to the period; of all together they are means.
    pub calls: f64,
    /// Waiting.
    pub wait: f64,
    /// Bytes sent in messages.
    pub bytes: f64,
    /// Bytes given to collective operations.
    pub collective_bytes: f64,
    /// Events, if that varies; else as in every iteration.
    pub events: f64,
    /// The process with the longest period.
    pub process: u32,
    /// Whether the iteration stands out.
    pub outlier: bool,
}

/// The iterations of one process, or of all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct IterationTrack {
    /// The process; missing for all together: then start is the first, end the last, period the longest, and all others are
    /// means.
    pub process: Option<u32>,
    /// Its rows, ascending.
    pub rows: Vec<IterationRow>,
}

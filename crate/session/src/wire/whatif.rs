//! Messages about predictions: what the run would last if some of its times were others.
//!
//! All times are whole nanoseconds, exact up to 2^53 (104 days). A pair of times are the least and the most of two readings
//! of long receives: messages take the time of the model, or long receives are all wait.

use serde::{Deserialize, Serialize};

#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{SentencePart, TimeParts};

/// A run that is ready for predictions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WhatIfSummary {
    /// How long the run lasts.
    pub length: f64,
    /// How much of it is computing and messages, 0 to 1.
    pub trust: f64,
    /// How far predictions can be trusted, and why.
    pub sentence: Vec<SentencePart>,
    /// What is assumed, a line for each fact, as `loopscope whatif` prints it.
    pub facts: Vec<String>,
    /// What each loop would gain.
    pub loops: Vec<LoopGains>,
    /// The run without assumptions.
    pub now: PredictedRun,
}

/// What a loop, with the loops inside it, would gain.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LoopGains {
    /// The loop, by its name without the L.
    pub id: u32,
    /// If its computations took no time.
    pub computation: [f64; 2],
    /// If nobody waited in it.
    pub waits: [f64; 2],
    /// If its calls, with their waits, took no time.
    pub calls: [f64; 2],
    /// How much of the critical path is in it.
    pub on_path: f64,
}

/// A run under assumptions, where messages take the time of the model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PredictedRun {
    /// How long it lasts.
    pub length: f64,
    /// How often the critical path goes from one process to another.
    pub hops: f64,
    /// Of the critical path: computing, in calls, messages on their way.
    pub path: [f64; 3],
    /// Its processes, ascending.
    pub processes: Vec<PredictedProcess>,
}

/// A process of a predicted run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PredictedProcess {
    /// Its number.
    pub process: u32,
    /// Its time. A call that lasts as long as an assumption says counts as in calls, but for its wait if only that is assumed.
    pub parts: TimeParts,
    /// How long the critical path is on it.
    pub on_path: f64,
    /// The same in equal parts of the run one after the other, as shares of such a part, 0 to 1.
    pub columns: Vec<f32>,
}

/// Something that lasts another time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WhatIfChange {
    /// What, in the words of `loopscope whatif --set`: `calc:L3`.
    pub select: String,
    /// How many times as long it lasts, 0 to 2.
    pub factor: f64,
}

/// What a run would last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WhatIfAnswer {
    /// How long the run lasts, under all changes.
    pub lengths: [f64; 2],
    /// Each change in words, and of how many calls or messages it is.
    pub changes: Vec<ChangeWords>,
    /// The same.
    pub sentence: Vec<SentencePart>,
    /// The length over the factor of the change that was asked for, from 0 to 2 in equal steps; the others stay.
    pub curve: Vec<[f64; 2]>,
    /// The run under all changes.
    pub then: PredictedRun,
}

/// A change in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChangeWords {
    /// "waits in L3 on process 1".
    pub name: String,
    /// How many calls or messages.
    pub count: f64,
}

/// A query about a run that is ready for predictions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WhatIfQuery {
    /// What the run would last.
    Answer {
        /// What lasts another time.
        changes: Vec<WhatIfChange>,
        /// The one whose curve is wanted, from 0; missing for none.
        moving: Option<u32>,
    },
    /// Which single event gains most once others are left out: the next step of the domino path.
    Domino {
        /// Whether computations are left out; waits otherwise.
        computations: bool,
        /// The steps before, as their `event` names them.
        after: Vec<u32>,
    },
    /// What lies over the timeline.
    Path {
        /// Of which processes; those that the run does not have are left out of the reply.
        processes: Vec<u32>,
        /// From when to when, in nanoseconds from the beginning of the run.
        ranges: Vec<(f64, f64)>,
        /// Into how many equal columns each is divided.
        columns: u32,
        /// What is wanted.
        over: WhatIfOver,
    },
    /// What one iteration would gain.
    Iteration {
        /// The loop, by its name without the L.
        id: u32,
        /// The iteration, from 0, counted over all times the loop is entered.
        iteration: u32,
    },
    /// Where single processes compute longer than the median one.
    Uneven,
    /// How far a prediction can be trusted.
    Touched {
        /// What lasts another time, in the words of `loopscope whatif --set`.
        selects: Vec<String>,
    },
}

/// What lies over the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum WhatIfOver {
    /// The critical path.
    Path,
    /// How much later calls may be.
    Slack,
    /// What questions about the longest waits and computations do not need.
    LeftOut(WhatIfRule),
}

/// By which rule calls are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum WhatIfRule {
    /// Both ends of a message shift alike in every prediction: the paper's R3.
    Equal,
    /// Or the receiver shifts as if there were no message.
    Unmoved,
    /// The same where one event, alone, takes less time.
    Alone,
}

/// What an iteration of a loop, with the loops inside it, would gain.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct IterationGains {
    /// If its computations took no time.
    pub computation: [f64; 2],
    /// If nobody waited in it.
    pub waits: [f64; 2],
    /// If its calls, with their waits, took no time.
    pub calls: [f64; 2],
    /// Of the critical path in it: computing, in calls, messages on their way.
    pub path: [f64; 3],
}

/// The reply to a query about a run that is ready for predictions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WhatIfReply {
    /// What the run would last.
    Answer {
        /// The answer.
        answer: Box<WhatIfAnswer>,
    },
    /// The next step of the domino path.
    Domino {
        /// The step; missing where nothing is left that could be left out.
        step: Option<DominoStep>,
    },
    /// What lies over the timeline.
    Path {
        /// The processes, in the order in which they were asked for.
        processes: Vec<u32>,
        /// Of each range, of each of these processes one after the other, of each column: the share that the path is on that
        /// process, or that is left out, 0 to 1; or the least slack of its calls in nanoseconds, negative where there is none.
        strips: Vec<Vec<f32>>,
        /// If it is asked what can be left out: how many calls are, of how many, and how many events may be asked about.
        left_out: Option<[f64; 3]>,
    },
    /// Where single processes compute longer than the median one before calls of a function, the most first, and how many times as long that
    /// would last on the median process.
    Uneven {
        /// What would last another time, as `loopscope whatif --set` takes it.
        changes: Vec<String>,
    },
    /// What one iteration would gain.
    Iteration {
        /// The gains.
        gains: IterationGains,
    },
    /// How far a prediction can be trusted.
    Touched {
        /// How much of what it is about is computing and messages, 0 to 1; missing where the run does not wait for that.
        trust: Option<f64>,
        /// The same in words.
        sentence: Vec<SentencePart>,
    },
}

/// A step of the domino path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DominoStep {
    /// What is left out, as later queries name it.
    pub event: u32,
    /// The same as an assumption names it; empty where none can.
    pub select: String,
    /// The same in words: "MPI_Recv, iteration 12 of L3".
    pub name: String,
    /// The number of its process.
    pub process: u32,
    /// When its call begins, in nanoseconds from the beginning of the run; when the run of its process ends, if it has none.
    pub begin: f64,
    /// How long it lasts after the steps before.
    pub time: f64,
    /// How much shorter the run is than after the steps before.
    pub gain: f64,
    /// How much shorter it is than without any.
    pub total: f64,
}

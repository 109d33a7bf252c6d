//! What is shown at one step of an algorithm: data alone, a file for each station.
//!
//! All positions and counts of letters begin at 0; sentences of the two stations of Xu and Subhlok count positions from 1, as the
//! paper does.

mod flow;
mod nest;
mod nlr;
mod merge;
mod prediction;
mod repeats;
mod whatif;

pub use super::word::Word;
pub use flow::{DfsState, FlowCase, FlowFrame, FlowStep, ShownFlowLoop, TagMove};
pub use merge::{Columns, KeptLoop, MergeFrame, MergeStep};
pub use nest::{Bound, GreedyStep, LoopSymbol, NestFrame, NestStep, OptimalStep};
pub use nlr::{FollowsFailure, NlrCounters, NlrFrame, NlrStep, TripletFailure};
pub use prediction::{Outcome, PredictionCounters, PredictionFrame, PredictionStep};
pub use repeats::{RefinementCounters, RepeatsFrame, RepeatsStep, ShownClass};
pub use whatif::{
    Compared, Difference, DominoEvent, MeasuredMessage, ProgramItem, RunEvent, RunEventKind, SmallRun, WhatIfFrame,
    WhatIfStep,
};

use super::Said;

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Its index, from 0. At Greedy and optimal each side counts its own.
    pub n: u32,
    /// Whether coarse stepping stops here, as it does at the first frame and at the last.
    pub coarse: bool,
    /// The line of the pseudo-code, from 1.
    pub line: u8,
    /// One sentence that makes sense without the picture.
    pub say: Said,
    /// What is shown.
    pub data: FrameData,
}

/// What is shown, by station.
#[derive(Clone, Debug, PartialEq)]
pub enum FrameData {
    /// Repeats.
    Repeats(RepeatsFrame),
    /// Greedy and optimal.
    Nest(NestFrame),
    /// NLR.
    Nlr(NlrFrame),
    /// Prediction.
    Prediction(PredictionFrame),
    /// Flow graph.
    Flow(FlowFrame),
    /// Merge.
    Merge(MergeFrame),
    /// What if.
    WhatIf(WhatIfFrame),
}

impl FrameData {
    /// The name of the step, such as `move`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Repeats(frame) => frame.step.kind(),
            Self::Nest(frame) => frame.step.kind(),
            Self::Nlr(frame) => frame.step.kind(),
            Self::Prediction(frame) => frame.step.kind(),
            Self::Flow(frame) => frame.step.kind(),
            Self::Merge(frame) => frame.step.kind(),
            Self::WhatIf(frame) => frame.step.kind(),
        }
    }
}

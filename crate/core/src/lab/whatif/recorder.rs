//! Frames of What if, each with the runs that it is about.

use std::sync::Arc;

use crate::lab::frame::{FrameData, SmallRun, WhatIfFrame, WhatIfStep};
use crate::lab::recording::{Head, Recording};

/// Collects frames.
pub(super) struct Recorder {
    pub(super) frames: Recording,
    pub(super) measured: Arc<SmallRun>,
    pub(super) predicted: Option<Arc<SmallRun>>,
}

impl Recorder {
    pub(super) fn new(measured: SmallRun) -> Self {
        Self { frames: Recording::default(), measured: Arc::new(measured), predicted: None }
    }

    pub(super) fn push(&mut self, head: Head, said: String, step: WhatIfStep) {
        let (measured, predicted) = (self.measured.clone(), self.predicted.clone());
        let frame = WhatIfFrame { measured, predicted, step };
        self.frames.push(head, said, FrameData::WhatIf(frame));
    }
}

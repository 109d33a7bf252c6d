//! The frames of a run.

use super::frame::{Frame, FrameData, NlrFrame, PredictionFrame, Word};
use super::Said;
use crate::small_sort::SmallSort;

/// The most frames that are kept of a run.
pub const MOST_STEPS: usize = 10_000;

/// A frame has its stack in full if its index is a multiple of this.
const FULL: usize = 64;

/// Hands out steps one at a time.
pub trait Stepper {
    /// What a step shows.
    type Frame;

    /// The next step; `None` after the last.
    fn next(&mut self) -> Option<Self::Frame>;
}

/// What is shown at one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The index of the frame in the recording.
    pub frame: u32,
    /// The frame of the other side, where two procedures run side by side.
    pub other: Option<u32>,
    /// Whether coarse stepping stops here.
    pub coarse: bool,
}

/// The frames of a run, and the order in which they are shown.
///
/// Stacks are kept as differences, so 10,000 steps of a stack of hundreds of terms take a few megabytes; to read any frame looks at no
/// more than 64.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    kept: Vec<Kept>,
    steps: Vec<Shown>,
    /// Where the frames of the second procedure begin.
    second: Option<usize>,
    /// The stack of the last frame.
    stack: Vec<Word>,
    cut: bool,
}

#[derive(Clone, Debug)]
struct Kept {
    /// The frame, its stack taken out.
    frame: Frame,
    /// Terms at the bottom that are those of the frame before.
    same: u32,
    /// The terms above them.
    above: Box<[Word]>,
}

impl Recording {
    /// All steps, in the order in which they are shown.
    pub fn steps(&self) -> &[Shown] {
        &self.steps
    }

    /// The number of frames.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Whether steps were left out before the last one.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The index of the first frame of the second procedure.
    pub fn second(&self) -> Option<usize> {
        self.second
    }

    /// A frame by its index. O(its size + the stacks of at most 64 frames).
    pub fn frame(&self, index: usize) -> Option<Frame> {
        let mut frame = self.kept.get(index)?.frame.clone();
        if let Some(stack) = stack_of(&mut frame.data) {
            for kept in self.kept.get(index - index % FULL..=index)? {
                stack.truncate(kept.same as usize);
                stack.extend(kept.above.iter().cloned());
            }
        }
        Some(frame)
    }

    /// The sentence, the kind and the line of a frame without its data.
    pub fn head(&self, index: usize) -> Option<&Frame> {
        self.kept.get(index).map(|kept| &kept.frame)
    }

    /// About how many bytes the frames take: what is behind their pointers is counted for texts and stacks.
    pub fn bytes(&self) -> usize {
        let of = |kept: &Kept| {
            let said = &kept.frame.say;
            size_of::<Kept>()
                + said.text.capacity()
                + said.aloud.as_ref().map_or(0, String::capacity)
                + kept.above.len() * size_of::<Word>()
        };
        // The text of a term is shared by the frames in which it stands.
        let mut texts: Vec<(*const u8, usize)> =
            self.kept.iter().flat_map(|kept| &kept.above).map(|word| (word.as_ptr(), word.len())).collect();
        texts.sort_small();
        texts.dedup();
        self.kept.iter().map(of).sum::<usize>() + texts.iter().map(|(_, len)| len + 16).sum::<usize>()
    }

    /// All frames, in the order of their indices.
    pub fn frames(&self) -> impl Iterator<Item = Frame> + '_ {
        (0..self.len()).filter_map(|index| self.frame(index))
    }

    /// The steps from one on.
    pub fn walk(&self, from: usize) -> Walk<'_> {
        Walk { recording: self, at: from }
    }

    /// Says that steps were left out before the last one.
    pub(super) fn cut(&mut self) {
        self.cut = true;
    }

    /// Keeps a frame, unless there are too many; the last one is always kept.
    pub(super) fn push(&mut self, head: Head, said: String, data: FrameData) {
        let Head { coarse, line, is_last } = head;
        if self.kept.len() + 1 >= MOST_STEPS && !is_last {
            self.cut = true;
            return;
        }
        let mut said = Said::marked(said);
        if self.cut {
            let before = "Step 10,000 of more: the end is shown as the engine finds it. ";
            said.text.insert_str(0, before);
            if let Some(aloud) = &mut said.aloud {
                aloud.insert_str(0, before);
            }
        }
        let index = self.kept.len();
        let n = (index - self.second.unwrap_or(0)) as u32;
        let mut frame = Frame { n, coarse, line, say: said, data };
        let (mut same, mut above) = (0, Vec::new());
        if let Some(stack) = stack_of(&mut frame.data) {
            let stack = std::mem::take(stack);
            if !index.is_multiple_of(FULL) {
                same = stack.iter().zip(&self.stack).take_while(|(a, b)| a == b).count();
            }
            above = stack[same..].to_vec();
            self.stack = stack;
        }
        self.kept.push(Kept { frame, same: same as u32, above: above.into() });
        if self.second.is_none() {
            self.steps.push(Shown { frame: index as u32, other: None, coarse });
        }
    }

    /// Appends the frames of a procedure that runs beside this one, and says which frames are shown together.
    pub(super) fn beside(&mut self, other: Self, order: Vec<Shown>) {
        self.second = Some(self.kept.len());
        self.kept.extend(other.kept);
        self.steps = order;
    }
}

/// How a frame stands in the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) coarse: bool,
    pub(super) line: u8,
    pub(super) is_last: bool,
}

impl Head {
    pub(super) fn fine(line: u8) -> Self {
        Self { coarse: false, line, is_last: false }
    }

    pub(super) fn coarse(line: u8) -> Self {
        Self { coarse: true, line, is_last: false }
    }

    pub(super) fn stop_if(coarse: bool, line: u8) -> Self {
        Self { coarse, line, is_last: false }
    }

    pub(super) fn last(line: u8) -> Self {
        Self { coarse: true, line, is_last: true }
    }
}

/// Walks through a recording; see [`Recording::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    recording: &'a Recording,
    at: usize,
}

impl Stepper for Walk<'_> {
    type Frame = (Frame, Option<Frame>);

    fn next(&mut self) -> Option<(Frame, Option<Frame>)> {
        let shown = self.recording.steps.get(self.at)?;
        self.at += 1;
        let other = shown.other.and_then(|index| self.recording.frame(index as usize));
        Some((self.recording.frame(shown.frame as usize)?, other))
    }
}

fn stack_of(data: &mut FrameData) -> Option<&mut Vec<Word>> {
    match data {
        FrameData::Nlr(NlrFrame { stack, .. }) | FrameData::Prediction(PredictionFrame { stack, .. }) => Some(stack),
        FrameData::Repeats(_)
        | FrameData::Nest(_)
        | FrameData::Flow(_)
        | FrameData::Merge(_)
        | FrameData::WhatIf(_) => None,
    }
}

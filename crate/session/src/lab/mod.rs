//! The lab for page and terminal: what is asked for becomes a run, the run its steps, frames and documents.
//!
//! A query says all of what is stepped through, and the last run is kept: to ask for another of its frames costs that frame.

mod document;
mod frames;
mod pictures;
mod programs;
mod run;
mod stretch;

pub use document::{document, frames_text};
pub use frames::frame;
pub use loopscope_core::lab::examples::{example, examples};
pub use loopscope_core::lab::{LabError, Recording, Station};
pub use pictures::picture;
pub use run::{run, Run};
pub(crate) use stretch::Opened;

use std::cell::RefCell;
use std::rc::Rc;

use loopscope_formats::notes::Note;

use crate::wire::{LabExample, LabFrame, LabInput, LabQuery, LabReply, LabStation};
use run::opened;

/// The most frames in one reply.
const MOST_FRAMES: usize = 256;

/// The lab of a session.
#[derive(Debug, Default)]
pub(crate) struct Lab {
    /// The last run, and what was asked for.
    last: RefCell<Option<(LabInput, Rc<Run>)>>,
}

impl Lab {
    /// Answers a query.
    ///
    /// # Errors
    /// As [`run`]; there is no such trace or process.
    #[inline(never)]
    pub(crate) fn answer(&self, query: &LabQuery, traces: &impl Opened) -> Result<LabReply, Note> {
        Ok(match query {
            LabQuery::Stations => LabReply::Stations { stations: Station::ALL.into_iter().map(describe).collect() },
            LabQuery::Open { input } => LabReply::Opened { opened: Box::new(opened(&*self.run(input)?)) },
            LabQuery::Frames { input, from, to } => {
                let frames = frames_of(&self.run(input)?.recording, *from, *to);
                LabReply::Frames { from: *from, frames }
            }
            LabQuery::Draw { input, at, width, theme, page } => {
                let how = (f64::from(*width), *theme, page.as_deref());
                pictures::drawn(&*self.run(input)?, *at as usize, how)?
            }
            &LabQuery::Stretch { handle, process, from, to } => {
                stretch::stretch(traces, (handle, process), (from as u64, to as u64))?
            }
            &LabQuery::Programs { handle, id } => programs::programs(traces.model(handle)?.program.model(), id)?,
            LabQuery::File { input, at, what, theme, link } => {
                pictures::file(&*self.run(input)?, *at as usize, *what, (*theme, link))?
            }
        })
    }

    /// The run of an input: the last one, if it is the same.
    fn run(&self, input: &LabInput) -> Result<Rc<Run>, Note> {
        let last = self.last.try_borrow().ok().and_then(|last| last.clone());
        if let Some((_, known)) = last.filter(|(of, _)| of == input) {
            return Ok(known);
        }
        let new = Rc::new(run(input)?);
        if let Ok(mut last) = self.last.try_borrow_mut() {
            *last = Some((input.clone(), new.clone()));
        }
        Ok(new)
    }
}

fn describe(station: Station) -> LabStation {
    let texts = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect();
    let example = |example: &loopscope_core::lab::examples::Example| {
        let options = example.options();
        LabExample {
            id: example.id.to_owned(),
            source: example.source.to_owned(),
            input: LabInput {
                station: station.name().to_owned(),
                example: Some(example.id.to_owned()),
                text: Some(example.input.to_owned()),
                k: options.k,
                smax: options.smax,
                nflush: options.nflush,
                case: options.case,
                ..LabInput::default()
            },
        }
    };
    LabStation {
        name: station.name().to_owned(),
        title: station.title().to_owned(),
        source: station.source().to_owned(),
        lesson: station.lesson().to_owned(),
        code: texts(station.code()),
        second_code: texts(station.second_code()),
        examples: examples(station).iter().map(example).collect(),
    }
}

fn frames_of(recording: &Recording, from: u32, to: u32) -> Vec<LabFrame> {
    let steps = recording.steps();
    let from = (from as usize).min(steps.len());
    let to = (to as usize).clamp(from, steps.len()).min(from + MOST_FRAMES);
    let json = |index: u32| {
        let value = recording.frame(index as usize).map(|known| frame(&known));
        value.unwrap_or_default().to_string()
    };
    let shown = steps.get(from..to).unwrap_or_default().iter();
    shown.map(|step| LabFrame { json: json(step.frame), other: step.other.map(json) }).collect()
}

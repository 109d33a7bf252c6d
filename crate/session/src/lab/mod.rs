//! The lab for page and terminal: what is asked for becomes a run, the run its steps, frames and documents.
//!
//! A query says all of what is stepped through, and the last run is kept: to ask for another of its frames costs that frame.

mod document;
mod frames;
mod pictures;

pub use document::{document, frames_text};
pub use frames::frame;
pub use loopscope_core::lab::examples::{example, examples};
pub use loopscope_core::lab::{LabError, Recording, Station};

use std::cell::RefCell;
use std::rc::Rc;

use loopscope_core::lab::input::Options;
use loopscope_core::lab::{record, LabInput as Parsed};
use loopscope_formats::notes::Note;

use crate::error_note;
use crate::wire::{
    LabExample, LabFrame, LabInput, LabOpened, LabQuery, LabReply, LabStation, LabStep,
};

/// The most frames in one reply.
const MOST_FRAMES: usize = 256;

/// A run and what it is about.
#[derive(Clone, Debug)]
pub struct Run {
    /// The station.
    pub station: Station,
    /// What is stepped through, with its text and options.
    pub input: LabInput,
    /// Where its example stands in a paper; empty for another input.
    pub source: String,
    /// The frames.
    pub recording: Recording,
}

/// Runs a station.
///
/// # Errors
/// There is no such station or example, or the input is beyond the bounds of the station.
pub fn run(input: &LabInput) -> Result<Run, Note> {
    let station = Station::from_name(&input.station).ok_or_else(|| {
        let names = Station::ALL.map(Station::name).join(", ");
        refused("there is no such station", &input.station, &names, "choose one of them")
    })?;
    let known = match (&input.example, &input.text) {
        (Some(id), _) => Some(example(station, id).ok_or_else(|| {
            let ids: Vec<&str> = examples(station).iter().map(|example| example.id).collect();
            refused("there is no such example", id, &ids.join(", "), "choose one of them")
        })?),
        (None, Some(_)) => None,
        (None, None) => examples(station).first(),
    };
    let mut full = input.clone();
    if let Some(known) = known {
        let given = known.options();
        full.text.get_or_insert_with(|| known.input.to_owned());
        full.example = Some(known.id.to_owned());
        full.k = full.k.or(given.k);
        full.smax = full.smax.or(given.smax);
        full.nflush = full.nflush.or(given.nflush);
    }
    let is_example = known.is_some_and(|known| full.text.as_deref() == Some(known.input));
    if !is_example {
        full.example = None;
    }
    let text = full.text.clone().unwrap_or_default();
    let parsed = Parsed::parse(station, &text, &options(&full)).map_err(note)?;
    let recording = record(station, &parsed).map_err(note)?;
    let source = known.filter(|_| is_example).map(|known| known.source.to_owned());
    Ok(Run { station, input: full, source: source.unwrap_or_default(), recording })
}

fn options(input: &LabInput) -> Options {
    Options {
        k: input.k,
        smax: input.smax,
        nflush: input.nflush,
        model: input.model.clone(),
        ahead: input.ahead,
        split: input.split.clone(),
    }
}

fn refused(what: &str, found: &str, expected: &str, remedy: &str) -> Note {
    let [what, found, expected, remedy] = [what, found, expected, remedy].map(str::to_owned);
    error_note("", what, found, expected, remedy)
}

fn note(error: LabError) -> Note {
    error_note("", error.what, error.found, error.expected, error.remedy)
}

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
    /// As [`run`].
    #[inline(never)]
    pub(crate) fn answer(&self, query: &LabQuery) -> Result<LabReply, Note> {
        Ok(match query {
            LabQuery::Stations => {
                LabReply::Stations { stations: Station::ALL.into_iter().map(describe).collect() }
            }
            LabQuery::Open { input } => {
                LabReply::Opened { opened: Box::new(opened(&*self.run(input)?)) }
            }
            LabQuery::Frames { input, from, to } => {
                let frames = frames_of(&self.run(input)?.recording, *from, *to);
                LabReply::Frames { from: *from, frames }
            }
            LabQuery::Draw { input, at, width, theme } => {
                pictures::drawn(&*self.run(input)?, *at as usize, (f64::from(*width), *theme))?
            }
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

fn opened(run: &Run) -> LabOpened {
    let recording = &run.recording;
    let mut before: Option<u32> = None;
    let steps = recording.steps().iter().filter_map(|shown| {
        // Of two procedures, the step is one of that which moves.
        let second = before == Some(shown.frame) && shown.other.is_some();
        before = Some(shown.frame);
        let first = recording.head(shown.frame as usize)?;
        let other = shown.other.and_then(|index| recording.head(index as usize));
        let moved = if second { other? } else { first };
        Some(LabStep {
            kind: moved.data.kind().to_owned(),
            coarse: shown.coarse,
            line: u32::from(first.line),
            other_line: other.map(|other| u32::from(other.line)),
            second,
            say: moved.say.text.clone(),
            aloud: moved.say.aloud.clone(),
        })
    });
    LabOpened {
        input: run.input.clone(),
        source: run.source.clone(),
        steps: steps.collect(),
        cut: recording.is_cut(),
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

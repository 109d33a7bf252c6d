//! Pictures of steps, and files to save: one step as a page, coarse steps as slides, all sentences, all frames.

use loopscope_core::lab::frame::{Frame, FrameData, SmallRun};
use loopscope_core::lab::{LabInput as Parsed, Station};
use loopscope_core::system::ChannelLog;
use loopscope_draw::paint;
use loopscope_draw::scene::lab::{
    flow_stage, lab, merge_stage, nest_stage, nlr_stage, prediction_stage, repeats_stage, what_if_stage, LabFoot,
    LabStage, LabState,
};
use loopscope_draw::scene::Scene;
use loopscope_formats::notes::Note;

use super::document::{document, frames_text};
use super::run::{options, step_of, Run};
use crate::view::picture::{flat, theme};
use crate::wire::{LabBandName, LabFigure, LabFileKind, LabReply, PictureTheme};

/// Pages of a strip, at most.
const MOST_PAGES: usize = 200;
/// The size of such a page.
const PAGE: (f64, f64) = (1600.0, 900.0);
/// A page is drawn so wide, then made larger.
const PAGE_WIDTH: f64 = 1060.0;

/// The picture of a step: its stage, or a page with the link if there is one.
///
/// # Errors
/// There is no such step.
pub(super) fn drawn(
    run: &Run,
    at: usize,
    (width, colours, link): (f64, PictureTheme, Option<&str>),
) -> Result<LabReply, Note> {
    let stage = stage(run, at)?;
    let scene = match link {
        Some(link) => page(run, at, link)?,
        None => lab(&stage, &LabState { width, foot: None }).scene,
    };
    let name =
        |band: &loopscope_draw::scene::lab::LabBand| LabBandName { title: band.title.clone(), note: band.note.clone() };
    Ok(LabReply::Drawn {
        bands: stage.bands.iter().map(name).collect(),
        figures: figures(run, at),
        picture: flat(&scene, theme(colours)),
    })
}

/// Which frames a step shows.
struct Shown {
    frame: usize,
    /// That of the second procedure.
    second: usize,
    /// Whether each of the two is new.
    new: (bool, bool),
}

fn shown(run: &Run, at: usize) -> Result<Shown, Note> {
    let steps = run.recording.steps();
    let step = step_of(run, at)?;
    let new = match at.checked_sub(1).and_then(|before| steps.get(before)) {
        Some(before) => (before.frame != step.frame, before.other != step.other),
        None => (true, true),
    };
    let second = step.other.map_or(0, |other| other as usize);
    Ok(Shown { frame: step.frame as usize, second, new })
}

/// The letters or values of a run.
fn symbols_of(run: &Run) -> Vec<String> {
    let input = &run.input;
    let words = |words: &[std::sync::Arc<str>]| words.iter().map(|word| word.to_string()).collect();
    match Parsed::parse(run.station, input.text.as_deref().unwrap_or(""), &options(input)) {
        Ok(Parsed::Symbols(symbols)) => words(&symbols.words),
        Ok(Parsed::Flow(input)) => words(&input.symbols.words),
        Ok(Parsed::Values(values)) => {
            let text = |value: &Vec<i64>| value.iter().map(ToString::to_string).collect::<Vec<String>>().join(":");
            values.values.iter().map(text).collect()
        }
        Ok(Parsed::Merge(_) | Parsed::WhatIf(_)) => Vec::new(),
        // The run was made from this text.
        Err(_) => Vec::new(),
    }
}

/// What a step shows. Stacks are read where they are needed: at the step and before it.
fn stage(run: &Run, at: usize) -> Result<LabStage, Note> {
    let Shown { frame: at, second, new } = shown(run, at)?;
    let recording = &run.recording;
    // Frames are shown as they are kept, none is copied: only these two are looked at with their stacks.
    let whole = |index: usize| recording.frame(index).map(|frame| (index, frame));
    let before = at.checked_sub(1).and_then(whole);
    let whole = [whole(at), before];
    let frame = |index: usize| {
        let known = whole.iter().flatten().find(|known| known.0 == index);
        known.map(|known| &known.1).or_else(|| recording.head(index))
    };
    // Of loop recognition the steps since the last value are shown: a run of thousands of steps is not looked at for each.
    let from = if run.station == Station::Nlr { since_push(run, at) } else { 0 };
    let end = if run.station == Station::Nlr { at + 1 } else { recording.len() };
    let frames: Vec<&Frame> = (from..end).filter_map(frame).collect();
    let symbols = symbols_of(run);
    Ok(match run.station {
        Station::Repeats => repeats_stage(&symbols, &frames, at),
        Station::Nlr => nlr_stage(&symbols, &frames, at - from),
        Station::Prediction => prediction_stage(&symbols, &frames, at),
        Station::Flow => flow_stage(&symbols, &frames, at),
        Station::Merge => merge_stage(&frames, at),
        Station::WhatIf => what_if_stage(&frames, at),
        Station::GreedyOptimal => {
            let begin = recording.second().unwrap_or(frames.len());
            let sides = frames.split_at_checked(begin).unwrap_or((&frames, &[]));
            nest_stage(&symbols, sides, (at, second.saturating_sub(begin)), new)
        }
    })
}

/// The step before the last value that was pushed.
fn since_push(run: &Run, at: usize) -> usize {
    let is_push = |&at: &usize| run.recording.head(at).is_some_and(|it| it.data.kind() == "push");
    (0..=at).rev().find(is_push).unwrap_or(0).saturating_sub(1)
}

/// What was counted up to a step.
fn figures(run: &Run, at: usize) -> Vec<LabFigure> {
    let counted = |at: usize| {
        let frame = shown(run, at).ok().and_then(|shown| run.recording.head(shown.frame));
        frame.map_or(Vec::new(), counters)
    };
    let before = at.checked_sub(1).map_or(Vec::new(), counted);
    let figure = |(place, (name, value)): (usize, (&str, u32))| LabFigure {
        name: name.to_owned(),
        value: value.to_string(),
        changed: before.get(place).is_some_and(|before| before.1 != value),
    };
    counted(at).into_iter().enumerate().map(figure).collect()
}

/// A step as a page: its sentence, the stage, the line of the code, source and link.
fn page(run: &Run, at: usize, link: &str) -> Result<Scene, Note> {
    let stage = stage(run, at)?;
    let shown = shown(run, at)?;
    let moved = if shown.new == (false, true) { shown.second } else { shown.frame };
    let sentence = run.recording.head(moved).map_or("", |frame| frame.say.text.as_str());
    let line = run.recording.head(shown.frame).map_or(0, |frame| usize::from(frame.line));
    let code = line.checked_sub(1).and_then(|line| run.code.get(line));
    let code = code.map_or(String::new(), |code| format!("{line}  {}", code.trim_start()));
    let source = format!("{}: {}. {link}", run.station.title(), run.station.source());
    let foot = LabFoot { sentence, code: &code, source: &source };
    Ok(lab(&stage, &LabState { width: PAGE_WIDTH, foot: Some(foot) }).scene)
}

/// A file of a step, or of all.
///
/// # Errors
/// There is no such step.
pub(super) fn file(
    run: &Run,
    at: usize,
    what: LabFileKind,
    (colours, link): (PictureTheme, &str),
) -> Result<LabReply, Note> {
    let colours = theme(colours);
    let name = run.station.name();
    let (text, file_name, mime) = match what {
        LabFileKind::Svg => {
            let title = format!("Step {at} of {}", run.station.title());
            let text = paint::svg(&page(run, at, link)?, colours, &title);
            (text, format!("{name}-{at}.svg"), "image/svg+xml")
        }
        LabFileKind::Strip => (strip(run, true, (colours, link))?, format!("{name}.svg"), "image/svg+xml"),
        LabFileKind::Text => (frames_text(run, false, None)?, format!("{name}.txt"), "text/plain"),
        LabFileKind::Json => (document(run, None)?.to_string(), format!("{name}.json"), "application/json"),
    };
    Ok(LabReply::File { text, file_name, mime: mime.to_owned() })
}

/// One step as a page, or several as pages below one another, in light colours: the bytes that the page saves.
///
/// # Errors
/// There is no such step.
pub fn picture(run: &Run, coarse: bool, only: Option<usize>) -> Result<String, Note> {
    let link = run.link(only.unwrap_or(0));
    match only {
        Some(at) => {
            let title = format!("Step {at} of {}", run.station.title());
            Ok(paint::svg(&page(run, at, &link)?, theme(PictureTheme::Light), &title))
        }
        None => strip(run, coarse, (theme(PictureTheme::Light), &link)),
    }
}

/// The steps, or the coarse ones, as pages below one another.
fn strip(run: &Run, coarse: bool, (colours, link): (paint::Theme, &str)) -> Result<String, Note> {
    let steps = run.recording.steps().iter().enumerate();
    let stops: Vec<usize> =
        steps.filter(|(_, step)| step.coarse || !coarse).map(|(at, _)| at).take(MOST_PAGES).collect();
    let (width, height) = PAGE;
    let all = height * stops.len() as f64;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{all}\" viewBox=\"0 0 {width} {all}\">\n<style>g {{ break-after: page }}</style>\n"
    );
    for (number, &at) in stops.iter().enumerate() {
        let scene = page(run, at, &link_to(link, at))?;
        let scale = (width / scene.width).min(height / scene.height.max(1.0));
        let y = number as f64 * height;
        let svg = paint::svg(&scene, colours, "");
        text.push_str(&format!("<g id=\"step-{at}\" transform=\"translate(0 {y}) scale({scale:.4})\">\n{svg}</g>\n"));
    }
    text.push_str("</svg>\n");
    Ok(text)
}

/// The same link, to another step.
fn link_to(link: &str, step: usize) -> String {
    let Some((before, after)) = link.split_once("step=") else { return link.to_owned() };
    let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    format!("{before}step={step}{rest}")
}

/// What a frame counted, by name.
fn counters(frame: &Frame) -> Vec<(&'static str, u32)> {
    match &frame.data {
        FrameData::Repeats(frame) => {
            let counted = frame.counters;
            vec![
                ("length of the words", frame.level),
                ("moves", counted.moves),
                ("looked at", counted.looked),
                ("splits", counted.splits),
            ]
        }
        FrameData::Nlr(frame) => {
            let counted = frame.counters;
            vec![
                ("values pushed", counted.pushed),
                ("tries of TRIPLET", counted.triplets),
                ("tries of FOLLOWS", counted.follows),
                ("loops made", counted.loops),
                ("iterations added", counted.extensions),
            ]
        }
        FrameData::Prediction(frame) => {
            let counted = frame.counters;
            vec![
                ("foretold and right", counted.correct),
                ("foretold and wrong", counted.wrong),
                ("not foretold", counted.none),
            ]
        }
        FrameData::Flow(frame) => vec![("splits", frame.round)],
        FrameData::Merge(frame) => {
            let sum = |of: fn(&ChannelLog) -> u64| {
                u32::try_from(frame.channels.iter().map(of).sum::<u64>()).unwrap_or(u32::MAX)
            };
            vec![
                ("loops around", frame.depth),
                ("messages sent", sum(|it| it.sent)),
                ("messages received", sum(|it| it.received)),
                ("in flight", sum(|it| it.in_flight.unsigned_abs())),
            ]
        }
        FrameData::WhatIf(frame) => {
            let length = |run: &SmallRun| u32::try_from(run.end()).unwrap_or(0);
            let mut lengths = vec![("T, measured", length(&frame.measured))];
            lengths.extend(frame.predicted.iter().map(|run| ("T', predicted", length(run))));
            lengths
        }
        FrameData::Nest(_) => Vec::new(),
    }
}

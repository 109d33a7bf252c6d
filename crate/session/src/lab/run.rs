//! A run: what is asked for, read and stepped through.

use loopscope_core::lab::examples::{example, examples};
use loopscope_core::lab::input::Options;
use loopscope_core::lab::{record, LabError, LabInput as Parsed, Recording, Shown as Step, Station};
use loopscope_formats::notes::Note;

use crate::error_note;
use crate::wire::{LabInput, LabOpened, LabStep};

/// A run and what it is about.
#[derive(Clone, Debug)]
pub struct Run {
    /// The station.
    pub station: Station,
    /// What is stepped through, with its text and options.
    pub input: LabInput,
    /// Where its example stands in a paper; empty for another input.
    pub source: String,
    /// The pseudo-code.
    pub code: &'static [&'static str],
    /// The frames.
    pub recording: Recording,
}

impl Run {
    /// The link to a step, as the page writes it.
    pub fn link(&self, step: usize) -> String {
        let input = &self.input;
        let mut link = format!("?lab={}", self.station.name());
        let mut put = |name: &str, value: Option<String>| {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                link.push_str(&format!("&{name}={}", encoded(&value)));
            }
        };
        let numbers = matches!(self.station, Station::Nlr | Station::Prediction);
        let text = input.text.clone().map(|text| match numbers {
            true => text.split([',', ' ']).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(","),
            false => text,
        });
        put(if numbers { "v" } else { "s" }, text);
        put("k", input.k.map(|k| k.to_string()));
        put("smax", input.smax.map(|smax| smax.to_string()));
        put("nflush", input.nflush.map(|nflush| nflush.to_string()));
        put("model", input.model.clone());
        put("ahead", input.ahead.map(|ahead| ahead.to_string()));
        put("split", input.split.clone());
        put("case", input.case.clone());
        put("of", input.of.clone());
        put("p", input.p.map(|p| p.to_string()));
        put("q", input.q.map(|q| q.to_string()));
        link.push_str(&format!("&step={step}"));
        link
    }
}

/// A value in a query string: what `encodeURIComponent` does, with spaces, commas and colons kept readable.
fn encoded(value: &str) -> String {
    let mut text = String::new();
    for byte in value.bytes() {
        match byte {
            b' ' => text.push('+'),
            b',' | b':' | b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')' => {
                text.push(char::from(byte));
            }
            _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
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
        full.case = full.case.or(given.case);
    }
    let is_example = known.is_some_and(|known| full.text.as_deref() == Some(known.input));
    if !is_example {
        full.example = None;
    }
    let text = full.text.clone().unwrap_or_default();
    let parsed = Parsed::parse(station, &text, &options(&full)).map_err(note)?;
    let recording = record(station, &parsed).map_err(note)?;
    let source = known.filter(|_| is_example).map(|known| known.source.to_owned());
    let code = parsed.code(station);
    Ok(Run { station, input: full, source: source.unwrap_or_default(), code, recording })
}

pub(super) fn options(input: &LabInput) -> Options {
    Options {
        k: input.k,
        smax: input.smax,
        nflush: input.nflush,
        model: input.model.clone(),
        ahead: input.ahead,
        split: input.split.clone(),
        case: input.case.clone(),
        of: input.of.clone(),
        p: input.p,
        q: input.q,
    }
}

pub(super) fn refused(what: &str, found: &str, expected: &str, remedy: &str) -> Note {
    let [what, found, expected, remedy] = [what, found, expected, remedy].map(str::to_owned);
    error_note("", what, found, expected, remedy)
}

fn note(error: LabError) -> Note {
    error_note("", error.what, error.found, error.expected, error.remedy)
}

/// A step by its number.
///
/// # Errors
/// There is no such step.
pub(super) fn step_of(run: &Run, at: usize) -> Result<Step, Note> {
    let steps = run.recording.steps();
    steps.get(at).copied().ok_or_else(|| {
        let range = format!("0 to {}", steps.len().saturating_sub(1));
        refused("there is no such step", &at.to_string(), &range, "choose one of them")
    })
}

/// The steps of a run.
pub(super) fn opened(run: &Run) -> LabOpened {
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
        code: match run.code == run.station.code() {
            true => Vec::new(),
            false => run.code.iter().map(|&line| line.to_owned()).collect(),
        },
        steps: steps.collect(),
        cut: recording.is_cut(),
    }
}

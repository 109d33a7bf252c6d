//! NLR and prediction: the values that come, the stack, and what is tried on its top.

use loopscope_core::lab::frame::{
    Frame, FrameData, NlrFrame, NlrStep, Outcome, PredictionFrame, PredictionStep, TripletFailure,
};

use super::stage::{LabBand, LabContent, LabLine, LabLook, LabStage, LabTerm};

/// Terms of a stack that are drawn, from its top.
const MOST_TERMS: usize = 24;
/// Values that are drawn around the one at hand.
const MOST_VALUES: usize = 40;

/// The stage at a step of nested loop recognition. O(what is shown).
pub fn nlr_stage(values: &[String], frames: &[&Frame], at: usize) -> LabStage {
    let step = |at: usize| match frames.get(at).map(|frame| &frame.data) {
        Some(FrameData::Nlr(frame)) => Some(frame),
        _ => None,
    };
    let Some(now) = step(at) else { return LabStage::default() };
    let before = at.checked_sub(1).and_then(step).map_or(&[][..], |frame| &frame.stack);
    let read = now.counters.pushed as usize;
    let is_push = matches!(now.step, NlrStep::Push { .. });
    let mut bands = vec![input(values, read, is_push, |_| String::new())];
    match &now.step {
        NlrStep::Push { .. } => bands.push(stack("stack", &now.stack, 1, LabLook::Now)),
        NlrStep::Triplet { i, b, outcome } => {
            bands.push(stack("stack", before, *i as usize, LabLook::Now));
            bands.extend(blocks(before, *b as usize));
            if outcome.is_ok() {
                bands.push(stack("stack, next", &now.stack, 0, LabLook::Plain).to_come());
            }
        }
        NlrStep::Follows { i, outcome, want, got } => {
            bands.push(stack("stack", before, *i as usize, LabLook::Now));
            if outcome.is_ok() {
                bands.push(stack("stack, next", &now.stack, 0, LabLook::Plain).to_come());
            } else {
                bands.push(wanted(want, got));
            }
        }
        NlrStep::Flush { flushed } => {
            let terms = flushed.iter().map(|term| term_of(term, LabLook::Gone)).collect();
            bands.push(LabBand::new("put out", "from the bottom", LabContent::Terms(terms)));
            bands.push(stack("stack", &now.stack, 0, LabLook::Plain));
        }
        NlrStep::End { result } => {
            let terms = result.iter().map(|term| term_of(term, LabLook::Now)).collect();
            let note = format!("for {} values", values.len());
            bands.push(LabBand::new("result", note, LabContent::Terms(terms)));
        }
    }
    if let Some(tries) = tries(frames, at) {
        bands.push(tries);
    }
    LabStage { columns: 0, bands }
}

/// The values: read, at hand, to come.
fn input(values: &[String], read: usize, is_push: bool, head: impl Fn(usize) -> String) -> LabBand {
    let from = read.saturating_sub(MOST_VALUES / 2).min(values.len().saturating_sub(MOST_VALUES));
    let terms = values.iter().enumerate().skip(from).take(MOST_VALUES).map(|(place, value)| {
        let look = if is_push && place + 1 == read {
            LabLook::Now
        } else if place < read {
            LabLook::Plain
        } else {
            LabLook::Next
        };
        LabTerm { head: head(place), text: value.clone(), look }
    });
    let note = format!("{read} of {} read", values.len());
    LabBand::new("input", note, LabContent::Terms(terms.collect()))
}

/// A term; a loop is its head and its body.
fn term_of(text: &str, look: LabLook) -> LabTerm {
    match text.split_once(" { ") {
        Some((head, body)) => {
            LabTerm { head: head.to_owned(), text: body.strip_suffix(" }").unwrap_or(body).to_owned(), look }
        }
        None => LabTerm { head: String::new(), text: text.to_owned(), look },
    }
}

/// A stack with its top at the right, where the uppermost terms look like that.
fn stack(title: &str, terms: &[impl AsRef<str>], top: usize, look: LabLook) -> LabBand {
    let hidden = terms.len().saturating_sub(MOST_TERMS);
    let shown = terms.iter().enumerate().skip(hidden).map(|(place, term)| {
        let is_top = place + top >= terms.len();
        term_of(term.as_ref(), if is_top { look } else { LabLook::Plain })
    });
    let note = match (terms.len(), hidden) {
        (0, _) => "empty".to_owned(),
        (1, _) => "1 term".to_owned(),
        (many, 0) => format!("{many} terms, top right"),
        (many, hidden) => format!("{many} terms, {hidden} left out"),
    };
    LabBand::new(title, note, LabContent::Terms(shown.collect()))
}

/// The three blocks at the top, number by number, with their differences.
fn blocks(stack: &[impl AsRef<str>], b: usize) -> Option<LabBand> {
    let from = stack.len().checked_sub(3 * b)?;
    let block = |at: usize| {
        let terms = stack.iter().skip(from + at * b).take(b);
        terms.map(AsRef::as_ref).collect::<Vec<&str>>().join("; ")
    };
    let texts = [block(0), block(1), block(2)];
    let line = |cells: [String; 5], look| LabLine { cells: cells.to_vec(), look };
    let [first, second, third] = texts.each_ref().map(|text| numbers(text));
    let mut lines = vec![line(
        [String::new(), "first".into(), "second".into(), "third".into(), "differences".into()],
        LabLook::Passed,
    )];
    let alike = first.len() == second.len() && second.len() == third.len();
    if alike {
        for (((role, a), (_, b)), (_, c)) in first.iter().zip(&second).zip(&third) {
            let (up, again) = (b - a, c - b);
            let verdict = match (up == again, up) {
                (true, 0) => "equal".to_owned(),
                (true, _) => format!("{up:+} {again:+}: in line"),
                (false, _) => format!("{up:+} {again:+}: no"),
            };
            let look = if up == again { LabLook::Plain } else { LabLook::Now };
            let numbers = [a, b, c].map(ToString::to_string);
            let [a, b, c] = numbers;
            lines.push(line([role.clone(), a, b, c, verdict], look));
        }
    } else {
        let [a, b, c] = texts;
        lines.push(line(["block".into(), a, b, c, "not alike".into()], LabLook::Now));
    }
    let note = format!("blocks of {b}");
    Some(LabBand::new("TRIPLET", note, LabContent::Lines(lines)))
}

/// The numbers in a term with their roles, without those in the names of indices.
fn numbers(text: &str) -> Vec<(String, i128)> {
    let mut found: Vec<(String, i128)> = Vec::new();
    let mut number = String::new();
    let mut before = ' ';
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let begins = number.is_empty();
        if c.is_ascii_digit() && (!begins || !before.is_ascii_alphanumeric()) {
            if begins && before == '-' {
                number.push('-');
            }
            number.push(c);
        } else if !begins {
            let ends = (text.get(..at - number.len()), text.get(at..));
            let role = role_of((ends.0.unwrap_or(""), ends.1.unwrap_or("")));
            found.extend(number.parse().map(|number| (role, number)));
            number.clear();
        }
        before = c;
    }
    found
}

/// What a number is in its term, by what stands before and after it: a bound, the step of an index, or a value.
fn role_of((before, after): (&str, &str)) -> String {
    let index = after.strip_prefix('·').and_then(|it| it.split([' ', '·', ';']).next());
    let inner = before.rsplit("for ").next().and_then(|it| it.split(' ').next());
    match (index, inner) {
        (Some(index), _) => format!("step of {index}"),
        (None, Some(inner)) if before.ends_with("= ") => format!("{inner} from"),
        (None, Some(inner)) if before.ends_with("to ") => format!("{inner} to"),
        _ if before.contains('{') => "start".to_owned(),
        _ => "value".to_owned(),
    }
}

fn wanted(want: &[impl AsRef<str>], got: &[impl AsRef<str>]) -> LabBand {
    let line =
        |name: &str, terms: &[String]| LabLine { cells: vec![name.to_owned(), terms.join("; ")], look: LabLook::Plain };
    let texts = |terms: &[String]| terms.to_vec();
    let want: Vec<String> = want.iter().map(|term| term.as_ref().to_owned()).collect();
    let got: Vec<String> = got.iter().map(|term| term.as_ref().to_owned()).collect();
    let lines = vec![line("the loop goes on with", &texts(&want)), line("above it is", &texts(&got))];
    LabBand::new("FOLLOWS", "compared term by term", LabContent::Lines(lines))
}

/// What was tried since the last value came.
fn tries(frames: &[&Frame], at: usize) -> Option<LabBand> {
    let step = |at: usize| match frames.get(at).map(|frame| &frame.data) {
        Some(FrameData::Nlr(frame)) => Some(frame),
        _ => None,
    };
    let is_push = |at: &usize| matches!(step(*at), Some(NlrFrame { step: NlrStep::Push { .. }, .. }));
    let from = (0..=at).rev().find(is_push)?;
    let mut lines = Vec::new();
    for (place, frame) in (from..=at).filter_map(|place| Some((place, step(place)?))) {
        let look = if place == at { LabLook::Now } else { LabLook::Plain };
        let (i, name, about, verdict) = match &frame.step {
            NlrStep::Triplet { i, outcome: Ok(made), .. } => (i, "TRIPLET", made.to_string(), "a loop"),
            NlrStep::Triplet { i, outcome: Err(why), .. } => (i, "TRIPLET", failure(why), "no"),
            NlrStep::Follows { i, outcome: Ok(made), .. } => (i, "FOLLOWS", made.to_string(), "one iteration more"),
            NlrStep::Follows { i, want, got, .. } => {
                let about = format!("{} is not {}", joined(got), joined(want));
                (i, "FOLLOWS", about, "no")
            }
            _ => continue,
        };
        let cells = vec![format!("i = {i}"), name.to_owned(), about, verdict.to_owned()];
        lines.push(LabLine { cells, look });
    }
    if lines.is_empty() {
        return None;
    }
    Some(LabBand::new("tries", "since the last value", LabContent::Lines(lines)))
}

fn joined(terms: &[impl AsRef<str>]) -> String {
    terms.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join("; ")
}

fn failure(why: &TripletFailure) -> String {
    match why {
        TripletFailure::Shape { .. } => "not alike in form".to_owned(),
        TripletFailure::Label { .. } => "other names".to_owned(),
        TripletFailure::Step { numbers: [a, b, c], .. } => {
            format!("{a}, {b}, {c} differ by {:+} and {:+}", b - a, c - b)
        }
    }
}

/// The stage at a step of prediction. O(what is shown and the steps before).
pub fn prediction_stage(values: &[String], frames: &[&Frame], at: usize) -> LabStage {
    let step = |at: usize| match frames.get(at).map(|frame| &frame.data) {
        Some(FrameData::Prediction(frame)) => Some(frame),
        _ => None,
    };
    let Some(now) = step(at) else { return LabStage::default() };
    let outcomes: Vec<Option<Outcome>> = (0..=at)
        .filter_map(step)
        .filter_map(|frame| match &frame.step {
            PredictionStep::Value { outcome, .. } => Some(*outcome),
            _ => None,
        })
        .collect();
    let word = |place: usize| match outcomes.get(place) {
        Some(Some(Outcome::Correct)) => "right".to_owned(),
        Some(Some(Outcome::Wrong)) => "wrong".to_owned(),
        Some(Some(Outcome::None)) => "none".to_owned(),
        _ => " ".to_owned(),
    };
    let is_value = matches!(now.step, PredictionStep::Value { .. });
    let mut bands = vec![input(values, outcomes.len(), is_value, word)];
    bands.push(predicted_stack(now));
    let list = |values: &[Vec<i128>], look| {
        let text = |value: &Vec<i128>| value.iter().map(ToString::to_string).collect::<Vec<String>>().join(" ");
        let terms = values.iter().map(|value| LabTerm { head: String::new(), text: text(value), look });
        LabContent::Terms(terms.collect())
    };
    match &now.step {
        PredictionStep::Anchor { next, .. } => {
            bands.push(LabBand::new("foretold", "what comes next", list(next, LabLook::Next)));
        }
        PredictionStep::Value { expected: Some(expected), .. } => {
            bands.push(LabBand::new("was foretold", "before it came", list(expected, LabLook::Plain)));
        }
        _ => {}
    }
    LabStage { columns: 0, bands }
}

fn predicted_stack(now: &PredictionFrame) -> LabBand {
    let (anchor, covering) = match &now.step {
        PredictionStep::Anchor { anchor, covering, .. } => (Some(*anchor as usize), &covering[..]),
        _ => (None, &[][..]),
    };
    let mut band = stack("stack", &now.stack, 0, LabLook::Plain);
    let hidden = now.stack.len().saturating_sub(MOST_TERMS);
    if let LabContent::Terms(terms) = &mut band.content {
        for (place, term) in (hidden..).zip(terms) {
            term.look = match anchor {
                Some(anchor) if anchor == place => LabLook::Now,
                Some(anchor) if anchor < place => LabLook::Made,
                _ if covering.contains(&(place as u32)) => LabLook::Made,
                _ => LabLook::Plain,
            };
        }
    }
    band
}

#[cfg(test)]
mod tests;

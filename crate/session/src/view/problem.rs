//! Notes as messages.

use loopscope_formats::notes::{Note, Place};

use crate::wire::{Problem, ProblemLine, TraceChoice};

/// The message form of a note.
pub fn problem(note: &Note) -> Problem {
    let line = match note.place {
        Place::Line(line) => Some(line as f64),
        Place::Whole | Place::Byte(_) => None,
    };
    let context = note.context.iter().map(|line| {
        let (from, to) = line.mark.unwrap_or((0, 0));
        let units = |chars: usize| line.text.chars().take(chars).map(char::len_utf16).sum::<usize>() as u32;
        ProblemLine { line: line.line as f64, text: line.text.clone(), from: units(from), to: units(to) }
    });
    Problem {
        severity: note.severity.into(),
        file: note.file.clone(),
        line,
        place: note.place.text(),
        what: note.what.clone(),
        found: note.found.clone(),
        expected: note.expected.clone(),
        remedy: note.remedy.clone(),
        count: note.count as f64,
        also: note.also(),
        choices: note
            .choices()
            .iter()
            .map(|it| TraceChoice {
                key: it.key.clone(),
                path: it.path.clone(),
                format: it.format.to_owned(),
                files: it.files as f64,
            })
            .collect(),
        context: context.collect(),
    }
}

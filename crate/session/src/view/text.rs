//! Nests as text, for people and for files.

use std::borrow::Cow;

use loopscope_core::affine;
use loopscope_core::nest::text;
use loopscope_core::symbols::parse_tuple;
use loopscope_core::trace::View;

use loopscope_formats::printable;

use super::{sentence, summary};
use crate::analyse::{Analysis, ProcessNest};

/// The nest of every process in the text form; with several processes, `# process R` before each.
pub fn of(analysis: &Analysis) -> String {
    let mut out = String::new();
    for process in &analysis.processes {
        head(analysis, process, &mut out);
        body(process, &mut out);
    }
    out
}

/// The same with the sentence about each process before its nest, as a comment, which readers of the form pass over.
pub fn with_sentences(analysis: &Analysis) -> String {
    let noun = summary::noun_of(analysis);
    let mut out = String::new();
    for process in &analysis.processes {
        head(analysis, process, &mut out);
        let sentence: String =
            sentence::about(process, noun).into_iter().map(|part| part.text).collect();
        out.push_str(&format!("# {}\n", printable(&sentence)));
        body(process, &mut out);
    }
    out
}

fn head(analysis: &Analysis, process: &ProcessNest, out: &mut String) {
    if analysis.processes.len() > 1 {
        out.push_str(&format!("# process {}\n", process.process));
    }
}

fn body(process: &ProcessNest, out: &mut String) {
    out.push_str(&match &process.tuples {
        Some(tuples) => affine::text::print(&tuples.nest),
        None => text::print(&process.nest, &process.symbols, &process.names),
    });
}

/// An item as the line of an expanded trace: tokens and native lines as they stand, tuples with
/// their numbers in decimal: `read: 187984, 8`.
pub fn line(view: View, text: &str) -> Cow<'_, str> {
    let (View::Values, Some((label, numbers))) = (view, parse_tuple(text)) else {
        return Cow::Borrowed(text);
    };
    Cow::Owned(tuple_line(label, &numbers))
}

/// A tuple as the line of an expanded trace.
pub fn tuple_line(label: &str, numbers: &[i128]) -> String {
    let colon = if label.is_empty() { "" } else { ": " };
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{label}{colon}{}", numbers.join(", "))
}

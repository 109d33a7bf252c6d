//! Nests as text, for people and for files.

use std::borrow::Cow;

use loopscope_core::nest::text;
use loopscope_core::symbols::parse_tuple;
use loopscope_core::trace::View;

use crate::analyse::Analysis;

/// The nest of every process in the text form; with several processes, `# process R` before each.
pub fn of(analysis: &Analysis) -> String {
    let mut out = String::new();
    for process in &analysis.processes {
        if analysis.processes.len() > 1 {
            out.push_str(&format!("# process {}\n", process.process));
        }
        out.push_str(&text::print(&process.nest, &process.symbols, &process.names));
    }
    out
}

/// An item as the line of an expanded trace: tokens and native lines as they stand, tuples with
/// their numbers in decimal: `read: 187984, 8`.
pub fn line(view: View, text: &str) -> Cow<'_, str> {
    let (View::Values, Some((label, numbers))) = (view, parse_tuple(text)) else {
        return Cow::Borrowed(text);
    };
    let colon = if label.is_empty() { "" } else { ": " };
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    Cow::Owned(format!("{label}{colon}{}", numbers.join(", ")))
}

//! Nests as text.

use std::borrow::Cow;
use std::{fmt, io};

use loopscope_core::affine;
use loopscope_core::completions::{Blocks, Roles};
use loopscope_core::nest::{text, NodeId};
use loopscope_core::numbers::counted;
use loopscope_core::symbols::parse_tuple;
use loopscope_core::trace::View;

use loopscope_formats::printable;

use super::bounded::Bounded;
use super::sentence;
#[cfg(feature = "variants")]
use super::variants;
use crate::analysis::{Analysis, ProcessNest};

/// The most lines that the page writes of all nests together, and their bytes. A body is repeated wherever its loop
/// occurs, so a file of thirty nodes can have more lines than fit into memory.
pub const MOST_LINES: u64 = 500_000;
const MOST_BYTES: usize = 32 << 20;

/// The nests of all processes in text form, as [`write`] streams them, up to [`MOST_LINES`] or 32 MiB. The last line says
/// how many lines are left out.
pub fn of(analysis: &Analysis) -> String {
    bounded(analysis, MOST_LINES, MOST_BYTES)
}

fn bounded(analysis: &Analysis, lines: u64, bytes: usize) -> String {
    let mut out = Bounded { text: String::new(), lines, bytes };
    if write_to(analysis, false, &mut out).is_ok() {
        return out.text;
    }
    let mut text = out.text;
    text.truncate(text.rfind('\n').map_or(0, |at| at + 1));
    let written = text.bytes().filter(|&byte| byte == b'\n').count() as u64;
    let headed = u64::from(analysis.processes.len() > 1);
    let all = analysis.processes.iter().fold(0u64, |all, process| {
        let own = match &process.tuples {
            Some(tuples) => affine::text::lines(&tuples.nest),
            None => {
                let blocks = blocks(process);
                text::lines_with_blocks(&process.nest, &|items| blocks.of(items))
            }
        };
        all.saturating_add(own).saturating_add(headed)
    });
    let more = counted(all.saturating_sub(written), "further line");
    text.push_str(&format!("# {more} not written; `loopscope nest` writes all\n"));
    text
}

/// Writes the nests of all processes in text form. If there are several, `# process R` precedes each. Memory for one line.
///
/// # Errors
/// Those of the writer.
pub fn write(analysis: &Analysis, out: &mut impl io::Write) -> io::Result<()> {
    stream(analysis, false, out)
}

/// Writes the same, with the sentence about each process as a comment before its nest. Readers of the form skip comments.
///
/// # Errors
/// Those of the writer.
pub fn write_with_sentences(analysis: &Analysis, out: &mut impl io::Write) -> io::Result<()> {
    stream(analysis, true, out)
}

fn stream(analysis: &Analysis, sentences: bool, out: &mut impl io::Write) -> io::Result<()> {
    let mut out = Streamed { out, failed: None };
    let written = write_to(analysis, sentences, &mut out);
    match out.failed {
        Some(error) => Err(error),
        None => written.map_err(io::Error::other),
    }
}

fn write_to(analysis: &Analysis, sentences: bool, out: &mut impl fmt::Write) -> fmt::Result {
    for process in &analysis.processes {
        head(analysis, process, out)?;
        if sentences {
            sentence(analysis, process, out)?;
        }
        body(process, out)?;
    }
    Ok(())
}

/// Passes text on as bytes, and keeps the error if that fails.
struct Streamed<'a, W> {
    out: &'a mut W,
    failed: Option<io::Error>,
}

impl<W: io::Write> fmt::Write for Streamed<'_, W> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.out.write_all(part.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}

/// Whether an item is a [`line`] of its own, and not several, or none, or a comment. Blanks inside a symbol are let
/// through: a line each is what a person expects to see.
pub fn is_line(view: View, text: &str) -> bool {
    let text = line(view, text);
    !text.contains(['\n', '\r']) && !text.trim().is_empty() && !text.starts_with('#')
}

fn head(analysis: &Analysis, process: &ProcessNest, out: &mut impl fmt::Write) -> fmt::Result {
    match analysis.processes.len() {
        1 => Ok(()),
        _ => writeln!(out, "# process {}", process.process),
    }
}

/// The sentence about a process, as a comment.
fn sentence(analysis: &Analysis, process: &ProcessNest, out: &mut impl fmt::Write) -> fmt::Result {
    let parts = sentence::about(process, analysis.noun().word());
    let text: String = parts.into_iter().map(|part| part.text).collect();
    writeln!(out, "# {}", printable(&text))?;
    let back = match (&process.peers, &process.elided) {
        (Some(_), _) => "--partners off shows them.",
        (None, Some(_)) => "--details recorded shows them.",
        (None, None) => "--order recorded shows the recorded one.",
    };
    match sentence::about_varying(process) {
        says if says.is_empty() => {}
        says => writeln!(out, "# {} {back}", printable(&says))?,
    }
    if let Some(elided) = &process.elided {
        let places = super::elided::places(elided, &process.symbols);
        places.iter().try_for_each(|line| writeln!(out, "# {}", printable(line)))?;
    }
    #[cfg(feature = "variants")]
    if process.variants.is_some() {
        let says = variants::taken(process, analysis.view, analysis.noun().word());
        return says.iter().try_for_each(|line| writeln!(out, "# {}", printable(line)));
    }
    Ok(())
}

fn body(process: &ProcessNest, out: &mut impl fmt::Write) -> fmt::Result {
    #[cfg(feature = "variants")]
    if let Some(variants) = &process.variants {
        return variants::write(process, variants, out);
    }
    match &process.tuples {
        Some(tuples) => affine::text::write(out, &tuples.nest),
        None if process.orders.is_empty() => text::write(out, &process.nest, &process.symbols, &process.names),
        None => {
            let blocks = blocks(process);
            let of = |items: &[NodeId]| blocks.of(items);
            text::write_with_blocks(out, &process.nest, &process.symbols, &process.names, &of)
        }
    }
}

/// Where receives came in another order than is written.
fn blocks(process: &ProcessNest) -> Blocks<'_> {
    Blocks::new(&process.nest, Roles::new(&process.symbols), &process.orders)
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

#[cfg(test)]
mod tests;

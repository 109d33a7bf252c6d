//! The text of a program whose main loop has several variants.
//!
//! As that of a model, with the models of the variants one after the other between `either`, `or` and `done`; after these
//! words comes how many iterations have that variant. Loops are numbered as they are written, part after part.

use std::fmt::{self, Write};

use super::Either;
use crate::numbers::{set_text, thousands};
use crate::system::text::{write_part, Place, NAME_COLUMN};
use crate::system::Model;

/// Writes the text.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut impl Write, either: &Either) -> fmt::Result {
    let all = |model: &Model| set_text(model.processes().iter().map(|process| process.0));
    let processes = all(&either.before.model);
    writeln!(out, "processes {processes}")?;
    let mut names = 1;
    let mut part = |out: &mut _, model: &Model, indent: usize, around: usize| {
        let place = Place { around, indent, names };
        names += model.loops().len() as u32;
        write_part(out, model, place)
    };
    part(out, &either.before.model, 0, 0)?;
    let bound = either.which.len().saturating_sub(1);
    header(out, 0, &format!("for i0 = 0 to {bound}"), &format!("1 {{{processes}}}"))?;
    match either.bodies.as_slice() {
        [only] => part(out, &only.model, 1, 1)?,
        several => {
            for (number, (body, times)) in several.iter().zip(either.times()).enumerate() {
                let word = if number == 0 { "either" } else { "or" };
                header(out, 1, word, &thousands(times))?;
                part(out, &body.model, 2, 1)?;
            }
            out.write_str("  done\n")?;
        }
    }
    out.write_str("done\n")?;
    part(out, &either.after.model, 0, 0)
}

fn header(out: &mut impl Write, indent: usize, line: &str, comment: &str) -> fmt::Result {
    let indent = 2 * indent;
    let room = NAME_COLUMN.saturating_sub(indent + 2);
    writeln!(out, "{:indent$}{line:room$}  # {comment}", "")
}

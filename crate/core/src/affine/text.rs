//! The text form of a nest of tuples, printed and parsed.
//!
//! ```text
//! for i0 = 0 to 5              # 1
//!   for i1 = 0 to 5 + 3*i0     # 2
//!     val read: 0x2da50 + 8192*i0 + 8*i1, 8
//!   done
//! done
//! ```
//!
//! As that of a nest of symbols, with functions for bounds: `+` and `-` between products, a number first in a
//! product, indices after it. The constant of a field that is written in hexadecimal is hexadecimal. What stands
//! before the colon is the label; one that could be mistaken is a JSON string.

mod parse;

use std::fmt::{self, Write};

pub use parse::{parse, ParseError};

use super::{Affine, Field, Node};
use crate::nest::text::{write_quoted, NAME_COLUMN};
use crate::recognize::Function;
use crate::trace::Notation;

/// The text of a nest. See [`write()`] for one that is streamed.
pub fn print(nest: &Affine) -> String {
    let mut text = String::new();
    let _ = write(&mut text, nest);
    text
}

/// Writes a nest; every body in full, wherever the loop stands.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut impl Write, nest: &Affine) -> fmt::Result {
    let mut rest = nest.root().iter();
    let mut open = Vec::new();
    loop {
        let Some(&number) = rest.next() else {
            let Some(after) = open.pop() else { return Ok(()) };
            rest = after;
            writeln!(out, "{:1$}done", "", 2 * open.len())?;
            continue;
        };
        let indent = 2 * open.len();
        match nest.node(number) {
            Some(Node::Loop { bound, body }) => {
                let header = format!("for i{} = 0 to {bound}", open.len());
                let room = NAME_COLUMN.saturating_sub(indent + 2);
                writeln!(out, "{:indent$}{header:room$}  # {}", "", nest.id(number))?;
                open.push(std::mem::replace(&mut rest, body.iter()));
            }
            Some(Node::Value { label, fields }) => {
                write!(out, "{:indent$}val ", "")?;
                write_label(out, nest.label(*label))?;
                write_fields(out, nest.fields(), fields)?;
                out.write_char('\n')?;
            }
            None => {}
        }
    }
}

/// Lines of the text, `u64::MAX` if there are more. O(nest).
pub fn lines(nest: &Affine) -> u64 {
    let mut of_node: Vec<u64> = Vec::with_capacity(nest.nodes().len());
    let sum = |of_node: &[u64], items: &[u32]| {
        let lines = items.iter().filter_map(|&item| of_node.get(item as usize));
        lines.fold(0u64, |sum, lines| sum.saturating_add(*lines))
    };
    for node in nest.nodes() {
        of_node.push(match node {
            Node::Value { .. } => 1,
            Node::Loop { body, .. } => sum(&of_node, body).saturating_add(2),
        });
    }
    sum(&of_node, nest.root())
}

/// The label with its colon; nothing for none.
fn write_label(out: &mut impl Write, label: &str) -> fmt::Result {
    if label.is_empty() {
        return Ok(());
    }
    let strange = |c: char| matches!(c, ':' | '#' | '"') || c.is_control();
    if label.trim() != label || label.contains(strange) {
        write_quoted(out, label)?;
    } else {
        out.write_str(label)?;
    }
    out.write_str(": ")
}

/// A function, its constant as the field is written.
pub fn function_text(function: &Function, notation: Notation) -> String {
    match notation {
        Notation::Hexadecimal => format!("{function:#}"),
        Notation::Decimal => function.to_string(),
    }
}

fn write_fields(out: &mut impl Write, known: &[Field], fields: &[Function]) -> fmt::Result {
    for (place, function) in fields.iter().enumerate() {
        let notation = known.get(place).map_or(Notation::Decimal, |field| field.notation);
        out.write_str(if place == 0 { "" } else { ", " })?;
        out.write_str(&function_text(function, notation))?;
    }
    Ok(())
}

/// A value as pictures and lists show it: as its line, without `val`.
pub fn value_text(nest: &Affine, number: u32) -> String {
    let mut text = String::new();
    if let Some(Node::Value { label, fields }) = nest.node(number) {
        let _ = write_label(&mut text, nest.label(*label));
        let _ = write_fields(&mut text, nest.fields(), fields);
    }
    text
}

/// One tuple as pictures show it: `read: 0x2da50, 8`.
pub fn tuple_text(nest: &Affine, label: &str, numbers: &[i128]) -> String {
    let mut text = String::new();
    let constants: Vec<Function> = numbers.iter().copied().map(Function::constant).collect();
    let _ = write_label(&mut text, label);
    let _ = write_fields(&mut text, nest.fields(), &constants);
    text
}

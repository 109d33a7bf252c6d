//! The texts of pictures about tuples whose numbers are functions of loop indices.

use loopscope_core::affine::text::{function_text, tuple_text};
use loopscope_core::affine::{Affine, Drawing, Node};
use loopscope_core::numbers::thousands;
use loopscope_core::symbols::Symbol;
use loopscope_core::trace::Notation;

/// A nest of tuples, and the nest of symbols that is drawn for it.
#[derive(Clone, Copy, Debug)]
pub struct Tuples<'a> {
    /// Its loops and values.
    pub nest: &'a Affine,
    /// Which symbol of the drawing represents which of them.
    pub drawing: &'a Drawing,
}

impl<'a> Tuples<'a> {
    /// The value that a symbol represents, with the loops around it, outermost first; `None` for a symbol that
    /// represents a whole loop.
    pub fn value(&self, symbol: Symbol) -> Option<(u32, &'a [u32])> {
        let (value, way) = self.drawing.value(symbol)?;
        matches!(self.nest.node(value), Some(Node::Value { .. })).then_some((value, way))
    }

    /// The label of a symbol's tuples, empty for none.
    pub fn label(&self, symbol: Symbol) -> &'a str {
        match self.value(symbol).and_then(|(value, _)| self.nest.node(value)) {
            Some(Node::Value { label, .. }) => self.nest.label(*label),
            _ => "",
        }
    }

    /// The first symbol that represents a value, and the loops around it.
    pub(super) fn drawn(&self, value: u32) -> Option<(Symbol, &'a [u32])> {
        let at = self.drawing.values().position(|(known, _)| known == value)?;
        let symbol = Symbol(at as u32);
        self.drawing.value(symbol).map(|(_, way)| (symbol, way))
    }

    /// The tuple at a position of the trace: `read: 0x2da50, 8`.
    pub(super) fn text_at(&self, position: u64) -> Option<String> {
        let place = self.nest.at(position)?;
        let Some(Node::Value { label, .. }) = self.nest.node(place.value) else { return None };
        Some(tuple_text(self.nest, self.nest.label(*label), &place.numbers))
    }
}

/// The range of a field of a value: `0x2da50 to 0x2fa48`, or its only number. Where products of indices meet bounds that
/// vary, the range is that of the corners, which `about` says.
pub fn reach_text(nest: &Affine, way: &[u32], value: u32, field: usize) -> String {
    let Some(reach) = nest.reach(way, value, field) else { return String::new() };
    let notation = nest.fields().get(field).map_or(Notation::Decimal, |field| field.notation);
    if reach.least == reach.most {
        return notation.text(reach.least);
    }
    let about = if reach.exact { "" } else { "about " };
    format!("{about}{} to {}", notation.text(reach.least), notation.text(reach.most))
}

/// How far a field of a value moves with each loop, innermost first: `+8 per L3, +256 per L1`;
/// `does not move` if no loop moves it.
pub fn strides_text(nest: &Affine, way: &[u32], value: u32, field: usize) -> String {
    let strides = nest.strides(way, value, field);
    let stride = |stride: &loopscope_core::affine::Stride| {
        let id = nest.id(stride.node);
        if !stride.step.is_constant() {
            // A function of other indices.
            return format!("+({}) per L{id}", function_text(&stride.step, Notation::Decimal));
        }
        let step = stride.step.offset();
        let size = u64::try_from(step.unsigned_abs()).map_or_else(|_| step.unsigned_abs().to_string(), thousands);
        format!("{}{size} per L{id}", if step < 0 { "−" } else { "+" })
    };
    let all: Vec<String> = strides.iter().rev().map(stride).collect();
    if all.is_empty() {
        "does not move".to_owned()
    } else {
        all.join(", ")
    }
}

/// How the first field of a value moves: `address 0x2da50 to 0x2fa48, +8 per L3, +256 per L1`.
pub(super) fn moves(nest: &Affine, way: &[u32], value: u32) -> String {
    moves_of(nest, way, value, 0)
}

/// How any field of a value moves.
pub(super) fn moves_of(nest: &Affine, way: &[u32], value: u32, field: usize) -> String {
    let Some(known) = nest.fields().get(field) else { return String::new() };
    let name = if known.name.is_empty() { "value" } else { &known.name };
    let reach = reach_text(nest, way, value, field);
    format!("{name} {reach}, {}", strides_text(nest, way, value, field))
}

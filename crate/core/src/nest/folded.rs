//! Strings whose long repetitions are stored once.
//!
//! A looping trace of 10^9 events takes 4 GB as a string, but little more than the body of its loop here: a stretch that
//! repeats is stored as a word and a length. [`Folding`] finds such stretches while the string arrives; everything else
//! is stored symbol by symbol. The string can still be read at any place, so every method gives the same nest as for the
//! string in full.
//!
//! - [`optimal`](super::optimal()) looks for long runs by testing single places and comparing stretches, so it works on
//!   this form directly.
//! - [`greedy`](super::greedy()) works on the string with its long stretches shortened. At each step it checks that the
//!   copies that were left out would behave like those that remain; see `greedy/marks.rs`.
//!
//! Where that check fails, the string is unfolded and takes 4 bytes a symbol again.

mod folding;
mod text;

#[cfg(test)]
pub(super) use folding::fold_in_parts;
pub use folding::Folding;
pub(super) use text::{Text, Window};

use std::borrow::Cow;

use crate::symbols::Symbol;

/// A string whose long repetitions are stored once. Made by [`Folding`].
#[derive(Clone, Debug, Default)]
pub struct Folded {
    /// The symbols that do not repeat, and one copy of each word that does.
    stored: Vec<Symbol>,
    /// In order, without gaps.
    pieces: Vec<Piece>,
    len: usize,
}

/// A piece of the string.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// Where it begins in the string.
    start: usize,
    len: usize,
    /// Where its symbols begin in `stored`.
    at: usize,
    /// How many of its symbols are stored; it repeats if these are fewer than its length.
    period: usize,
}

impl Piece {
    fn repeats(&self) -> bool {
        self.period < self.len
    }

    fn end(&self) -> usize {
        self.start + self.len
    }
}

impl Folded {
    /// Number of symbols.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the string is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether any stretch is folded; otherwise all symbols are stored.
    pub fn is_folded(&self) -> bool {
        self.pieces.iter().any(Piece::repeats)
    }

    /// Number of symbols that are stored.
    pub fn stored(&self) -> usize {
        self.stored.len()
    }

    /// The string in full. O(symbols) time and memory; nothing is copied if nothing is folded.
    pub fn unfold(&self) -> Cow<'_, [Symbol]> {
        if !self.is_folded() {
            return Cow::Borrowed(&self.stored);
        }
        let mut string = Vec::with_capacity(self.len);
        self.each(0, self.len, |symbols| string.extend_from_slice(symbols));
        Cow::Owned(string)
    }

    /// Hands over the symbols from one position to another, in order and in parts.
    fn each(&self, from: usize, to: usize, mut take: impl FnMut(&[Symbol])) {
        let mut at = from;
        while at < to {
            let Some((symbols, left)) = self.rest_at(at) else { return };
            let part = symbols.len().min(left).min(to - at);
            take(&symbols[..part]);
            at += part;
        }
    }

    /// The stored symbols from a position to the end of the copy there, and how many symbols of the piece are left.
    fn rest_at(&self, at: usize) -> Option<(&[Symbol], usize)> {
        let piece = self.piece_at(at)?;
        let offset = at - piece.start;
        let symbols = &self.stored[piece.at + offset % piece.period..piece.at + piece.period];
        Some((symbols, piece.len - offset))
    }

    fn piece_at(&self, at: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.start <= at);
        self.pieces.get(after.checked_sub(1)?).filter(|piece| at < piece.end())
    }

    /// The string without some copies of each folded piece (`left_out`), and where each piece then begins and ends.
    pub(super) fn shortened(&self, left_out: &[usize]) -> (Vec<Symbol>, Vec<(usize, usize)>) {
        let (mut string, mut places) = (Vec::new(), Vec::new());
        let mut left_out = left_out.iter();
        for piece in &self.pieces {
            let start = string.len();
            let out = if piece.repeats() { left_out.next().map_or(0, |out| out * piece.period) } else { 0 };
            let end = piece.end() - out.min(piece.len);
            self.each(piece.start, end, |symbols| string.extend_from_slice(symbols));
            if piece.repeats() {
                places.push((start, string.len()));
            }
        }
        (string, places)
    }

    /// Period and whole copies of each folded piece.
    pub(super) fn copies(&self) -> Vec<(usize, usize)> {
        let folded = self.pieces.iter().filter(|piece| piece.repeats());
        folded.map(|piece| (piece.period, piece.len / piece.period)).collect()
    }
}

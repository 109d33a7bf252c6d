//! Strings whose long repetitions are stored once.
//!
//! A trace of 10^9 events that loops is 4 GB as a string, and little more than its loop's body here: stretches that
//! repeat are a word and a length. They are found while the string arrives, [`Folding`]; what does not
//! repeat is kept symbol by symbol. Nothing is lost and nothing is guessed: the string can be read at any
//! place, so that a method gives the nest that it gives for the string in full.
//!
//! - [`optimal`](super::optimal()) looks for long runs by testing single places and comparing stretches, so it
//!   works on this form as it stands.
//! - [`greedy`](super::greedy()) works on the string with its long stretches shortened, and checks at each step that the
//!   copies that were left out would take part as those that stay do; see `greedy/marks.rs`.
//!
//! Where that cannot be made sure the string is unfolded, and takes 4 bytes a symbol again.

mod folding;
mod text;

pub use folding::Folding;
pub(super) use text::{Text, Window};

use std::borrow::Cow;

use crate::symbols::Symbol;

/// A string, its long repetitions folded. Made by [`Folding`].
#[derive(Clone, Debug, Default)]
pub struct Folded {
    /// What is not repeated, and one copy of each word that is.
    stored: Vec<Symbol>,
    /// Side by side, without a gap.
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
    /// How many symbols are stored; they repeat if that is less than the length.
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

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether any stretch is folded; if not, it is the string itself.
    pub fn is_folded(&self) -> bool {
        self.pieces.iter().any(Piece::repeats)
    }

    /// Symbols that are kept.
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

    /// What is stored from a position on, up to the end of the copy there, and how much of the piece is left.
    fn rest_at(&self, at: usize) -> Option<(&[Symbol], usize)> {
        let piece = self.piece_at(at)?;
        let offset = at - piece.start;
        let symbols = &self.stored[piece.at + offset % piece.period..piece.at + piece.period];
        Some((symbols, piece.len - offset))
    }

    fn piece_at(&self, at: usize) -> Option<&Piece> {
        let behind = self.pieces.partition_point(|piece| piece.start <= at);
        self.pieces.get(behind.checked_sub(1)?).filter(|piece| at < piece.end())
    }

    /// The string with stretches shortened: for each folded piece the copies to leave out. Also where the stretch
    /// then begins and ends.
    pub(super) fn shortened(&self, left_out: &[usize]) -> (Vec<Symbol>, Vec<(usize, usize)>) {
        let (mut string, mut places) = (Vec::new(), Vec::new());
        let mut left_out = left_out.iter();
        for piece in &self.pieces {
            let start = string.len();
            let out = if piece.repeats() {
                left_out.next().map_or(0, |out| out * piece.period)
            } else {
                0
            };
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

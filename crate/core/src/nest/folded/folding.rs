//! Folding a string while it arrives.

use super::{Folded, Piece};
use crate::symbols::Symbol;

/// Symbols that are stored before the first look for a repetition: 16 MB. A loop is found if its body is at most an eighth
/// of what is stored by then. A smaller number would find inner loops instead of the one around them.
const FIRST_LOOK: usize = 1 << 22;

/// A stretch is folded if it holds its word at least this often.
const COPIES: usize = 4;

/// Takes a string in parts and [folds](Folded) it.
///
/// # Cost
/// O(1) amortised time a symbol. Memory for the symbols that do not repeat, and for a few bodies.
///
/// ```
/// use loopscope_core::nest::Folding;
/// use loopscope_core::symbols::Symbol;
/// let mut folding = Folding::looking_from(16);
/// let part = [0, 1, 2].map(Symbol).repeat(10);
/// (0..1000).for_each(|_| folding.push(&part));
/// let folded = folding.finish();
/// assert_eq!((folded.len(), folded.stored() < 100), (30_000, true));
/// assert_eq!(*folded.unfold(), [0, 1, 2].map(Symbol).repeat(10_000));
/// ```
#[derive(Debug)]
pub struct Folding {
    folded: Folded,
    /// Where the last piece, which is still open, begins in `stored`; it extends to the end.
    open: usize,
    /// How many symbols of the last piece have arrived, if it repeats.
    repeating: Option<usize>,
    first_look: usize,
    /// The length of the open piece at which to look for a repetition.
    next_look: usize,
}

impl Default for Folding {
    fn default() -> Self {
        Self::looking_from(FIRST_LOOK)
    }
}

impl Folding {
    /// Looks for repetitions when so many symbols have come that do not repeat, and again whenever that
    /// number has doubled.
    pub fn looking_from(symbols: usize) -> Self {
        let first_look = symbols.max(2 * COPIES);
        let (folded, open, repeating) = (Folded::default(), 0, None);
        Self { folded, open, repeating, first_look, next_look: first_look }
    }

    /// Appends symbols.
    pub fn push(&mut self, mut symbols: &[Symbol]) {
        while !symbols.is_empty() {
            let taken = match self.repeating {
                Some(len) => self.repeat(len, symbols),
                None => self.append(symbols),
            };
            symbols = &symbols[taken..];
        }
    }

    /// The whole string.
    pub fn finish(mut self) -> Folded {
        self.close();
        self.folded.stored.shrink_to_fit();
        self.folded
    }

    /// Continues the repeating word; returns how many of the symbols do.
    fn repeat(&mut self, len: usize, symbols: &[Symbol]) -> usize {
        let word = &self.folded.stored[self.open..];
        let (mut taken, mut at) = (0, len % word.len());
        loop {
            let (expected, found) = (&word[at..], &symbols[taken..]);
            let common = expected.len().min(found.len());
            let same = crate::nest::agreement(&expected[..common], &found[..common]);
            taken += same;
            at = 0;
            if same < common || taken == symbols.len() {
                break;
            }
        }
        self.repeating = Some(len + taken);
        if taken < symbols.len() {
            self.close();
        }
        taken
    }

    /// Stores symbols one by one, up to the next look.
    fn append(&mut self, symbols: &[Symbol]) -> usize {
        let room = self.next_look - (self.folded.stored.len() - self.open);
        let taken = room.min(symbols.len());
        let stored = &mut self.folded.stored;
        crate::nest::build::grow(stored, taken);
        stored.extend_from_slice(&symbols[..taken]);
        if taken == room {
            self.look();
        }
        taken
    }

    /// Checks whether the second half of the open piece repeats.
    fn look(&mut self) {
        let tail = &self.folded.stored[self.open..];
        let half = tail.len() / 2;
        let period = smallest_period(&tail[half..]);
        if period * COPIES > tail.len() - half {
            self.next_look = 2 * tail.len();
            return;
        }
        let before = (0..half).rev().take_while(|&at| tail[at] == tail[at + period]).count();
        let (start, len) = (half - before, tail.len() - half + before);
        let open = self.open;
        self.put(open, start, start);
        self.folded.stored.truncate(open + start + period);
        (self.open, self.repeating) = (open + start, Some(len));
    }

    /// Ends the open piece.
    fn close(&mut self) {
        let (at, period) = (self.open, self.folded.stored.len() - self.open);
        self.put(at, period, self.repeating.unwrap_or(period));
        self.open = self.folded.stored.len();
        (self.repeating, self.next_look) = (None, self.first_look);
    }

    fn put(&mut self, at: usize, period: usize, len: usize) {
        if len > 0 {
            self.folded.pieces.push(Piece { start: self.folded.len, len, at, period });
            self.folded.len += len;
        }
    }
}

/// The smallest period of a word, by the borders of its prefixes (Knuth, Morris and Pratt 1977). O(symbols).
fn smallest_period(word: &[Symbol]) -> usize {
    // The longest border of each prefix.
    let mut borders: Vec<u32> = Vec::with_capacity(word.len());
    let mut border = 0usize;
    for (at, symbol) in word.iter().enumerate() {
        if at > 0 {
            while border > 0 && word[border] != *symbol {
                border = borders[border - 1] as usize;
            }
            border += usize::from(word[border] == *symbol);
        }
        borders.push(border as u32);
    }
    word.len() - border
}

/// A string, and the same folded after it came in parts.
#[cfg(test)]
pub(in crate::nest) fn fold_in_parts(string: &[u32]) -> (Vec<Symbol>, Folded) {
    let string: Vec<Symbol> = string.iter().copied().map(Symbol).collect();
    let mut folding = Folding::looking_from(32);
    string.chunks(777).for_each(|part| folding.push(part));
    let folded = folding.finish();
    (string, folded)
}

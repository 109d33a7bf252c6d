//! Strings that can be read at any place, whether stored in full or folded.

use super::{Folded, Piece};
use crate::nest::stretch::Stretch;
use crate::symbols::Symbol;

/// A string as the search for long runs sees it.
pub(in crate::nest) trait Text {
    /// Number of symbols.
    fn len(&self) -> usize;

    /// The symbol at a position below the length.
    fn at(&self, position: usize) -> Symbol;

    /// The stretch around a position in which symbols at that distance are equal.
    fn around(&self, distance: usize, at: usize) -> Stretch;

    /// Calls with the symbols from one position to another, in parts.
    fn each(&self, from: usize, to: usize, take: impl FnMut(&[Symbol]));
}

impl Text for [Symbol] {
    #[inline]
    fn len(&self) -> usize {
        <[Symbol]>::len(self)
    }

    #[inline]
    fn at(&self, position: usize) -> Symbol {
        self[position]
    }

    fn around(&self, distance: usize, at: usize) -> Stretch {
        Stretch::around(self, distance, at)
    }

    #[inline]
    fn each(&self, from: usize, to: usize, mut take: impl FnMut(&[Symbol])) {
        take(&self[from..to]);
    }
}

/// A part of a folded string, as a string of its own.
#[derive(Clone, Copy, Debug)]
pub(in crate::nest) struct Window<'a> {
    folded: &'a Folded,
    from: usize,
    to: usize,
}

impl<'a> Window<'a> {
    pub(in crate::nest) fn new(folded: &'a Folded, from: usize, to: usize) -> Self {
        Window { folded, from, to }
    }

    /// How many symbols from two positions on are equal; the second is the later one.
    fn agreement(&self, one: usize, two: usize) -> usize {
        let longest = self.to - two;
        let mut same = 0;
        while same < longest {
            let Some((a, b)) = self.pieces(one + same, two + same) else { break };
            let (a_left, b_left) = (a.end() - (one + same), b.end() - (two + same));
            let common = a_left.min(b_left).min(longest - same);
            // Two words that repeat and agree on so many symbols agree on (Fine and Wilf 1965).
            let compared = common.min(a.period + b.period);
            let equal = |&at: &usize| self.symbol(one + at) == self.symbol(two + at);
            let agreed = (same..same + compared).take_while(equal).count();
            if agreed < compared {
                return same + agreed;
            }
            same += common;
        }
        same
    }

    /// The same for what stands before two positions.
    fn agreement_before(&self, one: usize, two: usize) -> usize {
        let longest = one - self.from;
        let mut same = 0;
        while same < longest {
            let Some((a, b)) = self.pieces(one - same - 1, two - same - 1) else { break };
            let (a_left, b_left) = (one - same - a.start, two - same - b.start);
            let common = a_left.min(b_left).min(longest - same);
            let compared = common.min(a.period + b.period);
            let equal = |&at: &usize| self.symbol(one - at - 1) == self.symbol(two - at - 1);
            let agreed = (same..same + compared).take_while(equal).count();
            if agreed < compared {
                return same + agreed;
            }
            same += common;
        }
        same
    }

    fn pieces(&self, one: usize, two: usize) -> Option<(Piece, Piece)> {
        Some((*self.folded.piece_at(one)?, *self.folded.piece_at(two)?))
    }

    fn symbol(&self, at: usize) -> Option<Symbol> {
        self.folded.rest_at(at).and_then(|(symbols, _)| symbols.first().copied())
    }
}

/// A stretch of the string that repeats, as long as it can be on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::nest) struct Stored {
    pub(in crate::nest) start: usize,
    pub(in crate::nest) end: usize,
    pub(in crate::nest) period: usize,
}

impl Folded {
    /// All stretches that are folded, by start.
    pub(in crate::nest) fn repeats(&self) -> Vec<Stored> {
        let whole = Window::new(self, 0, self.len);
        let folded = self.pieces.iter().filter(|piece| piece.repeats());
        let around = folded.map(|piece| {
            let stretch = whole.around(piece.period, piece.start);
            Stored { start: stretch.start(), end: stretch.end() + piece.period, period: piece.period }
        });
        around.collect()
    }
}

impl Text for Window<'_> {
    fn len(&self) -> usize {
        self.to - self.from
    }

    fn at(&self, position: usize) -> Symbol {
        self.symbol(self.from + position).unwrap_or_default()
    }

    fn around(&self, distance: usize, at: usize) -> Stretch {
        let one = self.from + at;
        let start = at - self.agreement_before(one, one + distance);
        Stretch::new(start, at + self.agreement(one, one + distance))
    }

    fn each(&self, from: usize, to: usize, take: impl FnMut(&[Symbol])) {
        self.folded.each(self.from + from, self.from + to, take);
    }
}

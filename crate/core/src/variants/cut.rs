//! A string cut before each occurrence of an anchor, and its different iterations.

use rustc_hash::FxHashMap;

use super::body::Body;
use super::counts::{self, Shapes};
use super::varied::{as_listed, in_order, Variants, MOST_VARIANTS};
use crate::nest::optimal;
use crate::symbols::Symbol;

/// The iterations between the occurrences of an anchor. The last one, behind which no other begins, is not known yet.
pub(super) struct Cut<'a> {
    string: &'a [Symbol],
    /// Where the iterations begin.
    starts: Vec<usize>,
}

/// The most variants of so many iterations.
fn most_variants(iterations: usize) -> usize {
    (iterations / 4).clamp(12, MOST_VARIANTS)
}

impl<'a> Cut<'a> {
    /// `None` if the anchor occurs less than twice. O(string).
    pub(super) fn new(string: &'a [Symbol], anchor: Symbol) -> Option<Self> {
        let starts = string.iter().enumerate().filter(|(_, &symbol)| symbol == anchor);
        let starts: Vec<usize> = starts.map(|(at, _)| at).collect();
        (starts.len() > 1).then_some(Cut { string, starts })
    }

    fn blocks(&self) -> impl Iterator<Item = &'a [Symbol]> + '_ {
        let stretch = |pair: &[usize]| self.string.get(*pair.first()?..*pair.last()?);
        self.starts.windows(2).map(move |pair| stretch(pair).unwrap_or_default())
    }

    /// What is left from the last occurrence on.
    fn rest(&self) -> &'a [Symbol] {
        self.starts.last().and_then(|&start| self.string.get(start..)).unwrap_or_default()
    }

    fn before(&self) -> &'a [Symbol] {
        self.starts.first().and_then(|&start| self.string.get(..start)).unwrap_or_default()
    }

    /// The variants whose strings are equal. `None` if there are too many. O(string).
    pub(super) fn exact(&self) -> Option<Variants> {
        let mut numbers: FxHashMap<&[Symbol], u32> = FxHashMap::default();
        let mut distinct: Vec<&[Symbol]> = Vec::new();
        let mut which: Vec<u32> = Vec::with_capacity(self.starts.len());
        let most = most_variants(self.starts.len());
        for block in self.blocks() {
            let next = distinct.len() as u32;
            let number = *numbers.entry(block).or_insert(next);
            if number == next {
                distinct.push(block);
            }
            if distinct.len() > most {
                return None;
            }
            which.push(number);
        }
        let last = longest_beginning(&distinct, self.rest());
        let after = match last {
            None => self.rest(),
            Some(number) => {
                which.push(number as u32);
                let length = distinct.get(number).map_or(0, |block| block.len());
                self.rest().get(length..).unwrap_or_default()
            }
        };
        let bodies: Option<Vec<Body>> = distinct.iter().map(|block| Some(Body::plain(optimal(block).ok()?))).collect();
        self.finish(bodies?, &which, after)
    }

    /// The variants whose nests are equal but for counts; `None` if there are too many, or if no counts vary. `room` is how
    /// many symbols may be searched for nests, and is used up. O(string), and the nests of different iterations.
    pub(super) fn without_counts(&self, room: &mut usize) -> Option<Variants> {
        let most = most_variants(self.starts.len());
        let mut shapes = Shapes::default();
        for block in self.blocks() {
            shapes.add(block, room)?;
            if shapes.len() > most {
                return None;
            }
        }
        let rest = self.rest();
        let after = match shapes.longest_beginning(rest) {
            None => rest,
            Some(length) => {
                let (own, after) = rest.split_at_checked(length)?;
                shapes.add(own, room)?;
                after
            }
        };
        let counts::Counted { bodies, which } = shapes.finish()?;
        self.finish(bodies, &which, after)
    }

    /// Brings the variants into the order in which they are listed.
    fn finish(&self, bodies: Vec<Body>, which: &[u32], after: &[Symbol]) -> Option<Variants> {
        let (order, which) = as_listed(which, bodies.len());
        Some(Variants {
            before: optimal(self.before()).ok()?,
            bodies: in_order(bodies, &order)?,
            which: optimal(&which).ok()?,
            after: optimal(after).ok()?,
        })
    }
}

/// The longest of some strings that another one begins with.
fn longest_beginning(blocks: &[&[Symbol]], rest: &[Symbol]) -> Option<usize> {
    let mut best: Option<(usize, usize)> = None;
    for (number, block) in blocks.iter().enumerate() {
        if rest.starts_with(block) && best.is_none_or(|(_, length)| block.len() > length) {
            best = Some((number, block.len()));
        }
    }
    best.map(|(number, _)| number)
}

//! In which stretch a variant differs from the one that it is most like.

use crate::nest::{optimal, Stats};
use crate::small_sort::SmallSort;
use crate::symbols::Symbol;

/// How a variant comes from an earlier one in the list: its symbols `from..to` are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The earlier variant.
    pub(super) like: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    /// What stands there instead.
    pub(super) put: Vec<Symbol>,
}

/// For each variant but the first the step that replaces and puts the fewest symbols, of equal ones that from the earliest
/// variant. O(variants^2), and the symbols that each two have in common.
pub(super) fn steps(strings: &[Vec<Symbol>]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (number, own) in strings.iter().enumerate().skip(1) {
        let mut best: Option<(usize, (usize, usize, usize))> = None;
        for (like, other) in strings.iter().enumerate().take(number) {
            let (from, end) = in_common(own, other);
            let cost = own.len() + other.len() - 2 * (from + end);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, (like, from, end)));
            }
        }
        let Some((_, (like, from, end))) = best else { continue };
        let to = strings.get(like).map_or(0, Vec::len) - end;
        let put = own.get(from..own.len() - end).unwrap_or_default().to_vec();
        steps.push(Step { like, from, to, put });
    }
    steps
}

/// How many symbols two strings have in common at the beginning, and then at the end. O(these).
pub(super) fn in_common(own: &[Symbol], other: &[Symbol]) -> (usize, usize) {
    let same = |(a, b): &(&Symbol, &Symbol)| a == b;
    let from = own.iter().zip(other).take_while(same).count();
    let most = own.len().min(other.len()) - from;
    let end = own.iter().rev().zip(other.iter().rev()).take(most).take_while(same).count();
    (from, end)
}

/// Items of the nest of a string on all levels; as many as it has symbols if it is too long for one.
pub(super) fn items(string: &[Symbol]) -> u64 {
    optimal(string).map_or(string.len() as u64, |nest| Stats::new(&nest).total)
}

/// Variants that have most in common.
pub(super) struct Family {
    /// The variant that the others are written as changes of.
    pub(super) root: usize,
    /// All its members with their changes, ascending.
    pub(super) edits: Vec<(usize, Edits)>,
}

/// Changes of a string, ascending; no two touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Edits(Vec<Edit>);

/// What stands instead of the symbols `start..end`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Edit {
    start: usize,
    end: usize,
    put: Vec<Symbol>,
}

/// The families of variants, by their roots. A variant begins one of its own if more than half of it is not in the one that
/// it is most like.
pub(super) fn families(strings: &[Vec<Symbol>]) -> Vec<Family> {
    let mut families = vec![Family { root: 0, edits: vec![(0, Edits::default())] }];
    for (number, step) in steps(strings).into_iter().enumerate() {
        let (number, own) = (number + 1, strings.get(number + 1).map_or(0, Vec::len));
        let known = families.iter_mut().find_map(|family| {
            let edits = family.edits.iter().find(|(member, _)| *member == step.like)?;
            let edits = edits.1.clone();
            Some((family, edits))
        });
        match known {
            Some((family, edits)) if 2 * step.put.len() <= own => {
                family.edits.push((number, edits.and(&step)));
            }
            _ => families.push(Family { root: number, edits: vec![(number, Edits::default())] }),
        }
    }
    families
}

impl Family {
    pub(super) fn members(&self) -> Vec<usize> {
        self.edits.iter().map(|(member, _)| *member).collect()
    }

    /// The stretches of the root that some member changes; those that touch are one.
    pub(super) fn stretches(&self) -> Vec<(usize, usize)> {
        let all = self.edits.iter().flat_map(|(_, edits)| &edits.0);
        let mut all: Vec<(usize, usize)> = all.map(|edit| (edit.start, edit.end)).collect();
        all.sort_small();
        let mut stretches: Vec<(usize, usize)> = Vec::new();
        for (start, end) in all {
            match stretches.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => stretches.push((start, end)),
            }
        }
        stretches
    }
}

impl Edits {
    /// These changes, and then a step from their result.
    fn and(&self, step: &Step) -> Self {
        let mut edits = Vec::new();
        let mut after = Vec::new();
        // What the step changes, in the original string, and what is left of other changes there.
        let mut own = Edit { start: usize::MAX, end: 0, put: Vec::new() };
        let mut tail = Vec::new();
        // How much longer the result is than the original, up to the change at hand, and up to both ends of the step.
        let (mut longer, mut at_start, mut at_end) = (0isize, 0isize, 0isize);
        for edit in &self.0 {
            let start = edit.start.saturating_add_signed(longer);
            let end = start + edit.put.len();
            longer += edit.put.len() as isize - (edit.end - edit.start) as isize;
            if end < step.from {
                (at_start, at_end) = (longer, longer);
                edits.push(edit.clone());
            } else if start > step.to {
                after.push(edit.clone());
            } else {
                at_end = longer;
                own.start = own.start.min(edit.start);
                own.end = own.end.max(edit.end);
                let before = step.from.saturating_sub(start);
                own.put.extend(edit.put.iter().take(before));
                tail = edit.put.iter().skip(step.to.saturating_sub(start)).copied().collect();
            }
        }
        own.start = own.start.min(step.from.saturating_add_signed(-at_start));
        own.end = own.end.max(step.to.saturating_add_signed(-at_end));
        own.put.extend(&step.put);
        own.put.extend(tail);
        edits.push(own);
        edits.extend(after);
        Self(edits)
    }

    /// What stands in a stretch of the root that no change crosses the ends of.
    pub(super) fn within(&self, root: &[Symbol], start: usize, end: usize) -> Vec<Symbol> {
        let mut found = Vec::new();
        let mut at = start;
        for edit in self.0.iter().filter(|edit| start <= edit.start && edit.end <= end) {
            found.extend(root.get(at..edit.start).unwrap_or_default());
            found.extend(&edit.put);
            at = edit.end;
        }
        found.extend(root.get(at..end).unwrap_or_default());
        found
    }
}

#[cfg(test)]
impl Edits {
    /// The whole string with its changes.
    pub(super) fn apply(&self, root: &[Symbol]) -> Vec<Symbol> {
        self.within(root, 0, root.len())
    }
}

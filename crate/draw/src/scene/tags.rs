//! Which tag has which colour.
//!
//! Six hues can be told apart even by readers with colour vision deficiency, so there are six slots, and slot 0 for all
//! other tags. Programs that number their tags (BT uses 2000 + the partner's rank, 96 tags) would have most tags in slot
//! 0, so neighbouring tags are joined into families first. The slots belong to the trace: a tag has the same colour in
//! every picture of it.

use loopscope_core::small_sort::SmallSort;
use std::collections::BTreeMap;

use super::Ink;

/// How many tags have a colour of their own.
pub const SLOTS: usize = 6;

/// A tag or a family of tags, and its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagFamily {
    /// The smallest of its tags in the trace.
    pub first: i64,
    /// The largest one.
    pub last: i64,
    /// Messages with one of its tags.
    pub count: u64,
    /// 1 to 6, or 0 without a colour of its own.
    pub slot: u8,
}

impl TagFamily {
    /// Its name in a legend: `2`, or `2000 to 2015`.
    pub fn label(&self) -> String {
        if self.first == self.last {
            self.first.to_string()
        } else {
            format!("{} to {}", self.first, self.last)
        }
    }
}

/// The colours of a trace's tags.
///
/// ```
/// use loopscope_draw::scene::tags::TagSlots;
/// let slots = TagSlots::new([(2, 100), (1, 70)]);
/// assert_eq!((slots.slot(1), slots.slot(2), slots.slot(3)), (1, 2, 0));
/// // 96 tags become six families.
/// let many = (0..96).map(|k| (2000 + 1000 * (k / 16) + k % 16, 1));
/// let slots = TagSlots::new(many);
/// assert_eq!((slots.slot(2007), slots.slot(7015)), (1, 6));
/// assert_eq!(slots.legend()[0], ("2000 to 2015".to_owned(), 1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagSlots {
    /// Ascending; no two overlap.
    families: Vec<TagFamily>,
    /// Labels of tuples, ascending, in a trace without tags.
    labels: Vec<(Box<str>, u8)>,
}

impl TagSlots {
    /// Assigns slots to the tags of a trace, each given with its number of messages. The counts of a tag that comes
    /// several times are added. O(tags log tags).
    pub fn new(tags: impl IntoIterator<Item = (i64, u64)>) -> Self {
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        for (tag, count) in tags {
            let sum = counts.entry(tag).or_default();
            *sum = sum.saturating_add(count);
        }
        let mut families = families_of(&counts, 1);
        if families.len() > SLOTS {
            // The narrowest families of which there are at most six; else as few as possible, but several. If all
            // tags are one family, each remains its own.
            let narrow = [10, 100, 1_000, 10_000, 100_000].into_iter();
            let folds = || narrow.clone().map(|size| families_of(&counts, size));
            let several = || folds().filter(|fold| fold.len() > 1);
            let best = several().find(|fold| fold.len() <= SLOTS);
            let fewest = || several().min_by_key(|fold| fold.len());
            families = best.or_else(fewest).unwrap_or(families);
        }
        let mut frequent: Vec<(std::cmp::Reverse<u64>, i64)> =
            families.iter().map(|family| (std::cmp::Reverse(family.count), family.first)).collect();
        frequent.sort_small();
        frequent.truncate(SLOTS);
        let mut slot = 0;
        for family in &mut families {
            if frequent.iter().any(|&(_, first)| first == family.first) {
                slot += 1;
                family.slot = slot;
            }
        }
        Self { families, labels: Vec::new() }
    }

    /// Assigns slots to the labels of tuples, each given with its number of tuples: the six most frequent ones get one.
    /// A single label needs no colour.
    pub fn of_labels<'a>(labels: impl IntoIterator<Item = (&'a str, u64)>) -> Self {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for (label, count) in labels {
            let sum = counts.entry(label).or_default();
            *sum = sum.saturating_add(count);
        }
        if counts.len() < 2 {
            return Self::default();
        }
        let named = counts.iter().filter(|(label, _)| !label.is_empty());
        let mut frequent: Vec<_> = named.map(|(&label, &n)| (std::cmp::Reverse(n), label)).collect();
        frequent.sort_small();
        frequent.truncate(SLOTS);
        let mut kept: Vec<&str> = frequent.into_iter().map(|(_, label)| label).collect();
        kept.sort_small();
        let slot = |(place, label): (usize, &str)| (label.into(), place as u8 + 1);
        Self { families: Vec::new(), labels: kept.into_iter().enumerate().map(slot).collect() }
    }

    /// The ink of tuples with a label.
    pub fn ink_of(&self, label: &str) -> Ink {
        let at = self.labels.binary_search_by_key(&label, |(known, _)| known);
        at.ok().and_then(|at| self.labels.get(at)).map_or(Ink::Text2, |&(_, slot)| Ink::Tag(slot))
    }

    /// The slot of a tag: 1 to 6, or 0.
    pub fn slot(&self, tag: i64) -> u8 {
        let at = self.families.partition_point(|family| family.last < tag);
        self.families.get(at).filter(|family| family.first <= tag).map_or(0, |family| family.slot)
    }

    /// Whether the trace has neither tags nor labels: events are then drawn in the ink of text.
    pub fn is_empty(&self) -> bool {
        self.families.is_empty() && self.labels.is_empty()
    }

    /// All families, ascending by tag.
    pub fn families(&self) -> &[TagFamily] {
        &self.families
    }

    /// The entries of a legend: labels and slots, ascending by tag, and `other` for the rest.
    pub fn legend(&self) -> Vec<(String, u8)> {
        let coloured = self.families.iter().filter(|family| family.slot > 0);
        let mut legend: Vec<(String, u8)> = coloured.map(|family| (family.label(), family.slot)).collect();
        let mut rest = self.families.iter().filter(|family| family.slot == 0);
        match (rest.next(), rest.next()) {
            (Some(one), None) => legend.push((one.label(), 0)),
            (Some(_), Some(_)) => legend.push(("other".to_owned(), 0)),
            (None, _) => {}
        }
        legend.extend(self.labels.iter().map(|(label, slot)| (label.to_string(), *slot)));
        legend
    }
}

/// Families of the tags that are equal when divided by `size`.
fn families_of(counts: &BTreeMap<i64, u64>, size: i64) -> Vec<TagFamily> {
    let mut families: Vec<TagFamily> = Vec::new();
    for (&tag, &count) in counts {
        match families.last_mut() {
            Some(family) if family.first.div_euclid(size) == tag.div_euclid(size) => {
                family.last = tag;
                family.count = family.count.saturating_add(count);
            }
            _ => families.push(TagFamily { first: tag, last: tag, count, slot: 0 }),
        }
    }
    families
}

#[cfg(test)]
mod tests;

//! Which tag has which colour.
//!
//! Six hues can be told apart, also by people who see fewer colours, so six slots there are, and
//! slot 0 for the rest. Programs that count tags up (BT: 2000 + the partner's number, 96 tags)
//! would be all rest; their tags are folded into families of neighbouring numbers first.
//! The slots belong to the trace, so a tag has the same colour in every picture of it.

use loopscope_core::small_sort::SmallSort;
use std::collections::BTreeMap;

use super::Ink;

/// How many tags have a colour of their own.
pub const SLOTS: usize = 6;

/// A tag or a family of tags, and its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagFamily {
    /// The smallest tag in it that the trace has.
    pub first: i64,
    /// The largest.
    pub last: i64,
    /// Messages that carry one of its tags.
    pub count: u64,
    /// 1 to 6, or 0 for what has no colour of its own.
    pub slot: u8,
}

impl TagFamily {
    /// What a legend calls it: `2`, or `2000 to 2015`.
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
    /// Labels of tuples, ascending; of a trace without tags.
    labels: Vec<(Box<str>, u8)>,
}

impl TagSlots {
    /// Gives slots to the tags of a trace, each with the number of messages that carry it. A tag
    /// may come more than once; its counts add up. O(tags log tags).
    pub fn new(tags: impl IntoIterator<Item = (i64, u64)>) -> TagSlots {
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        for (tag, count) in tags {
            let sum = counts.entry(tag).or_default();
            *sum = sum.saturating_add(count);
        }
        let mut families = folded(&counts, 1);
        if families.len() > SLOTS {
            // The narrowest families that leave no more than six; else the fewest that are more
            // than one. If all tags fall into one, they stand for themselves.
            let narrow = [10, 100, 1_000, 10_000, 100_000].into_iter();
            let folds = || narrow.clone().map(|size| folded(&counts, size));
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
        TagSlots { families, labels: Vec::new() }
    }

    /// Gives slots to the labels of tuples, each with the tuples that carry it: to the six of most
    /// tuples. A single label tells nothing apart and has none.
    pub fn of_labels<'a>(labels: impl IntoIterator<Item = (&'a str, u64)>) -> TagSlots {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for (label, count) in labels {
            let sum = counts.entry(label).or_default();
            *sum = sum.saturating_add(count);
        }
        if counts.len() < 2 {
            return TagSlots::default();
        }
        let named = counts.iter().filter(|(label, _)| !label.is_empty());
        let mut frequent: Vec<_> =
            named.map(|(&label, &n)| (std::cmp::Reverse(n), label)).collect();
        frequent.sort_small();
        frequent.truncate(SLOTS);
        let mut kept: Vec<&str> = frequent.into_iter().map(|(_, label)| label).collect();
        kept.sort_small();
        let slot = |(place, label): (usize, &str)| (label.into(), place as u8 + 1);
        TagSlots { families: Vec::new(), labels: kept.into_iter().enumerate().map(slot).collect() }
    }

    /// The ink of tuples with that label.
    pub fn ink_of(&self, label: &str) -> Ink {
        let at = self.labels.binary_search_by_key(&label, |(known, _)| known);
        at.ok().and_then(|at| self.labels.get(at)).map_or(Ink::Text2, |&(_, slot)| Ink::Tag(slot))
    }

    /// The slot of a tag: 1 to 6, or 0.
    pub fn slot(&self, tag: i64) -> u8 {
        let at = self.families.partition_point(|family| family.last < tag);
        self.families.get(at).filter(|family| family.first <= tag).map_or(0, |family| family.slot)
    }

    /// Whether the trace has no tags: events are then drawn in ink.
    pub fn is_empty(&self) -> bool {
        self.families.is_empty() && self.labels.is_empty()
    }

    /// All families, ascending by tag.
    pub fn families(&self) -> &[TagFamily] {
        &self.families
    }

    /// What a legend lists: labels and slots, ascending by tag, and `other` for the rest.
    pub fn legend(&self) -> Vec<(String, u8)> {
        let coloured = self.families.iter().filter(|family| family.slot > 0);
        let mut legend: Vec<(String, u8)> =
            coloured.map(|family| (family.label(), family.slot)).collect();
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

/// The tags in families that share their number divided by `size`.
fn folded(counts: &BTreeMap<i64, u64>, size: i64) -> Vec<TagFamily> {
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
mod tests {
    use super::*;

    #[test]
    fn the_six_most_frequent_tags_have_colours_in_ascending_order() {
        // Seven tags that no family joins: the rarest, and of equals the last, goes without.
        let slots = TagSlots::new((0..7).map(|k| (k * 100_000, 10)).chain([(0, 5)]));
        let given: Vec<u8> = (0..7).map(|k| slots.slot(k * 100_000)).collect();
        assert_eq!(given, [1, 2, 3, 4, 5, 6, 0]);
        assert_eq!(slots.legend().last(), Some(&("600000".to_owned(), 0)));
        let slots = TagSlots::new((0..8).map(|k| (k * 100_000, 10 + k as u64)));
        let given: Vec<u8> = (0..8).map(|k| slots.slot(k * 100_000)).collect();
        assert_eq!(given, [0, 0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(slots.legend().last(), Some(&("other".to_owned(), 0)));
    }

    #[test]
    fn tags_that_are_all_neighbours_stand_for_themselves() {
        let slots = TagSlots::new((0..9).map(|tag| (tag, 9 - tag as u64)));
        assert_eq!((slots.slot(0), slots.slot(5), slots.slot(6)), (1, 6, 0));
    }

    #[test]
    fn seven_families_are_better_than_many_tags() {
        // One of ten thousand would be all of them.
        let many = (0..96).map(|k| (2000 + 1000 * (k / 16) + k % 16, 1));
        let slots = TagSlots::new(many.chain([(0, 500)]));
        assert_eq!((slots.slot(0), slots.slot(2003), slots.slot(6015)), (1, 2, 6));
        assert_eq!(slots.slot(7001), 0);
        assert_eq!(slots.families().len(), 7);
    }

    #[test]
    fn negative_and_missing_tags() {
        let slots = TagSlots::new([(-5, 1), (i64::MAX, 2), (i64::MIN, 3)]);
        assert_eq!((slots.slot(i64::MIN), slots.slot(-5), slots.slot(i64::MAX)), (1, 2, 3));
        assert_eq!(slots.slot(0), 0);
        assert!(TagSlots::new([]).is_empty());
        assert_eq!(TagSlots::default().slot(3), 0);
    }
}

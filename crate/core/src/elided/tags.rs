//! Tags that count the steps of a program.

use rustc_hash::FxHashMap;

use super::LONGEST;
use crate::small_sort::SmallSort;
use crate::trace::{Kind, Process, StepTags, Table, View};

/// The fewest different tags that count, on each channel that most of them are on.
const FEWEST: usize = 8;
/// The farthest that a tag may be from the next of its range.
const FARTHEST: i64 = 1000;
/// The most messages of one step on a channel.
const MOST_MESSAGES: usize = 16;
/// The most tags within a range that do not count.
const MOST_EXCEPT: usize = 16;
/// One in so many messages at least has a tag that counts.
const SHARE: usize = 10;

/// Whether some tags of a process may count, from the number of messages that it sends to each partner with each tag: few with many of
/// them. O(channels), and in the main part of the engine.
pub fn may_count(sent: &[u64]) -> bool {
    sent.iter().filter(|&&messages| messages <= sent.len() as u64).count() >= FEWEST
}

/// Finds tags that count: a send with tag 1000 in the first step, 1001 in the second, and so on. Processes are read one by
/// one.
///
/// Tags of a range count if on every channel, from one process to another, messages with them are received in the order in which they are sent,
/// and tags only rise, or only fall. Then a message is matched with the same receive whether tags are compared or not, and they
/// tell nothing but the step. Where several messages of a step have tags of their own, those `apart` tags stay different.
///
/// O(messages) time and memory; above [`LONGEST`] messages none is found.
#[derive(Debug)]
pub struct StepTagSearch {
    /// The first and last tags of the ranges of candidates.
    ranges: Vec<(i64, i64)>,
    channels: FxHashMap<(u32, u32), Ends>,
    messages: usize,
    kept: u64,
}

/// The tags of a channel that are candidates, in the order of the events.
#[derive(Debug, Default)]
struct Ends {
    sent: Vec<i64>,
    received: Vec<i64>,
}

impl StepTagSearch {
    /// A search among the tags of messages that are sent; `None` if too few lie near each other to count. O(records).
    #[inline(never)] // of a part that most traces do not need
    pub fn new(table: &Table) -> Option<Self> {
        let sends = table.records().iter().filter(|record| record.kind == Kind::Send);
        let mut tags: Vec<i64> = sends.filter_map(|record| record.tag).collect();
        tags.sort_small();
        tags.dedup();
        let near = |a: &i64, b: &i64| b.checked_sub(*a).is_some_and(|gap| gap <= FARTHEST);
        let ranges = tags.chunk_by(near).filter(|tags| tags.len() >= FEWEST);
        let ranges: Vec<(i64, i64)> = ranges.filter_map(|tags| Some((*tags.first()?, *tags.last()?))).collect();
        let channels = FxHashMap::default();
        (!ranges.is_empty()).then_some(Self { ranges, channels, messages: 0, kept: 0 })
    }

    /// Reads the messages of a process. O(events).
    #[inline(never)] // of a part that most traces do not need
    pub fn process(&mut self, process: &Process, table: &Table) {
        let Some(events) = process.events(View::Communication) else { return };
        for id in events {
            let record = table.record(id);
            let (Some(peer), Some(tag)) = (record.peer, record.tag) else { continue };
            let is_send = match record.kind {
                Kind::Send => true,
                Kind::Recv => false,
                _ => continue,
            };
            self.messages += usize::from(is_send);
            let holds = |range: &&(i64, i64)| (range.0..=range.1).contains(&tag);
            if self.kept > LONGEST || self.ranges.iter().find(holds).is_none() {
                continue;
            }
            self.kept += 1;
            let own = process.id.0;
            let channel = if is_send { (own, peer) } else { (peer, own) };
            let ends = self.channels.entry(channel).or_default();
            if is_send { &mut ends.sent } else { &mut ends.received }.push(tag);
        }
    }

    /// The tags that count, ascending.
    #[inline(never)]
    pub fn finish(self) -> Vec<StepTags> {
        if self.kept > LONGEST {
            return Vec::new();
        }
        self.ranges.iter().filter_map(|range| self.counted(*range)).collect()
    }

    /// The tags of a range, if they count.
    fn counted(&self, range: (i64, i64)) -> Option<StepTags> {
        let mut except: Vec<i64> = Vec::new();
        let channels = loop {
            let takes = |tag: &i64| (range.0..=range.1).contains(tag) && !except.contains(tag);
            let only = |tags: &[i64]| tags.iter().copied().filter(takes).collect::<Vec<i64>>();
            let ends = self.channels.values();
            let channels: Vec<Ends> =
                ends.map(|ends| Ends { sent: only(&ends.sent), received: only(&ends.received) }).collect();
            // What returns most often belongs to all steps; what counts, to one.
            let returns = returns(&channels);
            let each = || returns.chunk_by(|a, b| a == b);
            let Some(most) = each().map(<[i64]>::len).max() else { break channels };
            except.extend(each().filter(|tag| tag.len() * 2 > most).filter_map(|tag| tag.first()));
            if except.len() > MOST_EXCEPT {
                return None;
            }
        };
        except.sort_small();
        let mut apart = (1..=MOST_MESSAGES).map(|messages| difference(&channels, messages));
        let apart = apart.find(|&apart| only_count(&channels, apart))?;
        // Of a tag that is alone on its channel nothing shows that it counts.
        let many = channels.iter().filter(|ends| changes(&ends.sent) + 1 >= FEWEST);
        let tags = many.flat_map(|ends| ends.sent.iter().copied());
        let (first, last) = (tags.clone().min()?, tags.clone().max()?);
        let all = channels.iter().flat_map(|ends| &ends.sent);
        let all = all.filter(|tag| (first..=last).contains(*tag)).count();
        if tags.count() * 2 < all || all * SHARE < self.messages {
            return None;
        }
        except.retain(|tag| (first..=last).contains(tag));
        Some(StepTags { first, last, apart, except })
    }
}

/// How often the tag is another one than that of the message before.
fn changes(tags: &[i64]) -> usize {
    tags.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// Each tag as often as it returns after others of its channel, ascending.
fn returns(channels: &[Ends]) -> Vec<i64> {
    let mut returns = Vec::new();
    for Ends { sent, .. } in channels {
        let mut runs: Vec<i64> = sent.chunk_by(|a, b| a == b).filter_map(|run| run.first().copied()).collect();
        runs.sort_small();
        returns.extend(runs.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]));
    }
    returns.sort_small();
    returns
}

/// The greatest common divisor of the differences between tags so many messages from each other on a channel; 0 if there are none.
fn difference(channels: &[Ends], messages: usize) -> i64 {
    let pairs = channels.iter().flat_map(|ends| ends.sent.iter().zip(ends.sent.iter().skip(messages)));
    let differences = pairs.map(|(tag, later)| later.abs_diff(*tag));
    let divisor = differences.fold(0u64, |a, b| {
        let (mut a, mut b) = (a, b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    i64::try_from(divisor).unwrap_or(0)
}

/// Whether tags so far apart rise, or all fall, on each channel, and are received in the order in which they are sent. A channel of
/// which the trace has one end has no order to keep.
fn only_count(channels: &[Ends], apart: i64) -> bool {
    if apart < 1 {
        return false;
    }
    let (mut rises, mut falls) = (true, true);
    for Ends { sent, received } in channels {
        let own = by_class(if sent.is_empty() { received } else { sent }, apart);
        for pair in own.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            rises &= pair[0].2 <= pair[1].2;
            falls &= pair[0].2 >= pair[1].2;
        }
        let one_end = sent.is_empty() || received.is_empty();
        if !(rises || falls) || !(one_end || own == by_class(received, apart)) {
            return false;
        }
    }
    true
}

/// What is left of each tag, its place among those of which the same is left, and the tag; ascending.
fn by_class(tags: &[i64], apart: i64) -> Vec<(i64, usize, i64)> {
    let classes = tags.iter().enumerate().map(|(at, &tag)| (tag.rem_euclid(apart), at, tag));
    let mut classes: Vec<(i64, usize, i64)> = classes.collect();
    classes.sort_small();
    for of_one in classes.chunk_by_mut(|a, b| a.0 == b.0) {
        of_one.iter_mut().enumerate().for_each(|(place, tag)| tag.1 = place);
    }
    classes
}

//! The iterations of a loop for the page: which stand out and why, and the rows of a chart.

use std::sync::Arc;

use loopscope_core::durations::{Compared, Iteration, Iterations, Outliers, Usual, FEWEST_COMPARED};
use loopscope_core::numbers::{duration, thousands, times};
use loopscope_formats::notes::Note;

use super::builder::{Measured, Prepared};
use super::groups;
use super::rows::{Row, Rows};
use super::sizes::Sizes;
use super::summary::number;
use crate::error_note;
use crate::view::sentence::Sentence;
use crate::wire::{IterationPlace, IterationsSummary, OutlierIteration, SentencePart};

/// Iterations that stand out and are listed.
const MOST_OUTLIERS: usize = 1_000;
/// The longest iterations that are listed, whether they stand out or not.
const LONGEST: usize = 5;

/// The note for a number that names no loop.
pub(crate) fn error_of_loop(id: u32) -> Note {
    error_note(
        "",
        "there is no such loop".to_owned(),
        format!("L{id}"),
        "a loop of the model".to_owned(),
        "choose one of the list".to_owned(),
    )
}

/// Where the iterations of loops that are listed together stand, in their order; nothing of a single loop. O(items of
/// the processes before the first that has some + places).
pub(super) fn places_of(rows: &Rows, together: &[u32]) -> Vec<IterationPlace> {
    let entries = rows.trees.iter().map(|tree| tree.entries(together));
    let entries = entries.filter(|_| !together.is_empty()).find(|entries| !entries.is_empty());
    let mut passed = vec![0.0; together.len()];
    let mut from = 0.0;
    let place = |(id, count): (u32, u64)| {
        let at = together.binary_search(&id).ok()?;
        let passed = passed.get_mut(at)?;
        let place = IterationPlace { id, from, end: from + count as f64, first: *passed };
        (from, *passed) = (place.end, *passed + count as f64);
        Some(place)
    };
    entries.unwrap_or_default().into_iter().filter_map(place).collect()
}

/// The iterations that sums recorded of a loop, of the processes that run it.
pub(super) fn iterations_of(count: u64, lists: Vec<Vec<Iteration>>) -> Iterations {
    let lists = lists.into_iter().enumerate().filter(|(_, list)| !list.is_empty());
    let processes = lists.map(|(place, list)| (place as u32, list)).collect();
    Iterations { processes, count }
}

/// The iterations of a loop on all its processes.
#[derive(Debug)]
pub(crate) struct IterationList {
    pub(super) prepared: Arc<Prepared>,
    pub(crate) row: Row,
    /// What one of them does; empty where that is not known.
    words: String,
    pub(super) iterations: Iterations,
    outliers: Outliers,
    /// Whether an iteration stands out.
    pub(super) is_outlier: Vec<bool>,
    /// What is usual on each process of `iterations`: in its iterations of each number, or in all. Not where neighbours are compared.
    usual: Vec<Vec<Usual>>,
    sizes: Sizes,
    /// Where the iterations stand: of the loop, or of several that do the same.
    pub(super) places: Vec<IterationPlace>,
}

impl IterationList {
    /// Takes the iterations of a loop from sums that recorded them.
    ///
    /// # Errors
    /// There is no such loop.
    pub(crate) fn new(measured: Measured, id: u32) -> Result<Self, Note> {
        let rows = &measured.prepared.rows;
        let together = rows.together(id);
        let of = together.first().copied().unwrap_or(id);
        let mut row = measured.listed(of).ok_or_else(|| error_of_loop(id))?;
        let places = places_of(rows, together);
        if let Some(last) = places.last() {
            let all = last.end as u64;
            row.words.often = times(all);
            (row.count, row.entered) = (all, 1);
        }
        let process = row.words.process;
        let words = row.words.with_times(&|id| measured.computes(id, row.id, process));
        let Measured { prepared, sums, .. } = measured;
        let iterations = iterations_of(row.count, sums.iterations);
        let outliers = if prepared.is_timed() { iterations.outliers() } else { Outliers::default() };
        let mut is_outlier = vec![false; iterations.len()];
        for &at in &outliers.indices {
            if let Some(is_outlier) = is_outlier.get_mut(at) {
                *is_outlier = true;
            }
        }
        let sizes = Sizes::new(&iterations);
        let usual = Vec::new();
        let mut list = Self { prepared, row, words, iterations, outliers, is_outlier, usual, sizes, places };
        if list.prepared.is_timed() && !list.outliers.by_neighbours {
            let usual = |(_, of): &(u32, Vec<Iteration>)| {
                let numbers = 0..list.compared(0).every;
                numbers.map(|at| list.compared(at).usual(of)).collect()
            };
            list.usual = list.iterations.processes.iter().map(usual).collect();
        }
        Ok(list)
    }

    /// With which others an iteration is compared.
    pub(super) fn compared(&self, index: u64) -> Compared {
        let every = if self.by_number() { self.row.count } else { 1 };
        let near = self.outliers.by_neighbours;
        Compared { row: self.row.id, index, every, near, iterations: self.iterations.len() as u64 }
    }

    /// Each process with what it does in an iteration and what is usual then. O(processes).
    pub(super) fn beside_usual(&self, at: usize) -> impl Iterator<Item = (u32, &Iteration, Usual)> {
        let processes = self.iterations.processes.iter().enumerate();
        processes.filter_map(move |(index, (place, list))| {
            let own = list.get(at)?;
            if self.outliers.by_neighbours {
                return Some((*place, own, self.compared(at as u64).usual(list)));
            }
            let usual = self.usual.get(index)?;
            Some((*place, own, *usual.get(at.checked_rem(usual.len())?)?))
        })
    }

    /// The summary for the page.
    pub(crate) fn summary(&self) -> IterationsSummary {
        let Outliers { indices, short, spread, .. } = &self.outliers;
        let outliers = indices.iter().take(MOST_OUTLIERS).filter_map(|&at| self.long(at));
        let longest = match self.prepared.is_timed() {
            true => self.longest_first(),
            false => Vec::new(),
        };
        let places = self.iterations.processes.iter().map(|(place, _)| *place as usize);
        let groupings = match self.prepared.is_timed() {
            true => self.iterations.groupings(),
            false => Vec::new(),
        };
        let (groupings, suggested, in_groups) =
            groups::of(&groupings, spread, self.iterations.len(), |at| self.of_all(at));
        let trend = self.trend();
        IterationsSummary {
            id: self.row.id,
            count: self.row.count as f64,
            entered: self.row.entered as f64,
            places: self.places.clone(),
            iterations: self.iterations.len() as f64,
            processes: places.map(|place| number(&self.prepared, place)).collect(),
            timed: self.prepared.is_timed(),
            sentence: self.sentence(&in_groups, &trend),
            sizes: self.sizes.in_words(),
            words: self.words.clone(),
            median: spread.median as f64,
            max: spread.max as f64,
            mean: self.iterations.mean() as f64,
            outliers: outliers.collect(),
            short: short.iter().take(MOST_OUTLIERS).filter_map(|&at| self.short(at)).collect(),
            short_count: short.len() as f64,
            longest: longest.into_iter().filter_map(|at| self.long(at)).collect(),
            outlier_count: indices.len() as f64,
            could_not_stand_out: self.could_not_stand_out(),
            rule: self.rule(),
            suggested: suggested as u32,
            groupings,
            in_groups,
            trend,
        }
    }

    /// The iteration that stands out most; the longest, if none does. `None` where there is none.
    pub(super) fn worst(&self) -> Option<usize> {
        self.longest_first().first().copied()
    }

    fn sentence(&self, in_groups: &str, trend: &str) -> Vec<SentencePart> {
        let mut sentence = Sentence::default();
        self.counted_in_words(&mut sentence);
        let sizes = self.sizes.in_words();
        if !sizes.is_empty() {
            sentence.say(format!("; {sizes}"));
        }
        sentence.say(".");
        let Outliers { indices, short, spread, .. } = &self.outliers;
        if !self.prepared.is_timed() {
            return sentence.parts;
        }
        let several = self.iterations.processes.len() > 1;
        sentence.say(" One takes ").stress(duration(self.iterations.mean())).say(" on average");
        sentence.say(if several { "; on its slowest process, " } else { "; " });
        sentence.say(match in_groups {
            "" => format!("the median takes {}", duration(spread.median)),
            _ => in_groups.to_owned(),
        });
        if let Some(&at) = self.longest_first().first() {
            let (period, place) = self.iterations.longest(at).unwrap_or_default();
            sentence.say(format!("; the longest, number {}, takes ", self.name(at)));
            sentence.stress(duration(period));
            if several {
                let process = number(&self.prepared, place as usize);
                sentence.say(format!(" on process {process}"));
            }
            sentence.say(format!(", {}", self.cause(at)));
        }
        let stand_out = match indices.as_slice() {
            [] if !trend.is_empty() => String::new(),
            [] if self.iterations.len() < FEWEST_COMPARED => " They are too few for one to stand out.".to_owned(),
            [] if in_groups.is_empty() => " None stands out.".to_owned(),
            [] => " None stands out beyond that.".to_owned(),
            [_] if trend.is_empty() => " One stands out.".to_owned(),
            [at] => format!(" Number {} stands out.", self.name(*at)),
            several => format!(" {} stand out.", thousands(several.len() as u64)),
        };
        let then = if trend.is_empty() { "" } else { "; " };
        sentence.say(format!("{then}{trend}.{stand_out}"));
        if let Some(&at) = short.first() {
            let period = duration(self.iterations.longest(at).unwrap_or_default().0);
            let which = format!("number {} takes {period}", self.name(at));
            sentence.say(match short.len() {
                1 => format!(" One is unusually short: {which}."),
                some => format!(" {} are unusually short: {which}.", thousands(some as u64)),
            });
        }
        sentence.parts
    }

    /// The number of an iteration: `19`, or `19 (3 in L9)` where loops that do the same are listed together. O(log places).
    pub(crate) fn name(&self, at: usize) -> String {
        let number = thousands(at as u64 + 1);
        let later = self.places.partition_point(|place| place.end <= at as f64);
        match self.places.get(later) {
            Some(place) => {
                let own = (at as f64 - place.from + place.first) as u64 + 1;
                format!("{number} ({} in L{})", thousands(own), place.id)
            }
            None => number,
        }
    }

    /// The loop that an iteration is the first of, at one of its entries. O(log places).
    pub(super) fn entered_at(&self, at: usize) -> Option<u32> {
        let later = self.places.partition_point(|place| place.end <= at as f64);
        let (id, is_first) = match self.places.get(later) {
            Some(place) => (place.id, place.from == at as f64),
            None => (self.row.id, (at as u64).checked_rem(self.row.count) == Some(0)),
        };
        is_first.then_some(id)
    }

    /// The longest iterations, the longest first; of equals the first. O(iterations).
    fn longest_first(&self) -> Vec<usize> {
        let mut listed: Vec<(u64, usize)> = Vec::with_capacity(LONGEST + 1);
        for at in 0..self.iterations.len() {
            let period = self.iterations.longest(at).map_or(0, |(period, _)| period);
            let place = listed.iter().take_while(|&&(longer, _)| longer >= period).count();
            if place < LONGEST {
                listed.insert(place, (period, at));
                listed.truncate(LONGEST);
            }
        }
        listed.into_iter().map(|(_, at)| at).collect()
    }

    /// An iteration that is longer than others, in words.
    fn long(&self, at: usize) -> Option<OutlierIteration> {
        let (period, place) = self.iterations.longest(at)?;
        Some(OutlierIteration {
            index: at as f64,
            period: period as f64,
            process: number(&self.prepared, place as usize),
            cause: self.cause(at),
        })
    }

    /// An iteration that is unusually short, in words.
    fn short(&self, at: usize) -> Option<OutlierIteration> {
        Some(OutlierIteration { cause: "unusually short".to_owned(), ..self.long(at)? })
    }

    /// Whether an iteration is compared with those of the same number only.
    pub(super) fn by_number(&self) -> bool {
        self.outliers.by_number()
    }

    /// Whether an iteration is unusually short. O(such iterations).
    pub(super) fn is_short(&self, at: usize) -> bool {
        self.outliers.short.contains(&at)
    }

    /// How an iteration counts as one that stands out.
    fn rule(&self) -> String {
        if self.outliers.by_neighbours {
            return "An iteration stands out if its longest period of all processes is above what it would take between its neighbours by more than six robust standard deviations (each 1.4826 times the median distance from that), and by at least 6 %; one as far below is unusually short".to_owned();
        }
        let (of, taken) = match self.outliers.by_number() {
            true => (" of the iterations of its number", ", all of logarithms"),
            false => ("", ""),
        };
        format!("An iteration stands out if its longest period of all processes is above the median{of} by more than six robust standard deviations (each 1.4826 times the median distance from it{taken}), and by at least 6 %; one as far below is unusually short")
    }

    /// What could not stand out, because iterations differ anyway.
    fn could_not_stand_out(&self) -> String {
        let spread = &self.outliers.spread;
        match self.outliers.least {
            Some(least) if spread.tenth > 0 && spread.is_uneven() => {
                format!("They differ so much that one must take more than {} to stand out", duration(least),)
            }
            _ => String::new(),
        }
    }

    /// Where the time of an iteration goes: what takes longer than usual, and that it sends much.
    fn cause(&self, at: usize) -> String {
        let slowest = self.iterations.longest(at).map_or(0, |(_, place)| place);
        let than = if self.outliers.by_neighbours { "its neighbours" } else { "usual" };
        self.longer(at).in_words(&self.prepared, slowest, than) + &self.sizes.much_in_words(at)
    }
}

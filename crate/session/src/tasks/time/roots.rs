//! With which processes waiting begins, in words.

use loopscope_core::durations::{Root, SLICES};
use loopscope_core::numbers::{duration, listed, percent};
use loopscope_core::small_sort::SmallSort;

use super::builder::{Measured, Prepared};
use crate::view::sentence::Sentence;

/// Processes that are named.
const MOST_NAMED: usize = 3;
/// How many times its even share the largest share must be, and what part of it that of another process that is named.
const STANDS_OUT: f64 = 1.3;
const COUNTS: f64 = 0.25;
/// The least share that is named.
const LEAST: f64 = 0.1;
/// The part of what begins with a process that lies in the time which is named.
const NEARLY_ALL: f64 = 0.85;

/// With which processes the waits of the run or of the main loop begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Run,
    Main,
}

impl Of {
    fn time(self, root: &Root) -> f64 {
        match self {
            Self::Run => root.run,
            Self::Main => root.main,
        }
    }
}

impl Measured {
    /// How long others wait because of each process, in all, in nanoseconds.
    pub(super) fn begins(&self) -> Vec<f64> {
        self.roots.iter().map(|root| root.run.round()).collect()
    }

    /// How long each process is held up by others that are not in MPI, beyond its waits, in nanoseconds.
    pub(super) fn held_up(&self) -> Vec<f64> {
        self.roots.iter().map(|root| root.held_up as f64).collect()
    }

    /// "Followed back, 43 % of all waiting begins with process 4 (in the first half) and 34 % with process 2 (in the second half)."
    /// Empty without waits.
    pub(super) fn begins_in_words(&self, of: Of) -> String {
        let all: f64 = self.roots.iter().map(|root| of.time(root)).sum();
        if all < 1.0 || self.roots.len() < 2 {
            return String::new();
        }
        let mut most: Vec<(usize, &Root)> = self.roots.iter().enumerate().collect();
        most.sort_small_by(|(a, one), (b, other)| of.time(other).total_cmp(&of.time(one)).then(a.cmp(b)));
        let largest = most.first().map_or(0.0, |(_, root)| of.time(root));
        let even = STANDS_OUT * all / self.roots.len() as f64;
        let least = (LEAST * all).max(if largest < even { even } else { COUNTS * largest });
        let named = most.into_iter().take(MOST_NAMED).filter(|(_, root)| of.time(root) >= least);
        let named = named.enumerate().map(|(at, (place, root))| {
            let share = percent(of.time(root) / all);
            let what = match (at, of) {
                (0, Of::Run) => " of all waiting begins",
                (0, Of::Main) => " of this waiting begins",
                _ => "",
            };
            let when = self.when(root, of);
            format!("{share}{what} with process {}{when}", self.number(place))
        });
        match named.collect::<Vec<String>>().as_slice() {
            [] => "Followed back, it begins with all processes about alike.".to_owned(),
            named => format!("Followed back, {}.", listed(named)),
        }
    }

    /// "In the run of **1.03 s** the processes compute 66 % of the time, are in calls 4 %, and **wait 30 %**. Followed back, 59 % of all waiting begins
    /// with process 0. What repeats exactly: ".
    #[inline(never)] // of a part of its own
    pub(super) fn begin_with_run(&self, sentence: &mut Sentence) {
        let Prepared { run, trace, .. } = &*self.prepared;
        sentence.say("In the run of ").stress(duration(run.longest())).say(" the processes compute ");
        self.shares(sentence, self.of_row(0).1, trace.processes().len());
        let begins = self.begins_in_words(Of::Run);
        sentence.say(format!(". {begins} What repeats exactly: "));
    }

    /// When the main loop begins on the first process and ends on the last, from the beginning of the run.
    fn main_loop(&self) -> (u64, u64) {
        let outside = || self.sums.outside.iter().enumerate().filter_map(|(at, it)| Some((at, (*it)?)));
        let begin = outside().map(|(_, (before, _))| before).min();
        let end = outside().map(|(at, (_, after))| self.prepared.run.length(at).saturating_sub(after));
        (begin.unwrap_or(0), end.max().unwrap_or(0))
    }

    /// " (in the first half)": when a process is late in the main loop, if that is not all the time.
    fn when(&self, root: &Root, of: Of) -> String {
        let wanted = root.main * NEARLY_ALL;
        if root.main <= 0.0 || (of == Of::Run && root.main < root.run * NEARLY_ALL) {
            return String::new();
        }
        let holds = |from: usize, slices: usize| {
            let within = root.slices.get(from..from + slices);
            within.is_some_and(|within| within.iter().sum::<f64>() >= wanted)
        };
        let shortest = (1..SLICES).find_map(|slices| {
            let mut begins = 0..=SLICES - slices;
            begins.find(|&from| holds(from, slices)).map(|from| (from, slices))
        });
        match shortest {
            Some((from, slices @ (1 | 2))) => {
                let (begin, end) = self.main_loop();
                let half = end.saturating_sub(begin) / (2 * SLICES) as u64;
                let at = begin.saturating_add(half.saturating_mul((2 * from + slices) as u64));
                format!(" (nearly all around {})", duration(at))
            }
            Some(_) if holds(0, SLICES / 2) => " (in the first half)".to_owned(),
            Some(_) if holds(SLICES / 2, SLICES / 2) => " (in the second half)".to_owned(),
            _ => String::new(),
        }
    }
}

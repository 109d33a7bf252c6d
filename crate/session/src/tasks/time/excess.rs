//! Why an iteration takes longer than the others, or less long: the loops and calls that its time goes to, beside their medians,
//! and the process that is waited for.

use std::sync::Arc;

use loopscope_core::durations::{Compared, Comparing, Doing, Excess, LoopTree, SlotTime, Spent};
use loopscope_core::numbers::{duration, listed};
use loopscope_core::trace::NameId;
use loopscope_core::waits::{Cause, Reason};
use loopscope_formats::notes::Note;

use super::causes::{about_the_same, Longer};
use super::iterations::{error_of_loop, IterationList};
use super::summary::number;
use super::task::KeptTime;
use crate::loaded::TraceHandle;
use crate::tasks::task::{Slice, Task};
use crate::view::sentence::Sentence;
use crate::wire::{ExcessPart, ExcessRow, ExcessSummary, IterationsRequest, TaskProgress};

/// Calls of one slice of work: some ten milliseconds.
const SLICE: usize = 50_000;
/// Parts of an iteration that are listed, and that are said.
const MOST_ROWS: usize = 8;
const MOST_SAID: usize = 2;
/// Processes that wait for each other and are said.
const MOST_CAUSES: usize = 3;

/// The task that compares an iteration with the others. Its progress counts calls.
#[derive(Debug)]
pub(crate) struct ExplainIteration {
    list: Arc<IterationList>,
    compared: Compared,
    place: usize,
    /// The loops by which its iterations are found, where these are not those of the program.
    trees: Option<Vec<LoopTree>>,
    comparing: Box<Comparing>,
}

impl ExplainIteration {
    /// Prepares the task; no call is walked yet.
    ///
    /// # Errors
    /// The iterations of that loop are not those that were listed last, or it has no such iteration.
    #[inline(never)] // It belongs to a part of the engine that a first visit does not need.
    pub(crate) fn new(handle: TraceHandle, request: &IterationsRequest, time: &KeptTime) -> Result<Self, Note> {
        let IterationsRequest { id, index, process, .. } = *request;
        let list = time.list(handle, id).ok_or_else(|| error_of_loop(id))?.clone();
        Self::of(list, index as usize, process)
    }

    /// The same of iterations that are at hand; of the process that takes longest, where none is named.
    ///
    /// # Errors
    /// There is no such iteration.
    pub(super) fn of(list: Arc<IterationList>, index: usize, process: Option<u32>) -> Result<Self, Note> {
        let id = list.row.id;
        let (_, longest) = list.iterations.longest(index).ok_or_else(|| error_of_loop(id))?;
        let places = list.iterations.processes.iter().map(|&(place, _)| place as usize);
        let wanted = process.and_then(|process| places.clone().find(|&at| number(&list.prepared, at) == process));
        let compared = list.compared(index as u64);
        let comparing = Box::new(Comparing::new(compared, list.prepared.timeline.found()));
        Ok(Self {
            trees: list.prepared.trees_of(id),
            place: wanted.unwrap_or(longest as usize),
            list,
            compared,
            comparing,
        })
    }

    fn summary(self) -> ExcessSummary {
        let found = self.comparing.finish();
        let list = &*self.list;
        let Compared { row: id, index, near, .. } = self.compared;
        let words = InWords { list, found: &found, id, index, near };
        let nothing = Excess::default();
        let excess = found.get(self.place).and_then(Option::as_ref).unwrap_or(&nothing);
        ExcessSummary {
            index: index as f64,
            process: number(&list.prepared, self.place),
            period: excess.period as f64,
            median: excess.median as f64,
            compared: self.compared.count(self.compared.iterations) as f64,
            by_number: list.by_number(),
            near,
            sentence: words.sentence(self.place, excess).parts,
            rows: largest(excess, |_| true, MOST_ROWS).into_iter().map(|it| words.row(it)).collect(),
        }
    }
}

impl Task for ExplainIteration {
    type Output = ExcessSummary;
    type Kept = ();

    fn step(mut self) -> Result<Slice<Self>, Note> {
        let prepared = &self.list.prepared;
        let trees = self.trees.as_deref().unwrap_or(&prepared.rows.trees);
        let by_calls = prepared.rows.by_calls;
        let of = (&prepared.trace, &prepared.waits, prepared.timeline.found());
        if !self.comparing.step(of, (trees, by_calls), SLICE) {
            return Ok(Slice::Finished(self.summary(), ()));
        }
        let (done, total) = (self.comparing.steps() as f64, prepared.calls() as f64);
        let progress = TaskProgress { done: done.min(total), total, part: None };
        Ok(Slice::Working(self, progress))
    }
}

/// The parts that differ most from their medians, of equal ones the first. O(parts times those that are wanted).
fn largest(excess: &Excess, is_wanted: impl Fn(&SlotTime) -> bool, most: usize) -> Vec<&SlotTime> {
    let far = |it: &SlotTime| it.here.time.abs_diff(it.median);
    let mut found: Vec<&SlotTime> = Vec::new();
    for it in excess.slots.iter().filter(|it| is_wanted(it)) {
        let at = found.iter().take_while(|other| far(other) >= far(it)).count();
        if at < most {
            found.insert(at, it);
            found.truncate(most);
        }
    }
    found
}

/// What was found, and how it is said.
struct InWords<'a> {
    list: &'a IterationList,
    found: &'a [Option<Excess>],
    /// The loop.
    id: u32,
    /// The iteration.
    index: u64,
    /// Whether it is compared with its neighbours.
    near: bool,
}

/// How much longer a part takes than in the median, in the iteration or in the one before it, and that time; 0 if it does not. What comes
/// after `until` does not count: nobody can have waited for it.
fn longer(it: &SlotTime, until: i64) -> (u64, Spent) {
    let of = |spent: Spent| {
        let most = if spent.from < until { until.abs_diff(spent.from) } else { 0 };
        (spent.time.saturating_sub(it.median).min(most), spent)
    };
    let (here, before) = (of(it.here), of(it.before));
    if before.0 > here.0 {
        before
    } else {
        here
    }
}

impl InWords<'_> {
    fn name(&self, name: Option<NameId>) -> &str {
        name.map_or("an event", |name| self.list.prepared.trace.table().name(name))
    }

    fn process(&self, place: usize) -> u32 {
        number(&self.list.prepared, place)
    }

    fn row(&self, it: &SlotTime) -> ExcessRow {
        let (part, name) = match it.slot.doing {
            Doing::Computes => (ExcessPart::Computes, ""),
            Doing::InCall(name) => (ExcessPart::InCall, self.name(name)),
            Doing::Waits(name) => (ExcessPart::Waits, self.name(name)),
        };
        ExcessRow {
            loop_id: it.slot.row,
            part,
            name: name.to_owned(),
            time: it.here.time as f64,
            median: it.median as f64,
            waits_for: it.here.cause.map(|cause| self.process(cause.partner as usize)),
            reason: it.here.cause.map(|cause| cause.reason.into()),
        }
    }

    /// `waiting in MPI_Recv in L3, most for process 2`.
    fn part(&self, it: &SlotTime, cause: Option<Cause>) -> String {
        let within = match it.slot.row {
            row if row == self.id => String::new(),
            row => format!(" in L{row}"),
        };
        match it.slot.doing {
            Doing::Computes => format!("computing{within}"),
            Doing::InCall(name) => format!("in {}{within} without its waits", self.name(name)),
            Doing::Waits(name) => {
                let whom = cause.map_or(String::new(), |cause| {
                    format!(", most for process {}", self.process(cause.partner as usize))
                });
                format!("waiting in {}{within}{whom}", self.name(name))
            }
        }
    }

    /// "Iteration 66 takes **1.05 s** on process 3, **640 ms** longer than the median there (410 ms): 520 ms waiting in MPI_Recv in L3,
    /// most for process 2. Process 2 sends late: it spends **480 ms** more than usual computing."
    fn sentence(&self, place: usize, excess: &Excess) -> Sentence {
        let index = self.index;
        let Excess { period, median, .. } = excess;
        let mut sentence = Sentence::default();
        let process = self.process(place);
        let several = self.list.iterations.processes.len() > 1;
        sentence.say(self.list.takes(index as usize));
        sentence.stress(duration(*period));
        let longest = self.list.iterations.longest(index as usize);
        if several {
            let slowest = longest.is_some_and(|(_, at)| at as usize == place);
            let which = if slowest { ", its slowest" } else { "" };
            sentence.say(format!(" on process {process}{which}"));
        }
        let (far, than) = (period.abs_diff(*median), duration(*median));
        let beside = if self.near { "its neighbours" } else { "in the median" };
        if about_the_same(*period, *median) {
            sentence.say(format!(", about as long as {beside} ({than})."));
            return sentence;
        }
        sentence.say(", ").stress(duration(far));
        let slower = period > median;
        let which = if slower { "longer" } else { "shorter" };
        sentence.say(format!(" {which} than {beside} ({than})"));
        let same = |it: &SlotTime| (it.here.time > it.median) == slower && it.here.time != it.median;
        let said = largest(excess, same, MOST_SAID);
        let words = said.iter().map(|it| {
            let cause = it.here.cause.filter(|_| slower);
            format!("{} {}", duration(it.here.time.abs_diff(it.median)), self.part(it, cause))
        });
        let words: Vec<String> = words.collect();
        if !words.is_empty() {
            let more = if slower { "" } else { "less " };
            sentence.say(format!(": {more}{}", listed(&words)));
        }
        sentence.say(".");
        let waits = said.first().filter(|_| slower).map(|it| it.here);
        let named = self.causes(&mut sentence, place, waits);
        // The list of iterations names this process: both say it.
        if let (Longer::Computes { more, place, .. }, true) = (self.list.longer(index as usize), slower) {
            if !named.contains(&(place as usize)) {
                let process = self.process(place as usize);
                sentence.say(format!(" Process {process} computes "));
                sentence.stress(duration(more)).say(match named.len() {
                    1 => " longer than usual, more than any other.",
                    _ => " longer than usual, too.",
                });
            }
        }
        sentence
    }

    /// Who is waited for, what that one spends more time on, and so on; the places of all that were named.
    fn causes(&self, sentence: &mut Sentence, place: usize, mut waits: Option<Spent>) -> Vec<usize> {
        let mut passed = vec![place];
        while let (Some((spent, next)), true) =
            (waits.take().and_then(|spent| Some((spent, spent.cause?))), passed.len() <= MOST_CAUSES)
        {
            let waiting = passed.last().copied().unwrap_or(place);
            let partner = next.partner as usize;
            let process = self.process(partner);
            if passed.contains(&partner) {
                sentence.say(format!(" So they wait for each other, process {process} too."));
                return passed;
            }
            passed.push(partner);
            let late = match next.reason {
                Reason::LateSender => "sends late",
                Reason::LateReceiver => "receives late",
                Reason::Collective => "comes last",
            };
            sentence.say(format!(" Process {process} {late}: "));
            let excess = self.found.get(partner).and_then(Option::as_ref);
            let Some(excess) = excess else {
                sentence.say("it is not in the loop.");
                return passed;
            };
            // Of what it does longer than usual until then, the most; of equals the first.
            let (mut more, mut most) = (0, None);
            for it in &excess.slots {
                let (time, whom) = longer(it, spent.to);
                if time > more {
                    (more, most) = (time, Some((whom, it)));
                }
            }
            let both = (waiting as u32, next.partner);
            let enters = self.list.enters_later(self.index as usize, both);
            if let Some((later, id)) = enters.filter(|enters| enters.0 > more) {
                let before = self.process(waiting);
                sentence.say(format!("it enters L{id} ")).stress(duration(later));
                sentence.say(format!(" after process {before}."));
                return passed;
            }
            let Some((whom, most)) = most else {
                sentence.say("nothing takes longer than usual until then.");
                return passed;
            };
            sentence.say("it spends ").stress(duration(more));
            sentence.say(format!(" more than usual {}.", self.part(most, whom.cause)));
            waits = Some(whom);
        }
        passed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loopscope_core::durations::Slot;

    #[test]
    fn only_what_comes_before_the_end_of_a_wait_can_be_its_cause() {
        let slot = Slot { row: 1, doing: Doing::Computes };
        let spent = |from, time: u64| Spent { time, cause: None, from, to: from + time as i64 };
        let before = spent(0, 300);
        let it = SlotTime { slot, here: spent(1_000, 900), before, median: 100 };
        let more = |until| longer(&it, until).0;
        // All of it, a part of it, and only that of the iteration before.
        assert_eq!((more(5_000), more(1_500), more(1_100), more(1_000)), (800, 500, 200, 200));
        assert_eq!((more(50), more(0), longer(&it, 1_000).1), (50, 0, before));
    }
}

//! Finds where the time of a trace goes, in slices: matches messages, sets clocks right, finds waits, adds up.

use std::sync::{Arc, OnceLock};

use loopscope_core::clocks::{Clocks, Method};
use loopscope_core::durations::{IterationsOf, Parts, Root, Rooting, Run, RunEnds, Summing, Sums};
use loopscope_core::matching::{Matcher, Matching};
use loopscope_core::timeline::{Indexing, Timeline};
use loopscope_core::trace::{Trace, View};
use loopscope_core::waits::Waits;

use super::cores;
use super::markers::Marker;
use super::rows::Rows;

/// Calls of one slice of work: some ten milliseconds.
pub(super) const SLICE: usize = 50_000;

/// The same where calls are added up, natively on all cores.
const SLICE_OF_SUMS: usize = if cfg!(target_arch = "wasm32") { SLICE } else { 1 << 20 };

/// The most iterations of a loop that are kept of all processes together.
pub(crate) const MOST_ITERATIONS: usize = 1 << 22;

/// How times are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeChoices {
    /// Whether clocks stay as recorded, even if they disagree.
    pub as_recorded: bool,
    /// What counts as the run.
    pub ends: RunEnds,
}

/// Everything that sums are made from.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) trace: Trace,
    pub(crate) choices: TimeChoices,
    pub(crate) rows: Rows,
    pub(crate) waits: Waits,
    pub(crate) run: Run,
    /// The waits of all calls.
    pub(crate) timeline: Timeline,
    /// Operations between which there are rounds, once somebody asks.
    pub(super) markers: OnceLock<Vec<Marker>>,
}

impl Prepared {
    pub(super) fn new(
        (trace, choices): (Trace, TimeChoices),
        rows: Rows,
        (waits, run): (Waits, Run),
        timeline: Timeline,
    ) -> Self {
        Self { trace, choices, rows, waits, run, timeline, markers: OnceLock::new() }
    }

    /// Whether a process has times.
    pub(crate) fn is_timed(&self) -> bool {
        self.waits.matching().ends().iter().any(|ends| ends.timed)
    }
}

/// Where the time of a trace goes.
#[derive(Debug)]
pub struct Measured {
    pub(crate) prepared: Arc<Prepared>,
    pub(crate) sums: Sums,
    /// The loop whose iterations are listed.
    pub(crate) row: Option<u32>,
    /// The own and the total time of each row over all processes.
    pub(super) of_rows: Vec<(Parts, Parts)>,
    /// What waiting begins at each process, by place; empty where nobody asks, or nobody waits.
    pub(super) roots: Vec<Root>,
}

impl Measured {
    /// Adds up rows over all processes. O(cells log rows).
    fn new(prepared: Arc<Prepared>, (sums, roots): (Sums, Vec<Root>), row: Option<u32>) -> Self {
        let rows = &prepared.rows.rows;
        let mut of_rows = vec![(Parts::default(), Parts::default()); rows.len()];
        for cell in sums.cells.iter().flatten() {
            let at = rows.binary_search_by_key(&cell.row, |row| row.id);
            if let Some((own, total)) = at.ok().and_then(|at| of_rows.get_mut(at)) {
                (*own, *total) = (own.plus(cell.own), total.plus(cell.total));
            }
        }
        Self { prepared, sums, row, of_rows, roots }
    }
}

/// Finds where the time of a trace goes.
#[derive(Debug)]
pub struct TimeBuilder {
    trace: Trace,
    choices: TimeChoices,
    /// The loop whose iterations are listed.
    row: Option<u32>,
    /// Whether it is found where waiting begins.
    with_roots: bool,
    stage: Stage,
    total: u64,
}

/// What is under way.
#[derive(Debug)]
enum Stage {
    Match(Box<Rows>, Box<Matcher>),
    Align(Box<Rows>, Box<Matching>),
    Index(Box<Rows>, Box<Waits>, Box<Indexing>),
    /// Sums of some processes each, in their order.
    Sum(Arc<Prepared>, Vec<Summing>),
    /// Where waiting begins, and when the main loop does and ends on each process.
    Root(Arc<Prepared>, Box<Sums>, Box<Rooting>, Vec<Option<(i64, i64)>>),
    /// Between two stages.
    None,
}

impl TimeBuilder {
    /// Nothing done yet; `row` is the loop whose iterations are listed.
    pub(crate) fn new(trace: &Trace, rows: Rows, choices: TimeChoices, row: Option<u32>) -> Self {
        let stage = Stage::Match(Box::new(rows), Box::default());
        let total = 4 * calls_of(trace);
        Self { trace: trace.clone(), choices, row, with_roots: true, stage, total }
    }

    /// The same without what only a summary says, if iterations are listed.
    pub(super) fn for_list(self) -> Self {
        Self { with_roots: self.row.is_none(), ..self }
    }

    /// The same where everything is prepared.
    pub(crate) fn prepared(prepared: Arc<Prepared>, row: Option<u32>) -> Self {
        let (trace, choices) = (prepared.trace.clone(), prepared.choices);
        let total = 2 * calls_of(&trace);
        let summing = summing(&prepared, row);
        let stage = Stage::Sum(prepared, summing);
        Self { trace, choices, row, with_roots: true, stage, total }
    }

    /// Calls that were walked, and all that will be.
    pub fn progress(&self) -> (u64, u64) {
        let calls = calls_of(&self.trace);
        let done = match &self.stage {
            Stage::Match(_, matcher) => matcher.steps(),
            Stage::Align(..) => calls,
            Stage::Index(.., indexing) => calls + indexing.steps(),
            Stage::Sum(_, parts) => {
                let steps: u64 = parts.iter().map(Summing::steps).sum();
                self.total.saturating_sub(2 * calls) + steps
            }
            Stage::Root(_, _, rooting, _) => self.total.saturating_sub(calls) + rooting.steps().min(calls),
            Stage::None => self.total,
        };
        (done.min(self.total), self.total)
    }

    /// What sums are made from, once it is there.
    pub(crate) fn found(&self) -> Option<&Arc<Prepared>> {
        match &self.stage {
            Stage::Sum(prepared, _) | Stage::Root(prepared, ..) => Some(prepared),
            _ => None,
        }
    }

    /// What is walked and how, and the loops, if no call was walked yet.
    pub(super) fn into_begun(self) -> Option<(Trace, TimeChoices, Rows)> {
        match self.stage {
            Stage::Match(rows, matcher) if matcher.steps() == 0 => Some((self.trace, self.choices, *rows)),
            _ => None,
        }
    }

    /// Does one slice; the result at the end.
    pub fn step(&mut self) -> Option<Measured> {
        self.stage = match std::mem::replace(&mut self.stage, Stage::None) {
            Stage::Match(rows, mut matcher) => match matcher.step(&self.trace, SLICE) {
                true => Stage::Match(rows, matcher),
                false => Stage::Align(rows, Box::new(matcher.finish(&self.trace))),
            },
            Stage::Align(rows, matching) => {
                let most = if self.choices.as_recorded { Method::AsRecorded } else { Method::Logical };
                let clocks = Clocks::of(&self.trace, &matching, most);
                let waits = Waits::new(&self.trace, *matching, clocks);
                Stage::Index(rows, Box::new(waits), Box::default())
            }
            Stage::Index(rows, waits, mut indexing) => {
                if indexing.step(&self.trace, &waits, SLICE) {
                    Stage::Index(rows, waits, indexing)
                } else {
                    let (timeline, waits) = (indexing.finish(&waits), *waits);
                    let run = Run::new(&waits, self.choices.ends);
                    let of = (self.trace.clone(), self.choices);
                    let prepared = Arc::new(Prepared::new(of, *rows, (waits, run), timeline));
                    let summing = summing(&prepared, self.row);
                    Stage::Sum(prepared, summing)
                }
            }
            Stage::Sum(prepared, mut parts) => {
                let Prepared { waits, run, timeline, .. } = &*prepared;
                let of = (&self.trace, waits, timeline.found(), run);
                if !cores::step_all(&mut parts, |part| part.step(of, SLICE_OF_SUMS)) {
                    let sums = cores::joined(parts.into_iter().map(Summing::finish));
                    if !self.with_roots || sums.waits.iter().all(Vec::is_empty) {
                        return Some(Measured::new(prepared, (sums, Vec::new()), self.row));
                    }
                    let main = main_loop(run, &sums);
                    let rooting = Box::new(Rooting::new(waits, timeline.found()));
                    Stage::Root(prepared, Box::new(sums), rooting, main)
                } else {
                    Stage::Sum(prepared, parts)
                }
            }
            Stage::Root(prepared, sums, mut rooting, main) => {
                let Prepared { waits, run, timeline, .. } = &*prepared;
                let of = (&self.trace, waits, timeline.found(), run, &*main);
                if !rooting.step(of, SLICE) {
                    let found = (*sums, rooting.finish());
                    return Some(Measured::new(prepared, found, self.row));
                }
                Stage::Root(prepared, sums, rooting, main)
            }
            Stage::None => Stage::None,
        };
        None
    }
}

/// When the main loop begins and ends on each process that runs it.
fn main_loop(run: &Run, sums: &Sums) -> Vec<Option<(i64, i64)>> {
    let span = |(place, outside): (usize, &Option<(u64, u64)>)| {
        let ((from, to), (before, after)) = (run.span(place), (*outside)?);
        Some((from.saturating_add_unsigned(before), to.saturating_sub_unsigned(after)))
    };
    sums.outside.iter().enumerate().map(span).collect()
}

fn summing(prepared: &Prepared, row: Option<u32>) -> Vec<Summing> {
    let rows = &prepared.rows;
    let members = row.and_then(|row| rows.get(row)).map_or(1, |row| row.members.len());
    let of = row.map(|row| match rows.together(row) {
        [] => IterationsOf::Loop(row),
        _ => IterationsOf::Main,
    });
    let of = of.map(|of| (of, MOST_ITERATIONS / members.max(1)));
    let summing = Summing::new(prepared.trees_with(row), rows.by_calls, of);
    cores::shared(summing, &prepared.trace, prepared.timeline.found())
}

impl Prepared {
    /// The calls that are walked.
    pub(crate) fn calls(&self) -> u64 {
        calls_of(&self.trace)
    }
}

/// The calls of a trace; its events where it has no calls.
pub(super) fn calls_of(trace: &Trace) -> u64 {
    let calls = trace.event_count(View::Calls);
    match calls {
        0 => trace.event_count(View::Communication),
        calls => calls,
    }
}

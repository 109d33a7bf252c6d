//! Setting the clocks of a trace right, and saying how.

use crate::matching::Matching;
use crate::trace::{ProcessId, Tick, Trace};

use super::drift::Line;
use super::logical::Logical;
use super::offsets::Pairs;
use super::orders::{orders, Order, Orders};

/// How clocks are set right, each only if the one before is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// Not at all.
    AsRecorded,
    /// By a constant for each process.
    Offsets,
    /// By a constant and a rate for each process.
    Drift,
    /// By moving receives behind their sends, after offsets and rates.
    Logical,
}

impl Method {
    /// The name used in the terminal and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::AsRecorded => "as-recorded",
            Self::Offsets => "offsets",
            Self::Drift => "drift",
            Self::Logical => "logical",
        }
    }
}

/// How much of what must be in order is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Violations {
    /// Messages.
    pub messages: u64,
    /// Messages that arrive before they are sent.
    pub messages_violated: u64,
    /// By how much, at most, in units of time.
    pub worst_message: i64,
    /// Collective operations of which the trace tells who needs whom.
    pub collectives: u64,
    /// Those that a process leaves before one that it needs enters.
    pub collectives_violated: u64,
    /// By how much, at most.
    pub worst_collective: i64,
    /// Ordered pairs of processes of which one needs the other, over all collective operations.
    pub pairs: u64,
    /// Those that are violated.
    pub pairs_violated: u64,
}

impl Violations {
    /// Whether everything is in order.
    pub fn none(&self) -> bool {
        self.messages_violated == 0 && self.collectives_violated == 0
    }

    fn add(&mut self, order: &Order<'_>, corrected: impl Fn(u32, u64) -> i64) {
        match *order {
            Order::Message { from, to, sent, received } => {
                self.messages += 1;
                let late = corrected(from, sent).saturating_sub(corrected(to, received));
                self.messages_violated += u64::from(late > 0);
                self.worst_message = self.worst_message.max(late);
            }
            Order::Collective(collective) => {
                self.collectives += 1;
                let (pairs, violated, worst) = collective.violations(corrected);
                self.pairs += pairs;
                self.pairs_violated += violated;
                self.collectives_violated += u64::from(violated > 0);
                self.worst_collective = self.worst_collective.max(worst);
            }
        }
    }
}

/// The clock of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The process.
    pub process: ProcessId,
    /// What is added to its times.
    pub line: Line,
    /// How far that may be off, either way; `None` if the trace does not tell.
    pub uncertainty: Option<i64>,
}

/// The clocks of a trace, and what sets them right.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// How.
    pub method: Method,
    /// The unit of all times; `None` if no process has any.
    pub tick: Option<Tick>,
    /// The clock of each process, in the order of the processes.
    pub clocks: Vec<Clock>,
    /// Times as recorded.
    pub before: Violations,
    /// Corrected times.
    pub after: Violations,
    /// The least time between a send and its receive, with the offsets alone; see
    /// [`Offsets::margin`](super::Offsets::margin).
    pub margin: Option<i64>,
    /// What could not be compared.
    pub orders: Orders,
    /// Processes that exchange nothing with others: their clocks are as recorded.
    pub alone: Vec<ProcessId>,
    pub(super) logical: Option<Logical>,
}

impl Clocks {
    /// Finds the method that is just enough, at most `most`. O(calls and events), and O(messages) for each method that is
    /// tried.
    pub fn align(trace: &Trace, most: Method) -> Self {
        Self::of(trace, &Matching::new(trace), most)
    }

    /// The same where messages are matched already.
    pub fn of(trace: &Trace, matching: &Matching, most: Method) -> Self {
        let count = trace.processes().len();
        let mut pairs = Pairs::new(count);
        let found = orders(trace, matching, &mut |order| pairs.add(&order));
        let number = |place: u32| trace.processes().get(place as usize).map(|process| process.id);
        let offsets = pairs.offsets();
        let clock = |(process, uncertainty): (_, &Option<i64>)| Clock {
            process,
            line: Line::default(),
            uncertainty: *uncertainty,
        };
        let ids = trace.processes().iter().map(|process| process.id);
        let mut clocks = Self {
            method: Method::AsRecorded,
            tick: found.tick,
            clocks: ids.zip(&offsets.uncertainty).map(clock).collect(),
            before: Violations::default(),
            after: Violations::default(),
            margin: offsets.margin,
            orders: found,
            alone: pairs.alone().into_iter().filter_map(number).collect(),
            logical: None,
        };
        let before = clocks.violations(trace, matching);
        (clocks.before, clocks.after) = (before, before);
        if before.none() || most == Method::AsRecorded {
            return clocks;
        }
        let line = |&offset: &i64| Line { offset, ..Line::default() };
        clocks.set((trace, matching), Method::Offsets, offsets.offsets.iter().map(line));
        if clocks.after.none() || most == Method::Offsets {
            return clocks;
        }
        clocks.beyond_offsets((trace, matching), &offsets.offsets, most)
    }

    pub(super) fn set(
        &mut self,
        (trace, matching): (&Trace, &Matching),
        method: Method,
        lines: impl Iterator<Item = Line>,
    ) {
        self.method = method;
        for (clock, line) in self.clocks.iter_mut().zip(lines) {
            clock.line = line;
        }
        self.after = self.violations(trace, matching);
    }

    /// What is not in order after the correction.
    #[inline(never)] // Called more than once, and large.
    pub(super) fn violations(&self, trace: &Trace, matching: &Matching) -> Violations {
        let mut found = Violations::default();
        orders(trace, matching, &mut |order| found.add(&order, |process, time| self.at(process as usize, time)));
        found
    }

    /// Whether anything was corrected.
    pub fn corrected(&self) -> bool {
        self.method != Method::AsRecorded
    }

    /// Whether times of different processes can be compared: nothing is left that cannot be so, and every process has times
    /// and exchanges something with another.
    pub fn comparable(&self) -> bool {
        let connected = self.alone.is_empty() || self.clocks.len() < 2;
        self.after.none() && self.orders.untimed == 0 && connected
    }

    /// A time of the process at that place, in [`tick`](Self::tick)s, corrected; it may be negative. O(log of the moves of the
    /// logical clock).
    #[inline]
    pub fn at(&self, process: usize, time: u64) -> i64 {
        self.of_process(process)(time)
    }

    /// What corrects the times of the process at that place, as [`at`](Self::at) does.
    #[inline]
    pub fn of_process(&self, process: usize) -> impl Fn(u64) -> i64 + '_ {
        let line = self.clocks.get(process).map_or(Line::default(), |clock| clock.line);
        let logical = self.logical.as_ref();
        move |time| {
            let corrected = line.at(time);
            logical.map_or(corrected, |logical| logical.at(process, corrected))
        }
    }
}

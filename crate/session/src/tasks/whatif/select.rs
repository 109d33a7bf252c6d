//! Selections: `calc:L3`, `imbalance:L3`, `wait:call=MPI_Allreduce&rank=0`, `message:0->1&bytes>4096`, `event:1:4711`.
//!
//! A selection is a kind, a colon and conditions joined by `&`. Loops hold the loops inside them; `L3&iteration=12` is the
//! twelfth iteration of L3, counted over all times it is entered.

use std::sync::Arc;

use loopscope_core::numbers::{bytes, thousands};
use loopscope_core::trace::Trace;
use loopscope_core::waits::Waits;
use loopscope_core::whatif::{Changes, Factor, Input, InputKind, LoopIterations, Part, Program};
use loopscope_formats::notes::Note;

use crate::error_note;

/// What a selection consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The text that it was read from.
    pub text: String,
    /// What of the selected calls is meant.
    pub part: Part,
    conditions: Vec<Condition>,
}

/// What a call or a message has to be like.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    /// In the loop of that name.
    Loop(u32),
    /// In that iteration, from 0, of the loop of that name.
    Iteration(u32, u32),
    Rank(u32),
    /// A call of that function.
    Function(String),
    /// The call of that number, from 0, of a process.
    Event(u32, u32),
    /// A message from one process to another, or any.
    Channel(Option<u32>, Option<u32>),
    Tag(i64),
    Above(u64),
    Below(u64),
}

/// What selections are looked for in.
#[derive(Clone, Copy)]
pub(super) struct Selected<'a> {
    pub(super) trace: &'a Trace,
    pub(super) waits: &'a Waits,
    pub(super) program: &'a Program,
    /// The iterations of the loops that [`Selection::iterated`] names.
    pub(super) iterations: &'a [(u32, Arc<LoopIterations>)],
}

impl Selected<'_> {
    /// Whether a call, or the time before it, is in an iteration.
    fn is_in(self, (row, iteration): (u32, u32), part: Part, call: u32) -> bool {
        let of = self.iterations.iter().find(|(of, _)| *of == row);
        let found = of.and_then(|(_, iterations)| match part {
            Part::Computation => iterations.of_gap(call),
            _ => iterations.of_call(call),
        });
        found == Some(iteration)
    }
}

fn malformed(text: &str, found: &str) -> Note {
    error_note(
        "",
        format!("the selection {text:?} is not understood"),
        found.to_owned(),
        "calc:, wait:, call:, message: or imbalance:, then conditions joined by &: L3, L3&iteration=12, rank=1, call=MPI_Send, event=1:4711; of messages \
         also 0->1, tag=7, bytes>4096, bytes<64; of imbalance only a loop; or event:1:4711"
            .to_owned(),
        "`loopscope whatif --help` has examples".to_owned(),
    )
}

impl Selection {
    /// Reads a selection.
    ///
    /// # Errors
    /// It is malformed.
    pub fn read(text: &str) -> Result<Self, Note> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let part = match kind {
            "calc" => Part::Computation,
            "wait" => Part::Wait,
            "call" | "event" => Part::Call,
            "message" => Part::Message,
            "imbalance" => Part::Imbalance,
            // Other: a mistake of whoever wrote it, which is named.
            _ => return Err(malformed(text, &format!("{kind:?}"))),
        };
        let mut conditions = Vec::new();
        if kind == "event" {
            let event = event(rest).ok_or_else(|| malformed(text, &format!("{rest:?}")))?;
            conditions.push(event);
        } else if !matches!(rest, "" | "all") {
            for word in rest.split('&') {
                let condition = condition(word.trim(), part, conditions.last());
                conditions.push(condition.ok_or_else(|| malformed(text, &format!("{word:?}")))?);
            }
        }
        let of_a_loop = matches!(conditions.as_slice(), [] | [Condition::Loop(_)]);
        if part == Part::Imbalance && !of_a_loop {
            return Err(malformed(text, &format!("{rest:?}")));
        }
        Ok(Self { text: text.to_owned(), part, conditions })
    }

    /// "waits in L3 on process 1", "messages from 0 to 1 above 4,096 B".
    pub(super) fn words(&self) -> String {
        let mut out = match self.part {
            Part::Computation => "computing",
            Part::Wait => "waits",
            Part::Call => "calls",
            Part::Message => "messages",
            Part::Imbalance => "load imbalance",
        }
        .to_owned();
        let end = |end: &Option<u32>| end.map_or("any".to_owned(), |end| end.to_string());
        for (at, condition) in self.conditions.iter().enumerate() {
            let next = self.conditions.get(at + 1);
            out += &match condition {
                Condition::Loop(_) if matches!(next, Some(Condition::Iteration(..))) => continue,
                Condition::Loop(id) => format!(" in L{id}"),
                Condition::Iteration(id, iteration) => {
                    format!(" in iteration {} of L{id}", thousands(u64::from(*iteration) + 1))
                }
                Condition::Rank(rank) => format!(" on process {rank}"),
                Condition::Function(name) if self.part == Part::Computation => {
                    format!(" before {name}")
                }
                Condition::Function(name) => format!(" of {name}"),
                Condition::Event(rank, number) => format!(" of call {number} of process {rank}"),
                Condition::Channel(from, to) => format!(" from {} to {}", end(from), end(to)),
                Condition::Tag(tag) => format!(" with tag {tag}"),
                Condition::Above(least) => format!(" above {}", bytes(*least)),
                Condition::Below(most) => format!(" below {}", bytes(*most)),
            };
        }
        out
    }

    /// The highest factor: what is uneven can be no more so, as no process computes less than nothing.
    pub(super) fn most(&self) -> Factor {
        match self.part {
            Part::Imbalance => Factor::SAME,
            _ => Factor::DOUBLE,
        }
    }

    /// The loops that it names.
    pub(super) fn loops(&self) -> impl Iterator<Item = u32> + '_ {
        self.conditions.iter().filter_map(|condition| match condition {
            Condition::Loop(id) => Some(*id),
            _ => None,
        })
    }

    /// The iterations that it names: loop, and number from 0.
    pub(super) fn iterated(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.conditions.iter().filter_map(|condition| match condition {
            Condition::Iteration(id, iteration) => Some((*id, *iteration)),
            _ => None,
        })
    }

    /// What it selects, if that is a part of one event: the number of its process, and its own.
    pub(super) fn event(&self) -> Option<(Part, u32, u32)> {
        match *self.conditions.as_slice() {
            [Condition::Event(process, number)] => Some((self.part, process, number)),
            _ => None,
        }
    }

    /// Adds the change to a set. How many calls or messages it is about; `None` if there are too many changes.
    pub(super) fn add(&self, of: Selected<'_>, (factor, changes): (Factor, &mut Changes)) -> Option<u64> {
        changes.begin(self.part, factor, of.program).then(|| self.mark(of, self.part, changes))
    }

    /// The change that was begun last is about that part of what is selected. How many calls or messages that are; the calls of
    /// messages are those that receive them.
    pub(super) fn mark(&self, of: Selected<'_>, part: Part, changes: &mut Changes) -> u64 {
        let program = of.program;
        let mut count = 0;
        for (place, process) in program.processes().iter().enumerate() {
            let rank = of.trace.processes().get(process.place as usize).map_or(0, |it| it.id.0);
            for call in process.calls() {
                if self.part == Part::Message {
                    for (index, input) in program.indexed_inputs(call) {
                        if input.kind == InputKind::Message && self.holds_message(of, (call, rank), input) {
                            match part {
                                Part::Message => changes.add_message(index, program),
                                _ => changes.add_call(call),
                            }
                            count += 1;
                        }
                    }
                    continue;
                }
                let takes_time = match part {
                    Part::Computation => program.computation(process, call) > 0,
                    _ => true,
                };
                if takes_time && self.holds(of, part, (call, rank)) {
                    changes.add_call(call);
                    count += 1;
                }
            }
            let last = program.last_computation(process) > 0;
            if part == Part::Computation && last && self.holds_end(rank) {
                changes.add_end(place as u32);
                count += 1;
            }
        }
        count
    }

    fn holds(&self, of: Selected<'_>, part: Part, (call, rank): (u32, u32)) -> bool {
        let Some(own) = of.program.calls().get(call as usize) else { return false };
        let context = if part == Part::Computation { own.gap_context } else { own.context };
        self.conditions.iter().all(|condition| match condition {
            Condition::Loop(id) => of.program.contexts().is_in(context, *id),
            Condition::Iteration(id, iteration) => of.is_in((*id, *iteration), part, call),
            Condition::Rank(wanted) => *wanted == rank,
            Condition::Event(process, number) => *process == rank && *number == own.number,
            Condition::Function(name) => {
                function(of.trace, own.record).is_some_and(|own| own.eq_ignore_ascii_case(name))
            }
            _ => true,
        })
    }

    /// Whether the time after the last call of a process is meant: it is in no loop and before no call.
    fn holds_end(&self, rank: u32) -> bool {
        self.conditions.iter().all(|condition| matches!(condition, Condition::Rank(it) if *it == rank))
    }

    fn holds_message(&self, of: Selected<'_>, (call, rank): (u32, u32), input: &Input) -> bool {
        let channels = of.waits.matching().channels();
        let Some(messages) = channels.get(input.channel as usize) else { return false };
        let (from, to, tag) = messages.channel;
        let bytes = u64::from(input.bytes);
        self.holds(of, Part::Message, (call, rank))
            && self.conditions.iter().all(|condition| match condition {
                Condition::Channel(one, other) => one.is_none_or(|it| it == from) && other.is_none_or(|it| it == to),
                Condition::Tag(wanted) => *wanted == tag,
                Condition::Above(least) => bytes > *least,
                Condition::Below(most) => bytes < *most,
                _ => true,
            })
    }
}

/// The name of the function of a record.
pub(super) fn function(trace: &Trace, record: u32) -> Option<&str> {
    let record = trace.table().records().get(record as usize)?;
    Some(trace.table().name(record.name))
}

fn event(text: &str) -> Option<Condition> {
    let (rank, number) = text.split_once(':')?;
    Some(Condition::Event(rank.trim().parse().ok()?, number.trim().parse().ok()?))
}

/// Reads a condition; an iteration is of the loop named right before it.
fn condition(word: &str, part: Part, before: Option<&Condition>) -> Option<Condition> {
    if let Some(id) = word.strip_prefix('L') {
        return id.parse().ok().filter(|&id| id > 0).map(Condition::Loop);
    }
    if let Some((name, value)) = word.split_once('=') {
        return match (name, part) {
            ("rank", _) => value.parse().ok().map(Condition::Rank),
            ("call", _) if !value.is_empty() => Some(Condition::Function(value.to_owned())),
            ("event", _) => event(value),
            ("iteration", _) => {
                let Some(Condition::Loop(id)) = before else { return None };
                let number = value.parse::<u32>().ok()?.checked_sub(1)?;
                Some(Condition::Iteration(*id, number))
            }
            ("tag", Part::Message) => value.parse().ok().map(Condition::Tag),
            // Other: a mistake of whoever wrote it, which the caller names.
            _ => None,
        };
    }
    if part != Part::Message {
        return None;
    }
    if let Some(bytes) = word.strip_prefix("bytes>") {
        return bytes.parse().ok().map(Condition::Above);
    }
    if let Some(bytes) = word.strip_prefix("bytes<") {
        return bytes.parse().ok().map(Condition::Below);
    }
    let (from, to) = word.split_once("->")?;
    let end = |text: &str| {
        if text == "*" {
            return Some(None);
        }
        text.parse().ok().map(Some)
    };
    Some(Condition::Channel(end(from)?, end(to)?))
}

/// Reads a factor: `0.5`, `1/3`, `150%`, from 0 to 2.
///
/// # Errors
/// It is no number, or not within 0 and 2.
pub fn factor(text: &str) -> Result<Factor, Note> {
    let parsed = match text.split_once('/') {
        Some((over, under)) => over.parse().ok().zip(under.parse::<f64>().ok()).map(|(a, b): (f64, f64)| a / b),
        None => match text.strip_suffix('%') {
            Some(percent) => percent.trim().parse::<f64>().ok().map(|it| it / 100.0),
            None => text.parse().ok(),
        },
    };
    factor_of(parsed.unwrap_or(f64::NAN)).map_err(|note| note.found(format!("{text:?}")))
}

/// A factor from 0 to 2.
pub(super) fn factor_of(number: f64) -> Result<Factor, Note> {
    let millionths = (0.0..=2.0).contains(&number).then(|| (number * 1e6).round() as u32);
    millionths.and_then(Factor::millionths).ok_or_else(|| {
        error_note(
            "",
            "a factor is from 0 to 2".to_owned(),
            number.to_string(),
            "a number such as 0, 0.5, 1/3 or 150%".to_owned(),
            "0 leaves it out, 1 leaves it as it is".to_owned(),
        )
    })
}

/// Reads a change: `calc:L3=0.5`.
///
/// # Errors
/// The selection or the factor is malformed.
pub fn change(text: &str) -> Result<(Selection, Factor), Note> {
    let Some((selection, value)) = text.rsplit_once('=') else {
        return Err(malformed(text, "no factor after ="));
    };
    Ok((Selection::read(selection)?, factor(value)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_and_factors() {
        let read = |text| Selection::read(text).map(|it| (it.part, it.conditions.len())).ok();
        assert_eq!(read("calc:L3"), Some((Part::Computation, 1)));
        assert_eq!(read("wait:call=MPI_Allreduce&rank=0"), Some((Part::Wait, 2)));
        assert_eq!(read("message:0->1&bytes>4096&tag=-1"), Some((Part::Message, 3)));
        assert_eq!(read("message:*->3"), Some((Part::Message, 1)));
        assert_eq!(read("wait:L1&iteration=12&L3&iteration=1"), Some((Part::Wait, 4)));
        let words = |text| Selection::read(text).unwrap().words();
        assert_eq!(words("wait:L1&iteration=1200&rank=2"), "waits in iteration 1,200 of L1 on process 2");
        assert_eq!(read("event:1:4711"), Some((Part::Call, 1)));
        assert_eq!(read("imbalance:L2"), Some((Part::Imbalance, 1)));
        assert_eq!(words("imbalance:L2"), "load imbalance in L2");
        assert_eq!((read("calc:all"), read("wait")), (Some((Part::Computation, 0)), Some((Part::Wait, 0))));
        for bad in [
            "",
            "cal:L3",
            "calc:3",
            "calc:L0",
            "calc:0->1",
            "event:1",
            "calc:L3&",
            "wait:bytes>3",
            "message:1-2",
            "wait:iteration=12",
            "wait:L1&iteration=0",
            "wait:L1&iteration=x",
            "wait:L1&rank=0&iteration=12",
            "imbalance:rank=1",
            "imbalance:L1&L2",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
        let parts = |text| factor(text).ok().map(Factor::in_millionths);
        assert_eq!((parts("0.5"), parts("1/3"), parts("150%")), (Some(500_000), Some(333_333), Some(1_500_000)));
        for bad in ["", "x", "-1", "2.1", "nan", "1/0", "inf"] {
            assert_eq!(parts(bad), None, "{bad}");
        }
        let (selection, half) = change("calc:rank=1=0.5").unwrap();
        assert_eq!((selection.text.as_str(), half.in_millionths()), ("calc:rank=1", 500_000));
        assert!(change("calc:rank=1&L2").is_err());
    }
}

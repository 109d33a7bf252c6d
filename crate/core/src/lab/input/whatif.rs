//! Small runs for What if: one message in numbers, or programs of computations and messages.

use super::error::LabError;
use super::merge::MOST_PROCESSES;
use super::options::Options;
use crate::lab::frame::{ProgramItem, Word};
use crate::whatif::Candidates;

/// The most events of a process.
pub const MOST_ITEMS: usize = 40;
/// The largest time.
const MOST_TIME: i64 = 100_000;
/// The most pairs of differences.
const MOST_PAIRS: usize = 40;
/// The most steps of a domino path.
const MOST_DOMINO: u32 = 10;

/// What is asked at What if.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhatIfInput {
    /// One message.
    Message(MessageInput),
    /// Which messages a few questions need.
    Aggregation(ProgramInput),
    /// What to leave out first.
    Domino(DominoInput),
}

/// One message, and how much earlier its ends begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageInput {
    /// Whether the send waits for the receive.
    pub synchronous: bool,
    /// When it is sent.
    pub t_p: i64,
    /// How long it takes.
    pub delay: i64,
    /// When the receive is called.
    pub t_q: i64,
    /// What both ends last beyond that.
    pub residual: i64,
    /// How much earlier sender and receiver begin, pair by pair.
    pub assumptions: Vec<(i64, i64)>,
}

/// Programs of processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramInput {
    /// How long each message takes.
    pub delay: i64,
    /// Of each process its items.
    pub processes: Vec<Vec<ProgramItem>>,
}

/// Programs, and what is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DominoInput {
    /// The programs.
    pub program: ProgramInput,
    /// What may be left out.
    pub candidates: Candidates,
    /// How many steps are gone at most.
    pub steps: usize,
}

impl WhatIfInput {
    /// Reads `10 4 8 1; 5 0; 0 5` (sent at, takes, receive called at, residual; pairs of differences) for the cases `a` to `d`, or
    /// programs such as `2: c4 s1 | c3 r1 c5*C1` (delay; computations, sends and receives by the number of their message).
    ///
    /// # Errors
    /// The text is not of that form, a number is beyond its bounds, or a message has no partner.
    pub fn parse(text: &str, options: &Options) -> Result<Self, LabError> {
        let is_program = text.contains('|');
        let case = options.case.as_deref().unwrap_or(if is_program { "domino" } else { "a" });
        match case {
            "a" | "b" | "c" | "d" => {
                let synchronous = matches!(case, "c" | "d");
                Ok(Self::Message(message(text, synchronous, options)?))
            }
            "aggregation" => Ok(Self::Aggregation(program(text)?)),
            "domino" => {
                let candidates = match options.of.as_deref() {
                    None | Some("waits") => Candidates::Waits,
                    Some("computations") => Candidates::Computations,
                    Some(other) => {
                        let what = "there is no such candidate of the domino path".to_owned();
                        return Err(LabError::new(what, other, "waits or computations"));
                    }
                };
                let steps = options.k.unwrap_or(3).clamp(1, MOST_DOMINO) as usize;
                Ok(Self::Domino(DominoInput { program: program(text)?, candidates, steps }))
            }
            // Other: it comes from a link.
            other => {
                let what = "there is no such case".to_owned();
                Err(LabError::new(what, other, "a, b, c, d, aggregation or domino"))
            }
        }
    }
}

fn number(text: &str, what: &str, range: std::ops::RangeInclusive<i64>) -> Result<i64, LabError> {
    let known = text.parse::<i64>().ok().filter(|number| range.contains(number));
    known.ok_or_else(|| {
        let found: String = text.chars().take(40).collect();
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        LabError::new(format!("{what} cannot be read"), found, expected)
    })
}

fn message(text: &str, synchronous: bool, options: &Options) -> Result<MessageInput, LabError> {
    let numbers =
        |text: &str| -> Vec<String> { text.split([',', ' ']).filter(|it| !it.is_empty()).map(str::to_owned).collect() };
    let mut parts = text.split(';');
    let measured = numbers(parts.next().unwrap_or(""));
    let [t_p, delay, t_q, residual] = measured.as_slice() else {
        let found = format!("{} numbers", measured.len());
        return Err(LabError::new(
            "the message cannot be read".to_owned(),
            found,
            "four numbers: sent at, takes, receive called at, residual",
        ));
    };
    let mut assumptions = Vec::new();
    for (place, pair) in parts.enumerate() {
        let pair = numbers(pair);
        let [p, q] = pair.as_slice() else {
            let what = format!("pair {} cannot be read", place + 1);
            return Err(LabError::new(what, pair.join(" "), "how much earlier p and q begin"));
        };
        let range = -MOST_TIME..=MOST_TIME;
        assumptions.push((number(p, "a difference", range.clone())?, number(q, "a difference", range)?));
    }
    if let (Some(p), Some(q)) = (options.p, options.q) {
        let limit = MOST_TIME as i32;
        assumptions = vec![(p.clamp(-limit, limit).into(), q.clamp(-limit, limit).into())];
    }
    assumptions.truncate(MOST_PAIRS);
    if assumptions.is_empty() {
        assumptions.push((0, 0));
    }
    Ok(MessageInput {
        synchronous,
        t_p: number(t_p, "the time of the send", 0..=MOST_TIME)?,
        delay: number(delay, "the time that the message takes", 0..=MOST_TIME)?,
        t_q: number(t_q, "the time of the receive", 0..=MOST_TIME)?,
        residual: number(residual, "the residual", 0..=MOST_TIME)?,
        assumptions,
    })
}

fn program(text: &str) -> Result<ProgramInput, LabError> {
    let (delay, text) = text.split_once(':').unwrap_or(("0", text));
    let delay = number(delay.trim(), "the time that messages take", 0..=MOST_TIME)?;
    let parts: Vec<&str> = text.split('|').collect();
    if !(2..=MOST_PROCESSES).contains(&parts.len()) {
        return Err(LabError::new(
            "the lab replays 2 to 4 processes".to_owned(),
            parts.len().to_string(),
            "a delay and programs with | between them, such as 2: c4 s1 c3 | c5 r1",
        ));
    }
    let mut processes: Vec<Vec<ProgramItem>> = Vec::new();
    for (process, part) in parts.iter().enumerate() {
        let items: Result<Vec<ProgramItem>, LabError> =
            part.split_whitespace().map(|word| item(process, word)).collect();
        let items = items?;
        if items.len() > MOST_ITEMS {
            let what = format!("process {process} has {} events; the lab replays {MOST_ITEMS}", items.len());
            return Err(LabError::new(what, items.len().to_string(), format!("{MOST_ITEMS} at most")));
        }
        processes.push(items);
    }
    paired(&processes)?;
    Ok(ProgramInput { delay, processes })
}

fn item(process: usize, word: &str) -> Result<ProgramItem, LabError> {
    let what = format!("{word:.20} of process {process}");
    let (kind, rest) = word.split_at_checked(1).unwrap_or(("", word));
    Ok(match kind {
        "c" => {
            let (time, name) = rest.split_once('*').map_or((rest, None), |(time, name)| (time, Some(name)));
            let name = name.map(|name| Word::from(name.chars().take(12).collect::<String>()));
            ProgramItem::Compute(number(time, &what, 0..=MOST_TIME)?, name.filter(|it| !it.is_empty()))
        }
        "s" => ProgramItem::Send(number(rest, &what, 0..=999)? as u32),
        "r" => ProgramItem::Receive(number(rest, &what, 0..=999)? as u32),
        // Other: no item begins like that.
        _ => {
            let expected = "c5 (computes 5), c5*C1 (the same, by name), s1 or r1 (message 1)";
            return Err(LabError::new(format!("{what} cannot be read"), word, expected));
        }
    })
}

/// Each message is sent once and received once, by another process.
fn paired(processes: &[Vec<ProgramItem>]) -> Result<(), LabError> {
    let ends = |wanted: fn(&ProgramItem) -> Option<u32>| {
        let of = move |(process, items): (usize, &Vec<ProgramItem>)| {
            items.iter().filter_map(wanted).map(move |message| (message, process)).collect::<Vec<_>>()
        };
        processes.iter().enumerate().flat_map(of).collect::<Vec<(u32, usize)>>()
    };
    let sends = ends(|item| if let ProgramItem::Send(message) = item { Some(*message) } else { None });
    let receives = ends(|item| if let ProgramItem::Receive(message) = item { Some(*message) } else { None });
    let count = |list: &[(u32, usize)], message: u32| list.iter().filter(|it| it.0 == message).count();
    for &(message, process) in sends.iter().chain(&receives) {
        let (one, other) = (count(&sends, message), count(&receives, message));
        if (one, other) != (1, 1) {
            let what = format!("message {message} has no partner, or several");
            let found = format!("{one} sends and {other} receives");
            return Err(LabError::new(what, found, "one send and one receive of each message"));
        }
        let by = |list: &[(u32, usize)]| list.iter().find(|it| it.0 == message).map(|it| it.1);
        if by(&sends) == by(&receives) {
            let what = format!("message {message} is sent and received by process {process}");
            return Err(LabError::new(what, process.to_string(), "two processes"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;

//! One action: its words, or what is wrong with it.

use std::ops::Range;

use loopscope_core::trace::ProcessId;

use crate::input::fraction::whole_part;
use crate::input::integer::short_decimal;
use crate::input::words::Words;
use crate::notes::Problem;

/// What an action does with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Verb {
    Send,
    Isend,
    Receive,
    Ireceive,
    Wait,
    WaitAll,
    Test,
    /// A collective operation; which argument is its root, and which its size.
    Collective {
        root: Root,
        size: u8,
    },
    /// A call of MPI that does nothing here.
    Call,
    /// Sets the type of what is sent.
    Init,
    /// Something else that takes time.
    Local,
    /// No event.
    Nothing,
}

/// The position of the root of a collective operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Root {
    None,
    /// This argument, else process 0.
    At(u8),
}

/// No argument gives the size.
const UNSIZED: u8 = u8::MAX;

const fn all(size: u8) -> Verb {
    Verb::Collective { root: Root::None, size }
}

const fn rooted(at: u8, size: u8) -> Verb {
    Verb::Collective { root: Root::At(at), size }
}

/// Actions in small letters, and the call of MPI that each is.
pub(super) const VERBS: &[(&str, Verb, &str)] = &[
    ("send", Verb::Send, "MPI_Send"),
    ("isend", Verb::Isend, "MPI_Isend"),
    ("recv", Verb::Receive, "MPI_Recv"),
    ("irecv", Verb::Ireceive, "MPI_Irecv"),
    ("wait", Verb::Wait, "MPI_Wait"),
    ("waitall", Verb::WaitAll, "MPI_Waitall"),
    ("test", Verb::Test, "MPI_Test"),
    ("barrier", all(UNSIZED), "MPI_Barrier"),
    ("bcast", rooted(1, 0), "MPI_Bcast"),
    ("reduce", rooted(2, 0), "MPI_Reduce"),
    ("allreduce", all(0), "MPI_Allreduce"),
    ("alltoall", all(0), "MPI_Alltoall"),
    ("alltoallv", all(UNSIZED), "MPI_Alltoallv"),
    ("gather", rooted(2, 0), "MPI_Gather"),
    // The positions of the root and the size in these depend on the number of processes.
    ("gatherv", all(UNSIZED), "MPI_Gatherv"),
    ("scatter", rooted(2, 0), "MPI_Scatter"),
    ("scatterv", all(UNSIZED), "MPI_Scatterv"),
    ("allgather", all(0), "MPI_Allgather"),
    ("allgatherv", all(UNSIZED), "MPI_Allgatherv"),
    ("reducescatter", all(UNSIZED), "MPI_Reduce_scatter"),
    ("scan", all(0), "MPI_Scan"),
    ("exscan", all(0), "MPI_Exscan"),
    ("init", Verb::Init, "MPI_Init"),
    ("finalize", Verb::Call, "MPI_Finalize"),
    ("comm_size", Verb::Call, "MPI_Comm_size"),
    ("comm_split", Verb::Call, "MPI_Comm_split"),
    ("comm_dup", Verb::Call, "MPI_Comm_dup"),
    ("compute", Verb::Local, "compute"),
    ("sleep", Verb::Local, "sleep"),
    ("location", Verb::Nothing, ""),
];

/// Letters of the longest action.
const LONGEST: usize = 13;

/// The place of an action in [`VERBS`], however it is spelled.
pub(super) fn verb(word: &[u8]) -> Option<usize> {
    let mut small = [0; LONGEST];
    let small = small.get_mut(..word.len())?;
    small.copy_from_slice(word);
    small.make_ascii_lowercase();
    VERBS.iter().position(|(name, ..)| name.as_bytes() == small)
}

/// An action without its process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Action {
    /// Place in [`VERBS`].
    pub(super) verb: u8,
    /// The other end of a message, or the source of the one that is waited for; -1 for any.
    pub(super) peer: i64,
    /// Where the message goes that is waited for.
    pub(super) destination: i64,
    /// `None` if any, or if messages have none.
    pub(super) tag: Option<i64>,
    /// Elements, and whether their type is named.
    pub(super) count: Option<u64>,
    pub(super) typed: bool,
    pub(super) root: Option<u32>,
    /// Whether it is written as before 2018.
    pub(super) old: bool,
}

impl Action {
    pub(super) fn kind(&self) -> Verb {
        VERBS.get(usize::from(self.verb)).map_or(Verb::Nothing, |(_, verb, _)| *verb)
    }
}

/// A problem with an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bad {
    pub(super) problem: Problem,
    pub(super) at: Range<usize>,
    pub(super) expected: &'static str,
}

const RANK: &str = "the rank of a process";
const MESSAGE: &str = "a process, a tag and a size";

/// The rank at the beginning of a line: `3` or `p3`.
pub(super) fn rank(word: &[u8]) -> Option<u32> {
    let digits = word.strip_prefix(b"p").unwrap_or(word);
    let number = short_decimal(digits).and_then(|number| u32::try_from(number).ok());
    number.filter(|&number| number <= ProcessId::MAX)
}

/// A whole number, with a sign or without; also `1e6` and `8.0`, as replays count in fractions.
fn number(word: &[u8]) -> Option<i64> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    if let Some(number) = short_decimal(digits).and_then(|number| i64::try_from(number).ok()) {
        return Some(if digits.len() < word.len() { -number } else { number });
    }
    whole_part(word)
}

/// A process among the arguments: `3`, `p3`, or below 0 for any.
fn process(word: &[u8]) -> Option<i64> {
    rank(word).map(i64::from).or_else(|| number(word).filter(|&number| number < 0))
}

/// Reads a line: its rank and its action; `None` if it is blank or a comment. `old` says whether the file
/// is written as before 2018, as far as that is known.
pub(super) fn parse(line: &[u8], old: Option<bool>) -> Result<Option<(u32, Action)>, Bad> {
    let mut words = Words::new(line);
    let Some((first, at)) = words.next() else { return Ok(None) };
    if first.starts_with(b"#") {
        return Ok(None);
    }
    let bad = |problem, at, expected| Bad { problem, at, expected };
    let own = rank(first).ok_or(bad(Problem::NotANumber, at, RANK))?;
    let missing = bad(Problem::WordMissing, 0..line.len(), "an action like send, compute or wait");
    let (word, at) = words.next().ok_or(missing)?;
    let known = "an action that SimGrid replays, like send, compute or wait";
    let place = verb(word).ok_or(bad(Problem::UnknownEvent, at, known))?;
    let kind = VERBS.get(place).map_or(Verb::Nothing, |(_, verb, _)| *verb);
    let mut action = Action {
        verb: place as u8,
        peer: -1,
        destination: -1,
        tag: None,
        count: None,
        typed: false,
        root: None,
        old: old == Some(true),
    };
    if matches!(kind, Verb::Local | Verb::Call | Verb::Nothing | Verb::WaitAll) {
        return Ok(Some((own, action)));
    }
    let rest: Vec<(&[u8], Range<usize>)> = words.collect();
    let word = |at: usize| rest.get(at).map(|(word, _)| *word);
    let wrong = |at: usize, expected| match rest.get(at) {
        Some((_, at)) => bad(Problem::NotANumber, at.clone(), expected),
        None => bad(Problem::WordMissing, 0..line.len(), expected),
    };
    match kind {
        Verb::Send | Verb::Isend | Verb::Receive | Verb::Ireceive => {
            action.peer = word(0).and_then(process).ok_or(wrong(0, MESSAGE))?;
            action.old |= rest.len() == 2;
            let size = if action.old { 1 } else { 2 };
            if !action.old {
                let tag = word(1).and_then(number).ok_or(wrong(1, MESSAGE))?;
                action.tag = Some(tag).filter(|&tag| tag >= 0);
            }
            let count = word(size).and_then(number).ok_or(wrong(size, MESSAGE))?;
            action.count = u64::try_from(count).ok();
            action.typed = rest.len() > size + 1;
        }
        Verb::Wait | Verb::Test => {
            action.old |= rest.is_empty();
            if !action.old {
                let key = "the source, destination and tag of a message";
                action.peer = word(0).and_then(process).ok_or(wrong(0, key))?;
                action.destination = word(1).and_then(process).ok_or(wrong(1, key))?;
                action.tag = Some(word(2).and_then(number).ok_or(wrong(2, key))?);
            }
        }
        Verb::Init => action.typed = !rest.is_empty(),
        Verb::Collective { root, size } => {
            if size != UNSIZED {
                let at = usize::from(size);
                let count = word(at).and_then(number).ok_or(wrong(at, "a size"))?;
                action.count = u64::try_from(count).ok();
                // What follows the size, the root and the amount of work is a type.
                let plain = match root {
                    Root::At(at) => usize::from(at) + 1,
                    Root::None => 2,
                };
                action.typed = rest.len() > plain;
            }
            action.root = match root {
                Root::At(at) => match word(usize::from(at)) {
                    Some(word) => rank(word),
                    None => Some(0),
                },
                _ => None,
            };
        }
        _ => {}
    }
    Ok(Some((own, action)))
}

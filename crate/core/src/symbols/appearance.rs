//! How to show a symbol, read from its text.
//!
//! Pictures need to know whether a symbol is a send or a receive, of which partner and with which tag. That is read from
//! the text and not from the trace, so a nest that was loaded from a file looks like one that was just built.

use crate::trace::View;

/// The kind of a symbol, as far as pictures distinguish kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// A message is sent.
    Send,
    /// A message is received.
    Receive,
    /// Many processes take part.
    Collective,
    /// Anything else.
    Other,
}

/// The parts of a symbol's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appearance<'a> {
    /// The kind.
    pub shape: Shape,
    /// The operation without its arguments: `send`, `MPI_Bcast`, `Isend`.
    pub name: &'a str,
    /// The partner, as written: a number, a distance such as `+1`, or nothing.
    pub peer: Option<&'a str>,
    /// The tag of the message.
    pub tag: Option<i64>,
    /// Size of the message in bytes.
    pub bytes: Option<u64>,
    /// The processes of a sync, as written.
    pub group: Option<&'a str>,
}

impl<'a> Appearance<'a> {
    /// Reads the text of a symbol of that view. Text of an unknown form is [`Shape::Other`] with
    /// the whole text as its name.
    pub fn of(view: View, text: &'a str) -> Self {
        let known = match view {
            View::Communication => from_line(text),
            View::Calls => from_call(text),
            // A tuple is shown whole.
            View::Values => None,
        };
        known.unwrap_or_else(|| plain(Shape::Other, text))
    }
}

fn plain(shape: Shape, name: &str) -> Appearance<'_> {
    Appearance { shape, name, peer: None, tag: None, bytes: None, group: None }
}

/// A line of the native format, possibly with `*` for parts that are left out.
fn from_line(text: &str) -> Option<Appearance<'_>> {
    let mut words = text.splitn(3, ' ');
    let (first, verb, rest) = (words.next()?, words.next()?, words.next()?);
    let given = |word: &'_ str| (word != "*").then_some(());
    match verb {
        "send" | "recv" => {
            let (second, tag) = rest.split_once(' ')?;
            let (shape, peer) = if verb == "send" { (Shape::Send, second) } else { (Shape::Receive, first) };
            let peer = given(peer).map(|()| peer);
            Some(Appearance { peer, tag: tag.parse().ok(), ..plain(shape, verb) })
        }
        "sync" => {
            let (name, group) = rest.split_once(' ')?;
            let group = given(group).map(|()| group);
            Some(Appearance { group, ..plain(Shape::Collective, name) })
        }
        "local" => Some(plain(Shape::Other, rest)),
        // Other: the text is not that of an event, so it has no fields.
        _ => None,
    }
}

/// `Name(argument,..)` or a bare name.
fn from_call(text: &str) -> Option<Appearance<'_>> {
    let (name, arguments) = match text.split_once('(') {
        Some((name, rest)) => (name, rest.strip_suffix(')')?),
        None => (text, ""),
    };
    // What follows is the site.
    let arguments = match arguments.strip_prefix('@') {
        Some(_) => "",
        None => arguments.split_once(",@").map_or(arguments, |(before, _)| before),
    };
    let shape = shape_of_call(name);
    let mut arguments = arguments.split(',').filter(|argument| !argument.is_empty());
    let peer = match shape {
        Shape::Send | Shape::Receive => arguments.next().filter(|&peer| peer != "*"),
        Shape::Collective | Shape::Other => None,
    };
    let mut appearance = Appearance { peer, ..plain(shape, name) };
    for argument in arguments {
        if let Some(tag) = argument.strip_prefix("tag") {
            appearance.tag = tag.parse().ok();
        } else if appearance.bytes.is_none() && shape != Shape::Other {
            appearance.bytes = match argument.strip_prefix("2^") {
                Some(power) => power.parse().ok().and_then(|power| 1u64.checked_shl(power)),
                None => argument.parse().ok(),
            };
        }
    }
    Some(appearance)
}

/// The shape of a call of the message-passing library, by its name in C or Fortran.
fn shape_of_call(name: &str) -> Shape {
    let lower = name.to_ascii_lowercase();
    let base = lower.strip_prefix("mpi_").unwrap_or(&lower).trim_end_matches('_');
    const SENDS: [&str; 8] = ["send", "isend", "bsend", "ssend", "rsend", "ibsend", "issend", "irsend"];
    const RECEIVES: [&str; 4] = ["recv", "irecv", "mrecv", "imrecv"];
    const COLLECTIVES: [&str; 12] = [
        "barrier",
        "bcast",
        "reduce",
        "allreduce",
        "gather",
        "allgather",
        "scatter",
        "alltoall",
        "scan",
        "exscan",
        "reduce_scatter",
        "comm_split",
    ];
    // Non-blocking (ibcast) and vector (allgatherv, alltoallw) forms look the same.
    let stem = base.trim_end_matches(['v', 'w']);
    if SENDS.contains(&base) {
        Shape::Send
    } else if RECEIVES.contains(&base) {
        Shape::Receive
    } else if COLLECTIVES.iter().any(|&known| known == base || known == stem || stem.strip_prefix('i') == Some(known)) {
        Shape::Collective
    } else {
        Shape::Other
    }
}

#[cfg(test)]
mod tests;

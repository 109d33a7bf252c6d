//! The text form of a model, printed and parsed.
//!
//! Like that of a nest, with the events of all processes in one topological order:
//!
//! ```text
//! processes 0-3
//! 0-3 sync MPI_Bcast 0-3
//! for i0 = 0 to 248            # 1 {0-3}
//!   for i1 = 0 to 61           # 2 {0,1} open 1 0 7
//!     0 send 1 2
//!     0 recv 1 2
//!   done
//! done
//! ```
//!
//! The first line names all processes. Every other line is an event as the native form writes it (a collective begins
//! with the processes that take part), or the start or end of a loop. After `#` come the name of the loop, its members,
//! and the channels (source, destination, tag) that are [open](super::Model::open) in it; all three follow from the rest
//! and are not read.

use std::fmt::Write;

use super::builder::{Event, ModelBuilder, ModelError};
use super::line::{parse_set, Line, LineKind};
use super::model::{Channel, Construct, ConstructId, Model};
use crate::nest::text::{quote, ParseError};
use crate::numbers::set_text;
use crate::trace::ProcessId;

/// Column at which the name of a loop stands, where the header leaves room.
pub(super) const NAME_COLUMN: usize = 29;

/// More processes than this are not read from a set.
const MOST: usize = 1 << 20;

/// The text form of a model. See [`write()`] for one that is streamed.
pub fn print(model: &Model) -> String {
    let mut text = String::new();
    let _ = write(&mut text, model);
    text
}

/// Writes the text form of a model.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut impl Write, model: &Model) -> std::fmt::Result {
    writeln!(out, "processes {}", set(model.processes()))?;
    write_part(out, model, Place::default())
}

/// Where a part of a text stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// How many loops are around it.
    pub(super) around: usize,
    /// How many levels it is indented.
    pub(super) indent: usize,
    /// How many loops are numbered before its own.
    pub(super) names: u32,
}

/// Writes the constructs of a model as a part of a larger text.
///
/// # Errors
/// Those of the writer.
pub(super) fn write_part(out: &mut impl Write, model: &Model, place: Place) -> std::fmt::Result {
    write_items(out, model, (model.root(), place), usize::MAX)
}

/// The first lines of the text form of a model, or of one of its constructs: at most `most`. O(what it prints).
///
/// A construct keeps the index that it has in the whole text (`i1` inside one loop), and begins at the left edge.
///
/// ```
/// use loopscope_core::system::text;
/// let model = text::parse("processes 0\nfor i0 = 0 to 9\n  0 local a\n  0 local b\ndone\n").unwrap();
/// let lines = text::print_first(&model, Some(model.root()[0]), 2);
/// assert_eq!(lines, ["for i0 = 0 to 9              # 1 {0}", "  0 local a"]);
/// ```
pub fn print_first(model: &Model, of: Option<ConstructId>, most: usize) -> Vec<String> {
    let mut text = String::new();
    let _ = match &of {
        Some(id) => {
            let around = std::iter::successors(model.parent(*id), |&outer| model.parent(outer));
            let place = Place { around: around.count(), ..Place::default() };
            write_items(&mut text, model, (std::slice::from_ref(id), place), most)
        }
        None => {
            let _ = writeln!(text, "processes {}", set(model.processes()));
            write_items(&mut text, model, (model.root(), Place::default()), most.saturating_sub(1))
        }
    };
    text.lines().take(most).map(str::to_owned).collect()
}

/// How many lines of the text form each construct takes, by its id. O(constructs).
pub fn line_counts(model: &Model) -> Vec<u64> {
    let mut counts: Vec<u64> = Vec::with_capacity(model.len());
    // The constructs of a body come before their loop.
    for id in model.ids() {
        let inside = match model.construct(id) {
            Construct::Loop(node) => {
                let body = model.body(&node).iter();
                1 + body.filter_map(|item| counts.get(item.index())).sum::<u64>()
            }
            _ => 0,
        };
        counts.push(1 + inside);
    }
    counts
}

/// Writes the first lines of some constructs.
fn write_items(
    out: &mut impl Write,
    model: &Model,
    (items, place): (&[ConstructId], Place),
    most: usize,
) -> std::fmt::Result {
    let mut rest = items.iter();
    let mut open = Vec::new();
    for _ in 0..most {
        let indent = 2 * (place.indent + open.len());
        match rest.next().map(|&id| (id, model.construct(id))) {
            Some((id, Construct::Loop(node))) => {
                let header = format!("for i{} = 0 to {}", place.around + open.len(), node.count - 1);
                let room = NAME_COLUMN.saturating_sub(indent + 2);
                let (name, members) = (place.names + model.loop_id(id), set(model.members(id)));
                write!(out, "{:indent$}{header:room$}  # {name} {{{members}}}", "")?;
                for (at, &channel) in model.open(&node).iter().enumerate() {
                    let Channel { src, dst, tag } = model.channel(channel);
                    let word = if at == 0 { " open" } else { "," };
                    write!(out, "{word} {src} {dst} {tag}")?;
                }
                out.write_char('\n')?;
                open.push(std::mem::replace(&mut rest, model.body(&node).iter()));
            }
            Some((id, _)) => {
                write!(out, "{:indent$}", "")?;
                quote::write_line(out, &line(model, id))?;
                out.write_char('\n')?;
            }
            None => {
                let Some(after) = open.pop() else { return Ok(()) };
                rest = after;
                let indent = 2 * (place.indent + open.len());
                writeln!(out, "{:indent$}done", "")?;
            }
        }
    }
    Ok(())
}

/// The construct of every line of the [printed](print) text: an event, or the loop that the line begins or ends. `None`
/// for the first line. O(constructs).
///
/// ```
/// use loopscope_core::system::text;
/// let model = text::parse("processes 0\nfor i0 = 0 to 9\n  0 local a\ndone\n").unwrap();
/// let lines = text::constructs(&model);
/// assert_eq!(lines.len(), 4);
/// assert_eq!((lines[0], lines[1], lines[3]), (None, Some(model.root()[0]), Some(model.root()[0])));
/// ```
pub fn constructs(model: &Model) -> Vec<Option<ConstructId>> {
    let mut lines = vec![None];
    let mut rest = model.root().iter();
    let mut open = Vec::new();
    loop {
        if let Some(&id) = rest.next() {
            lines.push(Some(id));
            if let Construct::Loop(node) = model.construct(id) {
                open.push((id, std::mem::replace(&mut rest, model.body(&node).iter())));
            }
        } else if let Some((id, after)) = open.pop() {
            lines.push(Some(id));
            rest = after;
        } else {
            return lines;
        }
    }
}

/// An event as a line; a collective starts with all its members.
fn line(model: &Model, id: ConstructId) -> String {
    let members = model.members(id);
    let first = members.first().copied().unwrap_or(ProcessId(0));
    let line = model.line(id, first);
    match (model.construct(id), line.split_once(' ')) {
        (Construct::Sync { .. }, Some((_, rest))) => format!("{} {rest}", set(members)),
        _ => line,
    }
}

fn set(processes: &[ProcessId]) -> String {
    set_text(processes.iter().map(|process| process.0))
}

/// Reads the text form, for any sensible layout: indentation, empty lines, the width of spaces between the
/// words of a header and everything after `#` are free. The order of constructs is kept as it is.
///
/// # Errors
/// [`ParseError`] for the first line that cannot be read, or for a loop without an end.
pub fn parse(text: &str) -> Result<Model, ParseError> {
    let mut builder = ModelBuilder::default();
    let mut counts = Vec::new();
    let mut headed = false;
    for (index, whole) in text.lines().enumerate() {
        let whole = whole.trim();
        let fail = |expected: &str| ParseError::new(index + 1, whole, expected);
        let refused = |error: ModelError| ParseError::new(index + 1, whole, expected_of(error));
        let quoted = if whole.starts_with('"') {
            let (line, rest) = quote::read_quoted(whole)
                .ok_or_else(|| fail("a JSON string with its closing quote and known escapes"))?;
            if !(rest.trim().is_empty() || rest.trim_start().starts_with('#')) {
                return Err(fail("nothing behind the JSON string"));
            }
            Some(line)
        } else {
            None
        };
        let line = quoted.as_deref().unwrap_or(whole.split('#').next().unwrap_or("").trim_end());
        let mut words = line.split_whitespace();
        match words.next().filter(|_| quoted.is_none()) {
            None if line.is_empty() => {}
            _ if !headed => {
                let listed = line.strip_prefix("processes");
                let members = listed.and_then(|list| match list.trim() {
                    "" => Some(Vec::new()),
                    list => parse_set(list, MOST),
                });
                let members = members.ok_or_else(|| fail("\"processes\" and their numbers, as 0-3,8"))?;
                builder = ModelBuilder::new(members.into_iter().map(ProcessId));
                headed = true;
            }
            Some("for") => {
                let expected = format!("\"for i{} = 0 to N\" with N the last index, 1 or more", counts.len());
                let index = format!("i{}", counts.len());
                let known = words.next() == Some(&index) && words.by_ref().take(3).eq(["=", "0", "to"]);
                let last = words.next().filter(|_| known && words.next().is_none());
                let last = last.and_then(|last| last.parse::<u64>().ok()).filter(|&last| last > 0);
                let count = last.and_then(|last| last.checked_add(1));
                counts.push(count.ok_or_else(|| fail(&expected))?);
                builder.begin_loop();
            }
            Some("done") if words.next().is_none() => {
                // The count is missing only where no loop is open, which `end_loop` refuses.
                builder.end_loop(counts.pop().unwrap_or(0)).map_err(refused)?;
            }
            // Other: neither `for` nor `done`, so an event; an unknown one is an error.
            _ => {
                let line = Line::parse(line).ok_or_else(|| {
                    fail("an event, \"0 send 1 2\", \"0 recv 1 2\", \"0-3 sync NAME 0-3\" or \"0 local WORDS\", \"for\" or \"done\"")
                })?;
                append(&mut builder, line)
                    .ok_or_else(|| fail("processes as numbers, 0-3,8 where there may be many"))?
                    .map_err(refused)?;
            }
        }
    }
    let last = text.lines().count() + 1;
    if !headed {
        return Err(ParseError::new(last, "the end of the text", "\"processes\" and their numbers"));
    }
    let expected = format!("\"done\" for {} open loops", counts.len());
    builder.finish().map_err(|_| ParseError::new(last, "the end of the text", expected))
}

/// Appends what a line says; `None` if its processes cannot be read.
pub(super) fn append(builder: &mut ModelBuilder, line: Line<'_>) -> Option<Result<ConstructId, ModelError>> {
    let own = || line.own.parse().ok().map(ProcessId);
    Some(match line.kind {
        LineKind::Send { peer, tag } => builder.event(Event::Send(Channel { src: own()?, dst: ProcessId(peer), tag })),
        LineKind::Recv { peer, tag } => builder.event(Event::Recv(Channel { src: ProcessId(peer), dst: own()?, tag })),
        LineKind::Sync { name, group } => {
            let group = parse_set(group, MOST)?;
            let members: Vec<ProcessId> = parse_set(line.own, MOST)?.into_iter().map(ProcessId).collect();
            builder.event(Event::Sync { name, group: &group, members: &members })
        }
        LineKind::Local { words } => builder.event(Event::Local { process: own()?, words }),
    })
}

fn expected_of(error: ModelError) -> String {
    match error {
        ModelError::UnknownProcess(_) => "a process that the first line names".to_owned(),
        ModelError::EmptyBody => "an event or a loop: a body cannot be empty".to_owned(),
        ModelError::Unbalanced | ModelError::Count(_) => "an event or the start of a loop: none is open".to_owned(),
        ModelError::TooLong => "fewer events: the model stands for more than 2^63".to_owned(),
        ModelError::Members => "the processes that meet, one at least".to_owned(),
    }
}

#[cfg(test)]
mod tests;

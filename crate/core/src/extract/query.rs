//! What is asked of a model: for each `get` a construct, processes, attributes, and a range of iterations.
//!
//! A query is checked against its model when it is made, whether it was read from [annotated text](super::annotate), from
//! JSON, or comes from a click. Then each of its `get` has a plan.

use std::fmt::Write;

use crate::numbers::set_text;
use crate::small_sort::SmallSort;
use crate::system::{Construct, ConstructId, Model};
use crate::trace::ProcessId;

/// On which side of its construct a `get` stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `->`: before it.
    Before,
    /// `<-`: after it.
    After,
}

/// What is wanted of a construct. Which there are depends on its kind: see [`attributes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Attribute {
    /// The size of an event; what a loop sends.
    Bytes,
    /// The period without the time in calls.
    Compute,
    /// From the start of the first event to the end of the last.
    Duration,
    /// When the last event ends.
    End,
    /// How many events there are.
    Events,
    /// Where the send of a receive lies among the events of its process.
    From,
    /// Time in calls.
    Mpi,
    /// The other process of a message.
    Peer,
    /// From the start of the first event to the next event after the last one.
    Period,
    /// Where the event lies among those of its process.
    Position,
    /// When the first event begins.
    Start,
    /// The tag of a message.
    Tag,
    /// The time at the boundary on whose side the `get` stands.
    Time,
    /// How long a receive waits for its send to begin, a collective for its last member.
    Wait,
}

impl Attribute {
    /// All attributes, by name.
    pub const ALL: [Self; 14] = [
        Self::Bytes,
        Self::Compute,
        Self::Duration,
        Self::End,
        Self::Events,
        Self::From,
        Self::Mpi,
        Self::Peer,
        Self::Period,
        Self::Position,
        Self::Start,
        Self::Tag,
        Self::Time,
        Self::Wait,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Compute => "compute",
            Self::Duration => "duration",
            Self::End => "end",
            Self::Events => "events",
            Self::From => "from",
            Self::Mpi => "mpi",
            Self::Peer => "peer",
            Self::Period => "period",
            Self::Position => "position",
            Self::Start => "start",
            Self::Tag => "tag",
            Self::Time => "time",
            Self::Wait => "wait",
        }
    }

    /// The attribute of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|attribute| attribute.name() == name)
    }
}

/// The attributes that a construct has, by name.
pub fn attributes(construct: Construct) -> &'static [Attribute] {
    use Attribute::{Bytes, Compute, Duration, End, Events, From, Mpi, Peer, Period, Position, Start, Tag, Time, Wait};
    match construct {
        Construct::Loop(_) => &[Bytes, Compute, Duration, End, Events, Mpi, Period, Position, Start, Time],
        Construct::Send(_) => &[Bytes, Duration, End, Peer, Position, Start, Tag],
        Construct::Recv(_) => &[Bytes, Duration, End, From, Peer, Position, Start, Tag, Wait],
        Construct::Sync { .. } => &[Bytes, Duration, End, Position, Start, Wait],
        Construct::Local { .. } => &[Duration, End, Position, Start],
    }
}

/// What a construct is called in messages.
fn kind_words(construct: Construct) -> &'static str {
    match construct {
        Construct::Loop(_) => "a loop",
        Construct::Send(_) => "a send",
        Construct::Recv(_) => "a receive",
        Construct::Sync { .. } => "a collective",
        Construct::Local { .. } => "a local event",
    }
}

/// Iterations of one loop, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The number of its index: 0 for `i0`.
    pub level: usize,
    /// The first index.
    pub first: u64,
    /// The last index.
    pub last: u64,
}

/// One question: a record for each time that a construct runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Get {
    /// What its records are called.
    pub label: String,
    /// The construct.
    pub construct: ConstructId,
    /// The side on which the `get` stands: of a loop, `time` and `position` are those of that boundary.
    pub side: Side,
    /// Whether each iteration of a loop is a record, not each time that it is entered.
    pub each: bool,
    /// The processes, ascending.
    pub processes: Vec<ProcessId>,
    /// What is wanted of each.
    pub attributes: Vec<Attribute>,
    /// The iterations that are wanted, ascending by index; of any other loop all.
    pub ranges: Vec<Range>,
}

/// All questions that are asked at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The questions, in order.
    pub gets: Vec<Get>,
}

/// The loops around a construct, outermost first; with `each` the loop itself is one of them. O(depth).
pub fn loops_around(model: &Model, id: ConstructId, each: bool) -> Vec<ConstructId> {
    let own = if each { Some(id) } else { model.parent(id) };
    let mut around: Vec<ConstructId> = std::iter::successors(own, |&inner| model.parent(inner)).collect();
    around.reverse();
    around
}

impl Get {
    /// Checks a question against its model, and puts processes and ranges in order; none is all that take part.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn checked(mut self, model: &Model) -> Result<Self, String> {
        let formula = self.label.starts_with(['=', '+', '-', '@', '\'']);
        if self.label.is_empty() || formula || self.label.chars().any(char::is_control) {
            let label = &self.label;
            return Err(format!("found the label {label:?}; expected words that begin with none of = + - @ '"));
        }
        let construct = model.construct(self.construct);
        let members = model.members(self.construct);
        if self.each && !matches!(construct, Construct::Loop(_)) {
            let kind = kind_words(construct);
            return Err(format!("'each' asks for the iterations of a loop, and this is {kind}"));
        }
        if self.processes.is_empty() {
            self.processes = members.to_vec();
        }
        self.processes.sort_small();
        self.processes.dedup();
        if let Some(other) = self.processes.iter().find(|own| members.binary_search(own).is_err()) {
            let covered = set_text(members.iter().map(|member| member.0));
            return Err(format!("process {other} has no part in this construct; it covers {{{covered}}}"));
        }
        if self.attributes.is_empty() {
            return Err(format!("no attribute; there are {}", names(construct)));
        }
        for (at, attribute) in self.attributes.iter().enumerate() {
            let name = attribute.name();
            if !attributes(construct).contains(attribute) {
                return Err(not_an_attribute(name, construct));
            }
            if self.attributes.iter().take(at).any(|earlier| earlier == attribute) {
                return Err(format!("'{name}' stands there twice"));
            }
        }
        let around = loops_around(model, self.construct, self.each);
        self.ranges.sort_small_by_key(|range| range.level);
        let mut last = None;
        for &Range { level, first, last: end } in &self.ranges {
            if last.replace(level) == Some(level) {
                return Err(format!("i{level} stands there twice"));
            }
            let Some(node) = around.get(level).and_then(|&id| model.as_loop(id)) else {
                return Err(no_index(level, around.len()));
            };
            if end >= node.count {
                return Err(format!("i{level} goes from 0 to {}", node.count - 1));
            }
            if first > end {
                return Err(format!("i{level} = {first}..{end} ends before it begins"));
            }
        }
        Ok(self)
    }
}

/// Why a word is no attribute of a construct.
pub(super) fn not_an_attribute(name: &str, construct: Construct) -> String {
    format!("'{name}' is no attribute of {}; there are {}", kind_words(construct), names(construct))
}

fn names(construct: Construct) -> String {
    let names: Vec<&str> = attributes(construct).iter().map(|it| it.name()).collect();
    names.join(", ")
}

fn no_index(level: usize, loops: usize) -> String {
    match loops {
        0 => format!("i{level} is no index here; no loop is around this construct"),
        1 => format!("i{level} is no index here; there is i0"),
        loops => format!("i{level} is no index here; there are i0 to i{}", loops - 1),
    }
}

impl Query {
    /// A query of these questions.
    ///
    /// # Errors
    /// The question of that number, from 0, and what is wrong with it: see [`Get::checked`]; or its label is that of one before.
    pub fn new(model: &Model, gets: Vec<Get>) -> Result<Self, (usize, String)> {
        let mut query = Self::default();
        for (at, get) in gets.into_iter().enumerate() {
            if let Some(earlier) = query.gets.iter().position(|other| other.label == get.label) {
                return Err((at, format!("the label {:?} is that of get {}", get.label, earlier + 1)));
            }
            query.gets.push(get.checked(model).map_err(|why| (at, why))?);
        }
        Ok(query)
    }
}

/// A question as a line of annotated text.
pub fn line(model: &Model, get: &Get) -> String {
    let mut text = String::from("get ");
    let _ = crate::nest::text::write_quoted(&mut text, &get.label);
    let all = get.processes == model.members(get.construct);
    let set = match all {
        true => "*".to_owned(),
        false => set_text(get.processes.iter().map(|process| process.0)),
    };
    let names: Vec<&str> = get.attributes.iter().map(|it| it.name()).collect();
    let arrow = match get.side {
        Side::Before => "->",
        Side::After => "<-",
    };
    let _ = write!(text, " {{{set}}}.{} {arrow}", names.join(","));
    if get.each {
        text.push_str(" each");
    }
    for (at, &Range { level, first, last }) in get.ranges.iter().enumerate() {
        text.push_str(if at == 0 { " where " } else { " and " });
        let _ = write!(text, "i{level} = {first}");
        if last != first {
            let _ = write!(text, "..{last}");
        }
    }
    text
}

//! Flow graphs as indented text, which reads back.
//!
//! ```text
//! process 0: 63807 calls, 40 nodes, 48 transitions; irreducible, split by entry (1 round)
//! # Process 0 runs F1 of its flow graph 254 times, with 99.9 % of its 63,807 calls.
//! MPI_Init x1
//! F1 x254  visits 1  calls 63780  time 99.5 %  in calls 89.5 %
//!   MPI_Send 8db1 x254
//!   F2 x15438  visits 249 (62 each)  calls 30876  time 39.4 %  in calls 95.6 %
//!     MPI_Recv 8e02 x15438
//! ```
//!
//! Nodes and loops stand in the order in which they first occur. `x` is followed by the number of events, or of iterations; a
//! loop of several visits says how many iterations each has, or the fewest and the most. A text that could be read as
//! something else is a JSON string. A line that begins with `#` says in words how
//! often the main loop runs and how its iterations differ; it is not read.

use std::fmt;

use loopscope_core::numbers::{counted, percent, set_text};
use loopscope_core::small_sort::SmallSort;

use super::builder::Flow;
use super::process::ProcessFlow;
use super::sentence::sentence;

/// How the name of a loop begins; `L` in texts of earlier versions.
const NAMES: [char; 2] = ['F', 'L'];

/// The outline of the graph of one process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Its number.
    pub process: u32,
    /// The processes with the same graph, where only one of each kind is listed; empty otherwise.
    pub alike: String,
    /// Its events.
    pub calls: u64,
    /// The nodes of its graph.
    pub nodes: u64,
    /// The edges of its graph.
    pub edges: u64,
    /// Whether loops have several entries.
    pub structure: Structure,
    /// Its nodes and loops.
    pub rows: Vec<OutlineRow>,
}

/// Whether the loops of a graph have several entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// None has.
    Reducible,
    /// Some had, and were split in so many rounds.
    Split(u32),
    /// So many have.
    Irreducible(u64),
}

/// A line of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineRow {
    /// Loops around it.
    pub depth: usize,
    /// What it says.
    pub kind: RowKind,
}

/// The loop or the node that a line of an outline is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutlinePlace {
    /// Loops around it.
    pub depth: usize,
    /// The node; of a loop its header.
    pub node: u32,
    /// The loop.
    pub inner: Option<u32>,
}

/// What a line of an outline stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A node: its text and how often it occurs.
    Event(String, u64),
    /// A loop.
    Loop(OutlineLoop),
}

/// A loop in an outline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutlineLoop {
    /// The number that names it.
    pub number: u64,
    /// Its iterations.
    pub iterations: u64,
    /// How often it is entered.
    pub visits: u64,
    /// Iterations of the shortest visit.
    pub least: u64,
    /// Iterations of the longest visit.
    pub most: u64,
    /// Events in it, inner loops included.
    pub calls: u64,
    /// Its share of the time of the process, and the share of its time that is in calls, as texts; none without times.
    pub times: Option<(String, String)>,
    /// Whether it has several entries.
    pub several_entries: bool,
}

impl Outline {
    /// The outline of a process.
    pub fn new(flow: &ProcessFlow) -> Self {
        let row = |place: OutlinePlace| {
            let kind = match place.inner {
                Some(id) => RowKind::Loop(loop_row(flow, id)),
                None => {
                    let known = flow.graph.nodes().get(place.node as usize);
                    RowKind::Event(flow.node_text(place.node), known.map_or(0, |node| node.count))
                }
            };
            OutlineRow { depth: place.depth, kind }
        };
        let rows = Self::places(flow).into_iter().map(row).collect();
        let structure = match (flow.irreducible, flow.rounds) {
            (0, 0) => Structure::Reducible,
            (0, rounds) => Structure::Split(rounds),
            (left, _) => Structure::Irreducible(left as u64),
        };
        let (nodes, edges) = (flow.size.0 as u64, flow.size.1 as u64);
        let (process, calls) = (flow.process.0, flow.metrics.total.calls);
        Self { process, alike: String::new(), calls, nodes, edges, structure, rows }
    }

    /// What each row of the outline of a process stands for. O(nodes + loops), times the logarithm.
    pub fn places(flow: &ProcessFlow) -> Vec<OutlinePlace> {
        let mut places = Vec::new();
        // Children of each loop and of the outside, by first appearance: nodes, and loops by their headers.
        let outside = flow.loops.all().len();
        let mut children: Vec<Vec<(u32, Option<u32>)>> = vec![Vec::new(); outside + 1];
        let list = |around: Option<u32>| around.map_or(outside, |id| id as usize);
        for (id, known) in flow.loops.all().iter().enumerate() {
            children[list(known.parent)].push((known.header, Some(id as u32)));
        }
        for node in 0..flow.graph.nodes().len() as u32 {
            children[list(flow.loops.innermost(node))].push((node, None));
        }
        for list in &mut children {
            list.sort_small();
        }
        let mut stack: Vec<(usize, usize)> = vec![(outside, 0)];
        while let Some((list, at)) = stack.last_mut() {
            let Some(&(node, inner)) = children.get(*list).and_then(|list| list.get(*at)) else {
                stack.pop();
                continue;
            };
            *at += 1;
            let depth = stack.len() - 1;
            places.push(OutlinePlace { depth, node, inner });
            stack.extend(inner.map(|id| (id as usize, 0)));
        }
        places
    }

    /// One outline for each process; with `kinds`, for the first of each kind.
    pub fn all(flow: &Flow, kinds: bool) -> Vec<Self> {
        if !kinds {
            return flow.processes.iter().map(Self::new).collect();
        }
        let members = flow.members().into_iter();
        let of_kind = members.filter_map(|(first, members)| {
            let alike = set_text(members);
            Some(Self { alike, ..Self::new(flow.processes.get(first)?) })
        });
        of_kind.collect()
    }

    /// The outline with a line that says how often the main loop runs, and how its iterations differ, in the words of the page.
    pub fn with_words(&self, flow: &Flow) -> String {
        let text = self.to_string();
        let process = flow.processes.iter().find(|it| it.process.0 == self.process);
        let words = process.map_or(Vec::new(), |process| sentence(flow, process, false));
        let words: String = words.iter().map(|part| part.text.as_str()).collect();
        match text.split_once('\n') {
            Some((head, rows)) => format!("{head}\n# {words}\n{rows}"),
            None => text,
        }
    }
}

fn loop_row(flow: &ProcessFlow, id: u32) -> OutlineLoop {
    let metrics = flow.metrics.loops.get(id as usize).copied().unwrap_or_default();
    let lengths = flow.lengths.get(id as usize).copied().unwrap_or_default();
    let kind = flow.loops.get(id).map(|known| known.kind);
    OutlineLoop {
        number: flow.number(id).into(),
        iterations: metrics.iterations,
        visits: metrics.visits,
        least: lengths.least,
        most: lengths.most,
        calls: metrics.total.calls,
        times: flow.tick.map(|_| {
            let share = flow.share_of_time(metrics.total.time());
            (percent(share), percent(metrics.total.inside_share()))
        }),
        several_entries: kind == Some(loopscope_core::event_flow::LoopKind::Irreducible),
    }
}

impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { process, calls, nodes, edges, .. } = self;
        write!(f, "process {process}")?;
        if !self.alike.is_empty() {
            write!(f, " (alike: {})", self.alike)?;
        }
        write!(f, ": {calls} calls, {nodes} nodes, {edges} transitions; ")?;
        match self.structure {
            Structure::Reducible => f.write_str("reducible")?,
            Structure::Split(rounds) => {
                let rounds = counted(rounds.into(), "round");
                write!(f, "irreducible, split by entry ({rounds})")?;
            }
            Structure::Irreducible(loops) => {
                write!(f, "irreducible, {loops} with several entries")?;
            }
        }
        f.write_str("\n")?;
        for row in &self.rows {
            write!(f, "{:indent$}", "", indent = 2 * row.depth)?;
            match &row.kind {
                RowKind::Event(text, count) if is_plain(text) => writeln!(f, "{text} x{count}")?,
                RowKind::Event(text, count) => {
                    writeln!(f, "{} x{count}", serde_json::Value::from(text.as_str()))?;
                }
                RowKind::Loop(row) => writeln!(f, "{row}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for OutlineLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, iterations, visits, least, most, calls, .. } = self;
        write!(f, "F{number} x{iterations}  visits {visits}")?;
        match (visits, least == most) {
            (0 | 1, _) => {}
            (_, true) => write!(f, " ({least} each)")?,
            (_, false) => write!(f, " ({least} to {most})")?,
        }
        write!(f, "  calls {calls}")?;
        if let Some((share, inside)) = &self.times {
            write!(f, "  time {share}  in calls {inside}")?;
        }
        if self.several_entries {
            f.write_str("  several entries")?;
        }
        Ok(())
    }
}

/// Whether a text can be read as nothing else.
fn is_plain(text: &str) -> bool {
    let is_loop = || {
        let digits = text.strip_prefix(NAMES).map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
        digits.is_some_and(|rest| rest.len() + 1 < text.len() && (rest.is_empty() || rest.starts_with(' ')))
    };
    !text.is_empty()
        && text.trim() == text
        && !text.starts_with(['"', ' ', '#'])
        && !text.starts_with("process ")
        && !text.contains(char::is_control)
        && !is_loop()
}

/// A line that is not part of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineError {
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for OutlineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is neither a process, a loop nor an event with its count", self.line)
    }
}

impl Outline {
    /// Reads what [`Display`](fmt::Display) wrote, of any number of processes.
    ///
    /// # Errors
    /// A line has another form.
    pub fn parse(text: &str) -> Result<Vec<Self>, OutlineError> {
        let mut outlines: Vec<Self> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let error = OutlineError { line: at + 1 };
            if line.starts_with("process ") {
                outlines.push(parse_head(line).ok_or(error)?);
                continue;
            }
            if line.starts_with("# ") {
                continue;
            }
            let inner = line.trim_start_matches(' ');
            let depth = (line.len() - inner.len()) / 2;
            let kind = parse_loop(inner).map(RowKind::Loop).or_else(|| parse_event(inner)).ok_or(error.clone())?;
            outlines.last_mut().ok_or(error)?.rows.push(OutlineRow { depth, kind });
        }
        Ok(outlines)
    }
}

fn parse_head(line: &str) -> Option<Outline> {
    let (who, rest) = line.strip_prefix("process ")?.split_once(": ")?;
    let (process, alike) = match who.split_once(" (alike: ") {
        Some((process, alike)) => (process, alike.strip_suffix(')')?),
        None => (who, ""),
    };
    let (sizes, structure) = rest.split_once("; ")?;
    let mut sizes = sizes.split(", ").filter_map(|part| part.split_once(' ')?.0.parse::<u64>().ok());
    let structure = match structure.strip_prefix("irreducible, ") {
        None => Structure::Reducible,
        Some(rest) => match rest.strip_prefix("split by entry (") {
            Some(rounds) => Structure::Split(rounds.split_once(' ')?.0.parse().ok()?),
            None => Structure::Irreducible(rest.split_once(' ')?.0.parse().ok()?),
        },
    };
    Some(Outline {
        process: process.parse().ok()?,
        alike: alike.to_owned(),
        calls: sizes.next()?,
        nodes: sizes.next()?,
        edges: sizes.next()?,
        structure,
        rows: Vec::new(),
    })
}

fn parse_event(line: &str) -> Option<RowKind> {
    let (text, count) = line.rsplit_once(" x")?;
    let text = match text.starts_with('"') {
        true => serde_json::from_str(text).ok()?,
        false => text.to_owned(),
    };
    Some(RowKind::Event(text, count.parse().ok()?))
}

fn parse_loop(line: &str) -> Option<OutlineLoop> {
    let mut parts = line.split("  ");
    let (number, iterations) = parts.next()?.strip_prefix(NAMES)?.split_once(" x")?;
    let visits = parts.next()?.strip_prefix("visits ")?;
    let (visits, each) = visits.split_once(" (").map_or((visits, None), |(n, each)| (n, Some(each)));
    let iterations = iterations.parse().ok()?;
    let (least, most) = match each.map(|each| each.trim_end_matches(')')) {
        None => (iterations, iterations),
        Some(each) => match each.split_once(" to ") {
            Some((least, most)) => (least.parse().ok()?, most.parse().ok()?),
            None => {
                let each = each.strip_suffix(" each")?.parse().ok()?;
                (each, each)
            }
        },
    };
    let calls = parts.next()?.strip_prefix("calls ")?.parse().ok()?;
    let mut row = OutlineLoop {
        number: number.parse().ok()?,
        iterations,
        visits: visits.parse().ok()?,
        least,
        most,
        calls,
        ..OutlineLoop::default()
    };
    for part in parts {
        if part == "several entries" {
            row.several_entries = true;
        } else if let Some(share) = part.strip_prefix("time ") {
            row.times = Some((share.to_owned(), String::new()));
        } else if let (Some(inside), Some(times)) = (part.strip_prefix("in calls "), &mut row.times) {
            times.1 = inside.to_owned();
        } else {
            return None;
        }
    }
    Some(row)
}

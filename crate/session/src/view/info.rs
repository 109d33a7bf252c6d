//! What a trace is, as text for the terminal.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::{Kind, Process, Record, RecordId, Sequence, Trace, View};

use super::columns::Table;
use super::{values, varies};
use crate::analysis::Analysis;
use crate::options::{belongs, fields_of};
use loopscope_core::numbers::{counted, percent, thousands};
use loopscope_formats::printable;

/// The messages of each channel: sent, received.
type Channels = BTreeMap<(u32, u32, i64), (u64, u64)>;

/// Counts the events of each record, one process after the other.
///
/// For each process it visits only the records that the process has. A program has about as many records as processes,
/// so visiting all records for each process would cost the square.
struct RecordCounts {
    counts: Vec<u64>,
    touched: Vec<RecordId>,
}

impl RecordCounts {
    fn new(trace: &Trace) -> Self {
        Self { counts: vec![0; trace.table().records().len()], touched: Vec::new() }
    }

    /// Calls `take` for each record of a process with the number of its events, in order of first appearance in the trace.
    fn each(&mut self, trace: &Trace, process: &Process, view: View, mut take: impl FnMut(&Record, u64)) {
        let Self { counts, touched } = self;
        for event in process.events(view).into_iter().flat_map(Sequence::iter) {
            if let Some(count) = counts.get_mut(event.index()) {
                if *count == 0 {
                    touched.push(event);
                }
                *count += 1;
            }
        }
        touched.sort_small_by_key(|id| id.index());
        for id in touched.drain(..) {
            let count = counts.get_mut(id.index()).map(std::mem::take);
            take(trace.table().record(id), count.unwrap_or_default());
        }
    }
}

/// What a trace is: its format, views, events by kind and channels, a line for each process, and calls by name; for
/// tuples, their labels and fields.
pub fn of_trace(name: &str, format: &str, trace: &Trace) -> String {
    let count = trace.processes().len() as u64;
    let mut out = format!("{}: {format}, {}\n", printable(name), counted(count, "process"));
    let views = trace.views();
    if views == [View::Values] {
        let _ = writeln!(out, "views     {}", View::Values.name());
        values::describe(trace, &mut out);
        return out;
    }
    let view = views.first().copied().unwrap_or(View::Communication);
    let events = EventTotals::new(trace, view);
    let calls = calls_by_name(trace);
    let _ = writeln!(out, "events    {}", events.line());
    if view != View::Calls && !calls.is_empty() {
        let total = thousands(calls.iter().map(|(_, count)| count).sum());
        let _ = writeln!(out, "calls     {total}, by name below");
    }
    let names: Vec<&str> = views.iter().map(|view| view.name()).collect();
    let _ = writeln!(out, "views     {}", names.join(", "));
    let fields: Vec<&str> = fields_of(trace, view).iter().map(|field| field.name()).collect();
    let fields = match fields.is_empty() {
        true => "none, items are whole words".to_owned(),
        false => fields.join(", "),
    };
    let _ = writeln!(out, "fields    {fields}");
    if view == View::Communication {
        let _ = writeln!(out, "channels  {}", channel_line(&events.channels, events.bytes, trace));
    }
    let mut label = "varies";
    for line in varies::lines(&varies::of(trace)) {
        let _ = writeln!(out, "{label:10}{}", printable(&line));
        label = "";
    }
    let _ = writeln!(
        out,
        "kept      {} bytes, {} different records\n",
        thousands(trace.kept_bytes()),
        thousands(trace.table().records().len() as u64)
    );
    events.processes.print(&mut out);
    if calls.len() > 1 {
        out.push('\n');
        calls_table(&calls).print(&mut out);
    }
    if views.contains(&View::Values) {
        out.push('\n');
        values::describe(trace, &mut out);
    }
    out
}

/// The events of a view, counted once for all lines that need them.
struct EventTotals {
    /// The kinds that the trace has, in the order in which they are listed.
    kinds: Vec<Kind>,
    by_kind: BTreeMap<Kind, u64>,
    channels: Channels,
    /// Bytes of all sends.
    bytes: u64,
    /// A row for each process.
    processes: Table,
}

impl EventTotals {
    fn new(trace: &Trace, view: View) -> Self {
        let present = |kind: &Kind| trace.table().records().iter().any(|record| record.kind == *kind);
        let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(present).filter(|kind| belongs(*kind, view)).collect();
        let mut head = vec!["process".to_owned(), "events".to_owned()];
        head.extend(kinds.iter().map(|kind| kind.name().to_owned()));
        head.push("file".to_owned());
        let mut totals = Self {
            kinds,
            by_kind: BTreeMap::new(),
            channels: Channels::new(),
            bytes: 0,
            processes: Table { rows: vec![head] },
        };
        let mut counts = RecordCounts::new(trace);
        for process in trace.processes() {
            let mut own: BTreeMap<Kind, u64> = BTreeMap::new();
            counts.each(trace, process, view, |record, count| {
                *own.entry(record.kind).or_default() += count;
                totals.add(process, record, count);
            });
            let mut row = vec![process.id.to_string(), thousands(own.values().sum())];
            let count = |kind| thousands(own.get(kind).copied().unwrap_or(0));
            row.extend(totals.kinds.iter().map(count));
            row.push(process.source.to_string());
            totals.processes.rows.push(row);
        }
        totals
    }

    fn add(&mut self, process: &Process, record: &Record, count: u64) {
        *self.by_kind.entry(record.kind).or_default() += count;
        if record.kind == Kind::Send {
            let bytes = count.saturating_mul(record.bytes.unwrap_or(0));
            self.bytes = self.bytes.saturating_add(bytes);
        }
        let (Some(peer), Some(tag)) = (record.peer, record.tag) else { return };
        let own = process.id.0;
        match record.kind {
            Kind::Send => self.channels.entry((own, peer, tag)).or_default().0 += count,
            Kind::Recv => self.channels.entry((peer, own, tag)).or_default().1 += count,
            Kind::Sync | Kind::Local | Kind::Call => {}
        }
    }

    /// `1,518,760: 759,360 send, 759,360 recv, 40 sync`
    fn line(&self) -> String {
        let part = |kind: &Kind| {
            let count = self.by_kind.get(kind).copied().unwrap_or(0);
            format!("{} {}", thousands(count), kind.name())
        };
        let parts: Vec<String> = self.kinds.iter().map(part).collect();
        format!("{}: {}", thousands(self.by_kind.values().sum()), parts.join(", "))
    }
}

/// The most names of calls that are listed. A list of symbols may have any number.
const MOST_CALLS: usize = 40;

/// How often each function is called, the most frequent first, equal ones by name.
fn calls_by_name(trace: &Trace) -> Vec<(&str, u64)> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut of_records = RecordCounts::new(trace);
    for process in trace.processes() {
        of_records.each(trace, process, View::Calls, |record, count| {
            *counts.entry(trace.table().name(record.name)).or_default() += count;
        });
    }
    let mut counts: Vec<(&str, u64)> = counts.into_iter().collect();
    // The sort is stable, so calls with equal counts stay in order of their names.
    counts.sort_small_by_key(|&(_, count)| Reverse(count));
    counts
}

/// The first [`MOST_CALLS`] calls, and all others together.
fn calls_table(calls: &[(&str, u64)]) -> Table {
    let mut table = Table { rows: vec![vec!["calls".to_owned(), "of".to_owned()]] };
    let rows = calls.iter().take(MOST_CALLS);
    table.rows.extend(rows.map(|(name, count)| vec![thousands(*count), (*name).to_owned()]));
    if let Some(others) = calls.get(MOST_CALLS..).filter(|others| !others.is_empty()) {
        let count = others.iter().map(|(_, count)| count).sum();
        table.rows.push(vec![thousands(count), counted(others.len() as u64, "other")]);
    }
    table
}

/// How many channels there are and whether sends and receives agree.
fn channel_line(channels: &Channels, bytes: u64, trace: &Trace) -> String {
    let sent: u64 = channels.values().map(|&(sent, _)| sent).sum();
    let has = |id: u32| trace.process(loopscope_core::trace::ProcessId(id)).is_some();
    // If the other end of a channel was not recorded, it does not show whether messages were lost.
    let whole: Vec<&(u64, u64)> =
        channels.iter().filter(|((from, to, _), _)| has(*from) && has(*to)).map(|(_, counts)| counts).collect();
    let odd = whole.iter().filter(|(sent, received)| sent != received).count() as u64;
    let open = (channels.len() - whole.len()) as u64;
    let agree = match (whole.len(), odd) {
        (0, _) => "their other ends are not in this trace".to_owned(),
        (_, 0) => "sends and receives agree".to_owned(),
        (_, odd) => format!("sends and receives differ on {}", thousands(odd)),
    };
    let agree = if open > 0 && !whole.is_empty() {
        format!("{agree}, the other end of {} is not in this trace", thousands(open))
    } else {
        agree
    };
    let count = channels.len() as u64;
    if count == 0 {
        return "none".to_owned();
    }
    format!(
        "{} (source, destination, tag), {} sent{}; {agree}",
        thousands(count),
        counted(sent, "message"),
        if bytes > 0 { format!(", {}", counted(bytes, "byte")) } else { String::new() }
    )
}

/// What a file of nests holds, with a line for each process.
pub fn of_nests(name: &str, analysis: &Analysis) -> String {
    let mut table = Table { rows: Vec::new() };
    let head = ["process", "events", "top level", "total", "loops", "depth", "coverage", "main loop"];
    table.rows.push(head.map(str::to_owned).to_vec());
    for process in &analysis.processes {
        let stats = &process.stats;
        let main = stats.main_loop.as_ref();
        table.rows.push(vec![
            process.process.to_string(),
            thousands(process.nest.len()),
            thousands(stats.top_level),
            thousands(stats.total),
            thousands(stats.loops),
            stats.depth.to_string(),
            percent(stats.coverage),
            main.map_or("none".to_owned(), |main| main_loop(main.count, main.period, main.runs)),
        ]);
    }
    let mut out = String::new();
    let count = analysis.processes.len() as u64;
    let signature = if analysis.signature.is_empty() {
        "none".to_owned()
    } else {
        printable(&analysis.signature.join(", ")).into_owned()
    };
    let _ = writeln!(out, "{}: nests, {}", printable(name), counted(count, "process"));
    let _ = writeln!(
        out,
        "method    {}\nview      {}\nsignature {signature}\n",
        printable(&analysis.method_text()),
        analysis.view.name()
    );
    table.print(&mut out);
    out
}

/// The main loop in a table: iterations x events, and the number of runs if there are several.
pub(crate) fn main_loop(count: u64, period: u64, runs: u64) -> String {
    let text = format!("{} x {}", thousands(count), thousands(period));
    match runs {
        0 | 1 => text,
        _ => format!("{text}, {}", counted(runs, "run")),
    }
}

//! What a trace says, as lines that do not depend on the numbers of records.

use std::collections::HashMap;

use loopscope_session::trace::{Kind, Record, Table, Trace, View};

/// Items of a trace above which their number stands for them: a loop in a compressed trace may be any number of events.
const MOST_ITEMS: u64 = 20_000;

/// Members of a group above which their number stands for them: a few letters may name all processes there can be.
const MOST_MEMBERS: usize = 1000;

/// Events and tuples of a trace, over all its views.
pub(crate) fn count(trace: &Trace) -> u64 {
    View::ALL.iter().map(|&view| trace.event_count(view)).sum()
}

/// Whether a trace is small enough for all its items to be compared.
pub(crate) fn is_small(trace: &Trace) -> bool {
    count(trace) <= MOST_ITEMS
}

/// Compares lines.
///
/// # Panics
/// At the first that differs.
pub(crate) fn assert_same(found: &[String], expected: &[String], what: &str) {
    let same = found.iter().zip(expected).take_while(|(a, b)| a == b).count();
    if same < found.len().max(expected.len()) {
        let (a, b) = (found.get(same), expected.get(same));
        let (all, wanted) = (found.len(), expected.len());
        panic!("{what}: line {same} of {all} is {a:?}; expected, of {wanted}, {b:?}");
    }
}

/// Every event and tuple of a trace with all its fields, process by process; of a large trace how many there are.
pub(crate) fn lines(trace: &Trace) -> Vec<String> {
    let views = [View::Calls, View::Communication, View::Values];
    views.into_iter().flat_map(|view| lines_of(trace, view)).collect()
}

/// The same of one view. A process without an item in it has no line.
pub(crate) fn lines_of(trace: &Trace, view: View) -> Vec<String> {
    let table = trace.table();
    let mut lines = Vec::new();
    if !is_small(trace) {
        let of = |process: &std::sync::Arc<loopscope_session::trace::Process>| process.len(view);
        return vec![format!("{:?}", trace.processes().iter().map(of).collect::<Vec<_>>())];
    }
    for process in trace.processes() {
        let mut texts: HashMap<usize, String> = HashMap::new();
        for id in process.events(view).into_iter().flatten() {
            let text = texts.entry(id.index()).or_insert_with(|| text_of(table.record(id), table));
            lines.push(format!("{} {text}", process.id));
        }
        let Some(values) = process.values().filter(|_| view == View::Values) else { continue };
        if values.is_empty() {
            continue;
        }
        let names: Vec<&str> = values.columns().iter().map(|column| column.name()).collect();
        lines.push(format!("{} fields {names:?}", process.id));
        lines.extend((0..values.len()).map(|at| format!("{} {:?}", process.id, values.text(at, table))));
    }
    lines
}

fn text_of(record: &Record, table: &Table) -> String {
    let Record { kind, name, peer, tag, group, bytes, root, op, site } = record;
    // A group without members, which only a forged file has, says no more than none.
    let members = group.map(|group| table.group(group)).filter(|members| !members.is_empty());
    let group = members.map(|members| {
        let shown = members.get(..MOST_MEMBERS).unwrap_or(members);
        (members.len(), members.last().copied(), shown)
    });
    let [op, site] = [op, site].map(|name| name.map(|name| table.name(name)));
    // Messages have no names of their own; only a forged file gives them any.
    let name = match kind {
        Kind::Send | Kind::Recv => kind.name(),
        _ => table.name(*name),
    };
    format!("{kind:?} {name:?} {peer:?} {tag:?} {group:?} {bytes:?} {root:?} {op:?} {site:?}")
}

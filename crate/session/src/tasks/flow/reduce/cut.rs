//! The calls of some steps of a trace as a trace of its own.

use std::io::{self, Write};

use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::{
    BuildError, Kind, MomentCursor, Process, Record, RecordId, Span, Table as Records, Trace, TraceBuilder, View,
};
use rustc_hash::FxHashMap;

use crate::export::{begin_timed, write_timed};

/// The calls of a process that are kept.
#[derive(Debug)]
pub(super) struct Windows {
    /// For each step that is kept its first call, the call after its last, and how many calls are kept before it.
    steps: Vec<(u64, u64, u64)>,
}

impl Windows {
    /// Steps by their calls, ascending: the first of each, and the one after its last.
    pub(super) fn new(ranges: impl Iterator<Item = (u64, u64)>) -> Self {
        let mut before = 0;
        let step = |(from, to): (u64, u64)| {
            let place = before;
            before += to.saturating_sub(from);
            (from, to, place)
        };
        Self { steps: ranges.map(step).collect() }
    }

    /// The number of steps.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The step that a call belongs to, among those that are kept, and where the call stands among theirs. O(log steps).
    #[inline(never)] // Once, not wherever it is called: the page downloads it.
    pub(super) fn find(&self, call: u64) -> Option<(usize, u64)> {
        let after = self.steps.partition_point(|&(from, ..)| from <= call);
        let at = after.checked_sub(1)?;
        let &(from, to, before) = self.steps.get(at)?;
        (call < to).then_some((at, before + call - from))
    }
}

/// Copies the calls of the windows, with the events that belong to them, at their times without what is left out between them. A message
/// that is cut in two is left out, and its call is not: its kept end would be taken for that of the next message.
pub(super) fn copy(
    process: &Process,
    table: &Records,
    (windows, left_out, cut): (&Windows, &[u64], &CutMessages),
    builder: &mut TraceBuilder,
) -> Result<(), BuildError> {
    builder.begin_source(&process.source);
    let slot = builder.process(process.id)?;
    let Some(times) = process.times(View::Calls) else { return Ok(()) };
    let tick = times.tick();
    builder.begin_times(slot, tick);
    let before = |step: usize| left_out.get(step).copied().unwrap_or(0);
    let mut known = vec![None; table.records().len()];
    let mut record = |builder: &mut TraceBuilder, id: RecordId| match known[id.index()] {
        Some(id) => Ok(id),
        None => {
            let new = copied(table.record(id), table, builder)?;
            known[id.index()] = Some(new);
            Ok(new)
        }
    };
    let calls = process.events(View::Calls).into_iter().flatten().zip(times.iter());
    for (at, (id, Span { enter, leave })) in (0..).zip(calls) {
        let Some((step, _)) = windows.find(at) else { continue };
        let id = record(builder, id)?;
        let moment = |time: u64| (time << tick.shift).saturating_sub(before(step));
        builder.push_timed_call(slot, id, moment(enter), moment(leave))?;
    }
    let Some(of_events) = process.times(View::Communication) else { return Ok(()) };
    let events = process.events(View::Communication).into_iter().flatten();
    let numbers = of_events.calls().into_iter().flatten();
    let mut cursor = MomentCursor::default();
    for (at, (id, [call])) in (0..).zip(events.zip(numbers)) {
        let Some((step, place)) = windows.find(call) else { continue };
        if cut.has(process, at) {
            continue;
        }
        let id = record(builder, id)?;
        match of_events.moments().and_then(|moments| cursor.at(moments, at)) {
            Some(time) => {
                let time = (time << tick.shift).saturating_sub(before(step));
                builder.push_timed_event(slot, id, place, time)?;
            }
            None => builder.push_event_of_call(slot, id, place)?,
        }
    }
    Ok(())
}

fn copied(record: &Record, table: &Records, builder: &mut TraceBuilder) -> Result<RecordId, BuildError> {
    let name = builder.name(table.name(record.name))?;
    let op = record.op.map(|op| builder.name(table.name(op))).transpose()?;
    let site = record.site.map(|site| builder.name(table.name(site))).transpose()?;
    let group = record.group.map(|group| builder.group(table.group(group).to_vec())).transpose()?;
    builder.record(Record { name, op, site, group, ..*record })
}

/// Counts bytes.
struct Counting(u64);

impl Write for Counting {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.0 += buffer.len() as u64;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Bytes of what precedes the first process in a table.
pub(super) fn size_of_head(trace: &Trace) -> u64 {
    let mut out = Counting(0);
    // Counting cannot fail.
    let _ = begin_timed(trace, &mut out);
    out.0
}

/// Bytes of a process in a table. O(events of the process).
pub(super) fn size_of_process(trace: &Trace, process: &Process) -> u64 {
    let mut out = Counting(0);
    // Counting cannot fail.
    let _ = write_timed(process, trace.table(), &mut out);
    out.0
}

/// The messages of which one end is kept and the other is not: the kept ends by the number of their process and their place among its
/// events, ascending.
#[derive(Debug, Default)]
pub(super) struct CutMessages(Vec<(u32, u64)>);

impl CutMessages {
    /// Those of a trace, as the whole of it has them: the n-th send of a process to another with a tag is received by the n-th receive of
    /// these. So it is noticed if as many of both are kept, but not those of the same messages. `each`: the processes, with the calls
    /// of each that are kept. O(events).
    pub(super) fn new<'a>(table: &Records, each: impl Iterator<Item = (&'a Process, &'a Windows)>) -> Self {
        // Of each end its place, and in the lowest bit whether it is kept.
        let mut channels: FxHashMap<(u32, u32, Option<i64>), [Vec<u64>; 2]> = FxHashMap::default();
        for (process, windows) in each {
            let Some(times) = process.times(View::Communication) else { continue };
            let events = process.events(View::Communication).into_iter().flatten();
            let calls = times.calls().into_iter().flatten();
            for (at, (id, [call])) in (0u64..).zip(events.zip(calls)) {
                let record = table.record(id);
                let (own, Some(peer)) = (process.id.0, record.peer) else { continue };
                let (channel, side) = match record.kind {
                    Kind::Send => ((own, peer, record.tag), 0),
                    Kind::Recv => ((peer, own, record.tag), 1),
                    _ => continue,
                };
                let kept = u64::from(windows.find(call).is_some());
                channels.entry(channel).or_default()[side].push(at << 1 | kept);
            }
        }
        let mut cut = Self::default();
        for ((from, to, _), [sends, receives]) in channels {
            // What has no other end in the whole trace is not cut.
            for (sent, received) in sends.into_iter().zip(receives) {
                let (process, end) = match (sent & 1, received & 1) {
                    (1, 0) => (from, sent),
                    (0, 1) => (to, received),
                    _ => continue,
                };
                cut.0.push((process, end >> 1));
            }
        }
        cut.0.sort_small();
        cut
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// Whether an event of a process is one of these ends.
    fn has(&self, process: &Process, place: u64) -> bool {
        self.0.binary_search(&(process.id.0, place)).is_ok()
    }
}

//! Merge: each process alone, its channels with their counts, what is left, and the layout that grows (Lamport's clocks).

use std::collections::VecDeque;

use loopscope_core::lab::frame::{Frame, FrameData, KeptLoop, MergeFrame, MergeStep};
use loopscope_core::system::{ChannelLog, LeftLog, Line, LineKind};

use super::stage::{LabBand, LabChannel, LabContent, LabItem, LabItemKind, LabLanes, LabLink, LabLook, LabStage};

/// A construct of one process, read from its line.
enum Piece<'a> {
    Event(&'a str),
    Loop(&'a str, Vec<Self>),
}

/// Reads a construct. The recursion is as deep as loops are nested.
fn piece(text: &str) -> Piece<'_> {
    let Some((count, body)) = text.strip_prefix("for ").and_then(|it| it.split_once(" { ")) else {
        return Piece::Event(text);
    };
    let body = body.strip_suffix(" }").unwrap_or(body);
    let (mut depth, mut begin) = (0usize, 0);
    let mut pieces = Vec::new();
    for (at, c) in body.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ';' if depth == 0 => {
                pieces.extend(body.get(begin..at).map(|part| piece(part.trim())));
                begin = at + 1;
            }
            _ => {}
        }
    }
    pieces.extend(body.get(begin..).map(|part| piece(part.trim())));
    Piece::Loop(count, pieces)
}

/// An event as an item.
fn event(text: &str, (row, column, depth): (usize, usize, usize), look: LabLook) -> LabItem {
    let (kind, words, short) = match Line::parse(text).map(|line| line.kind) {
        Some(LineKind::Send { peer, .. }) => (LabItemKind::Send, format!("send to {peer}"), format!("to {peer}")),
        Some(LineKind::Recv { peer, .. }) => {
            (LabItemKind::Receive, format!("receive from {peer}"), format!("from {peer}"))
        }
        Some(LineKind::Local { words }) => (LabItemKind::Local, words.to_owned(), words.chars().take(2).collect()),
        _ => (LabItemKind::Local, text.to_owned(), String::new()),
    };
    let says = format!("{row}: {words}");
    LabItem { kind, row, rows: 1, from: column, to: column + 1, depth, text: words, short, look, says }
}

/// Constructs of one process side by side; returns the column after the last.
fn row_of(
    items: &mut Vec<LabItem>,
    pieces: &[Piece<'_>],
    (row, mut column, depth): (usize, usize, usize),
    look: LabLook,
) -> usize {
    for piece in pieces {
        match piece {
            Piece::Event(text) => {
                items.push(event(text, (row, column, depth), look));
                column += 1;
            }
            Piece::Loop(count, body) => {
                let from = column;
                let at = items.len();
                column = row_of(items, body, (row, column, depth + 1), look).max(from + 1);
                let text = format!("×{count}");
                let says = format!("{row}: loop of {count} iterations, {} constructs", body.len());
                let short = String::new();
                let kind = LabItemKind::Loop;
                items.insert(at, LabItem { kind, row, rows: 1, from, to: column, depth, text, short, look, says });
            }
        }
    }
    column
}

/// What processes have left, side by side; the front looks like that where it is asked for.
fn left(frame: &MergeFrame, fronts: impl Fn(usize) -> Option<(usize, LabLook)>) -> LabLanes {
    let mut lanes = LabLanes { rows: rows(frame), ..LabLanes::default() };
    for (row, known) in frame.left.iter().enumerate() {
        let LeftLog { first, more } = &**known;
        let marked = fronts(row);
        let mut column = 0;
        for (place, text) in first.iter().enumerate() {
            let look = marked.filter(|(count, _)| place < *count).map_or(LabLook::Plain, |it| it.1);
            let begin = lanes.items.len();
            column = row_of(&mut lanes.items, &[piece(text)], (row, column, 0), look);
            // Of a loop the box alone is marked.
            for item in lanes.items.iter_mut().skip(begin).filter(|item| item.depth > 0) {
                item.look = LabLook::Plain;
            }
        }
        if *more > 0 {
            let text = format!("{more} more");
            let says = format!("{row}: {text}");
            let short = "…".to_owned();
            let kind = LabItemKind::Local;
            let look = LabLook::Plain;
            lanes.items.push(LabItem {
                kind,
                row,
                rows: 1,
                from: column,
                to: column + 1,
                depth: 0,
                text,
                short,
                look,
                says,
            });
            column += 1;
        }
        lanes.columns = lanes.columns.max(column);
    }
    lanes
}

fn rows(frame: &MergeFrame) -> Vec<String> {
    frame.processes.iter().map(u32::to_string).collect()
}

/// Something that came out of a level: an event or a loop, with what stands in it.
#[derive(Clone, Default)]
struct Group {
    items: Vec<LabItem>,
    links: Vec<LabLink>,
}

/// A channel: who sends, who receives, the tag.
type Channel = (u32, u32, i64);

/// A level as it is laid out so far.
#[derive(Default)]
struct Level {
    groups: Vec<Group>,
    /// Sends without a receive: their channel, and where they stand.
    sent: VecDeque<(Channel, (usize, usize))>,
    processes: Vec<u32>,
}

impl Level {
    fn row(&self, process: u32) -> usize {
        self.processes.iter().position(|&it| it == process).unwrap_or(0)
    }

    fn event(&mut self, text: &str, process: u32, column: u32) {
        let at = (self.row(process), column.max(1) as usize - 1);
        let mut group = Group { items: vec![event(text, (at.0, at.1, 0), LabLook::Plain)], links: Vec::new() };
        match Line::parse(text).map(|line| line.kind) {
            Some(LineKind::Send { peer, tag }) => self.sent.push_back(((process, peer, tag), at)),
            Some(LineKind::Recv { peer, tag }) => {
                let known = self.sent.iter().position(|(of, _)| *of == (peer, process, tag));
                if let Some((_, from)) = known.and_then(|place| self.sent.remove(place)) {
                    group.links.push(LabLink { from, to: at, look: LabLook::Plain });
                }
            }
            _ => {}
        }
        self.groups.push(group);
    }

    fn kept(&mut self, kept: &KeptLoop) {
        let row = self.row(kept.process);
        let from = kept.columns.0.max(1) as usize - 1;
        let mut items = Vec::new();
        row_of(&mut items, &[piece(&kept.text)], (row, from, 0), LabLook::Plain);
        // A loop in it is as wide as its body, where the row counts each event.
        if let Some(item) = items.first_mut() {
            item.to = item.to.max(kept.columns.1 as usize);
        }
        self.groups.push(Group { items, links: Vec::new() });
    }

    /// A loop around a body.
    fn around(&mut self, body: Self, step: (&[u32], u64, (u32, u32))) {
        let (processes, count, (first, last)) = step;
        let shift = first.max(1) as usize - 1;
        let of = |row: usize| body.processes.get(row).map_or(0, |&process| self.row(process));
        let mut group = Group::default();
        let rows: Vec<usize> = processes.iter().map(|&process| self.row(process)).collect();
        let (top, bottom) = (rows.iter().min().copied().unwrap_or(0), rows.iter().max().copied().unwrap_or(0));
        let says = format!("a loop of {count} iterations over {} processes", processes.len());
        group.items.push(LabItem {
            kind: LabItemKind::Loop,
            row: top,
            rows: bottom + 1 - top,
            from: shift,
            to: (last as usize).max(shift + 1),
            text: format!("×{count}"),
            says,
            ..LabItem::default()
        });
        for inner in &body.groups {
            group.items.extend(inner.items.iter().map(|item| LabItem {
                row: of(item.row),
                from: item.from + shift,
                to: item.to + shift,
                depth: item.depth + 1,
                ..item.clone()
            }));
            let end = |(row, column): (usize, usize)| (of(row), column + shift);
            let link = |link: &LabLink| LabLink { from: end(link.from), to: end(link.to), ..*link };
            group.links.extend(inner.links.iter().map(link));
        }
        self.groups.push(group);
    }
}

/// The levels that are open at a step, outermost first.
fn layout(frames: &[&Frame], upto: usize) -> Vec<Level> {
    let mut levels: Vec<Level> = Vec::new();
    for frame in frames.iter().take(upto + 1).copied().filter_map(merge_of) {
        let depth = frame.depth as usize;
        if frame.step == MergeStep::Start {
            levels.truncate(depth);
            levels.push(Level { processes: frame.processes.to_vec(), ..Level::default() });
            continue;
        }
        if let MergeStep::Coalesce { processes, count, columns, .. } = &frame.step {
            let body = if levels.len() > depth + 1 { levels.pop() } else { None };
            if let Some(level) = levels.get_mut(depth) {
                level.around(body.unwrap_or_default(), (processes, *count, *columns));
            }
            continue;
        }
        let Some(level) = levels.get_mut(depth) else { continue };
        match &frame.step {
            MergeStep::Event { process, text, columns } => level.event(text, *process, columns.0),
            MergeStep::Alone { kept } => level.kept(kept),
            MergeStep::Conflict { kept } => kept.iter().for_each(|kept| level.kept(kept)),
            _ => {}
        }
    }
    levels
}

/// A level as rows: groups from `made` on are still to come; the last of those before looks like this step where it is `now`.
fn lanes_of(level: &Level, made: usize, now: bool) -> LabLanes {
    let mut lanes = LabLanes { rows: level.processes.iter().map(u32::to_string).collect(), ..LabLanes::default() };
    for (place, group) in level.groups.iter().enumerate() {
        let look = if place >= made {
            LabLook::Next
        } else if now && place + 1 == made {
            LabLook::Now
        } else {
            LabLook::Plain
        };
        lanes.items.extend(group.items.iter().enumerate().map(|(at, item)| LabItem {
            // Of a loop the box alone is marked.
            look: if at > 0 && look == LabLook::Now { LabLook::Plain } else { look },
            ..item.clone()
        }));
        let soon = look == LabLook::Next;
        lanes.links.extend(
            group.links.iter().map(|link| LabLink { look: if soon { LabLook::Next } else { link.look }, ..*link }),
        );
    }
    lanes.columns = lanes.items.iter().map(|item| item.to).max().unwrap_or(0);
    lanes
}

fn merge_of(frame: &Frame) -> Option<&MergeFrame> {
    match &frame.data {
        FrameData::Merge(frame) => Some(frame),
        _ => None,
    }
}

fn channels(now: &[ChannelLog], before: Option<&[ChannelLog]>) -> Vec<LabChannel> {
    let channel = |(place, known): (usize, &ChannelLog)| {
        let changed = before.and_then(|before| before.get(place)).is_some_and(|it| it != known);
        let name = &known.channel;
        let flight = match known.in_flight {
            0 => String::new(),
            count => format!(", {count} in flight"),
        };
        let left = format!("{} sent, {} to send", known.sent, known.left_to_send);
        let right = format!("{} received, {} to receive", known.received, known.left_to_receive);
        let says = format!("channel {} to {}, tag {}: {left}; {right}{flight}", name.src.0, name.dst.0, name.tag);
        LabChannel {
            name: format!("{}→{}, tag {}{flight}", name.src.0, name.dst.0, name.tag),
            left,
            right,
            look: if changed { LabLook::Now } else { LabLook::Plain },
            says,
        }
    };
    now.iter().enumerate().map(channel).collect()
}

/// What of the constructs that are left this step is about: how many of each row, and how they look.
fn marked(frame: &MergeFrame, row: usize) -> Option<(usize, LabLook)> {
    let process = frame.processes.get(row)?;
    match &frame.step {
        MergeStep::Component { .. } | MergeStep::Split { .. } | MergeStep::Unroll { .. } => Some((1, LabLook::Now)),
        MergeStep::Shift { process: own, after, .. } if own == process => Some((after.len(), LabLook::Now)),
        _ => None,
    }
}

/// The stage at a step of the merge. O(what is shown and the steps before).
pub fn merge_stage(frames: &[&Frame], at: usize) -> LabStage {
    let Some(now) = frames.get(at).copied().and_then(merge_of) else { return LabStage::default() };
    let mut bands = Vec::new();
    if let Some(first) = frames.first().copied().and_then(merge_of) {
        let note = "its own loops";
        bands.push(LabBand::new("each alone", note, LabContent::Lanes(left(first, |_| None))));
    }
    let before = at.checked_sub(1).and_then(|at| frames.get(at)).copied().and_then(merge_of);
    let before = before.filter(|before| before.depth == now.depth).map(|before| &before.channels[..]);
    if !now.channels.is_empty() {
        let note = if now.depth == 0 { "in all" } else { "in one iteration" };
        let content = LabContent::Channels(channels(&now.channels, before));
        bands.push(LabBand::new("communicate", note, content));
    }
    if now.left.iter().any(|left| !left.first.is_empty()) && at > 0 {
        let note = if now.depth == 0 { "what is left" } else { "left of the body" };
        let content = LabContent::Lanes(left(now, |row| marked(now, row)));
        bands.push(LabBand::new("regularize", note, content));
    }
    let levels = layout(frames, at);
    let is_made = matches!(
        now.step,
        MergeStep::Event { .. } | MergeStep::Coalesce { .. } | MergeStep::Alone { .. } | MergeStep::Conflict { .. }
    );
    if let Some(body) = levels.last().filter(|_| levels.len() > 1) {
        let made = body.groups.len();
        let lanes = lanes_of(body, made, is_made);
        if !lanes.items.is_empty() {
            bands.push(LabBand::new("one iteration", "of the loop to come", LabContent::Lanes(lanes)));
        }
    }
    let made = levels.first().map_or(0, |level| level.groups.len());
    // Where the next coarse step leads.
    let stop = frames.iter().enumerate().skip(at + 1).find(|(_, frame)| frame.coarse);
    let next = stop.map(|(next, _)| layout(frames, next)).unwrap_or_default();
    let (shown, note) = match next.first().filter(|level| level.groups.len() > made) {
        Some(level) => (Some(level), "next step pale"),
        None => (levels.first(), "Lamport’s clocks"),
    };
    if let Some(level) = shown.filter(|level| !level.groups.is_empty()) {
        let lanes = lanes_of(level, made, is_made && now.depth == 0);
        let band = LabBand::new("coalesce", note, LabContent::Lanes(lanes));
        bands.push(if made == 0 { band.to_come() } else { band });
    }
    LabStage { columns: columns(frames), bands }
}

/// The columns of the programs as they begin, and of the merged program: those of the wider of the two.
fn columns(frames: &[&Frame]) -> usize {
    let first = frames.first().copied().and_then(merge_of);
    let of_first = first.map_or(0, |frame| left(frame, |_| None).columns);
    let end = layout(frames, frames.len().saturating_sub(1));
    let of_end = end.first().map_or(0, |level| lanes_of(level, level.groups.len(), false).columns);
    of_first.max(of_end)
}

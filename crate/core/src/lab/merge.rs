//! The merge of nests into one model, watched: the sweep that analyses traces, with the steps in the bodies of loops before the step in
//! which the loops become one.
//!
//! The sweep merges a level to its end before it looks into bodies; nothing depends on that order. Columns are clocks of Lamport inside
//! a level: the one after the last of the process, after that of the send, and for a loop as many as its body has.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::frame::{Columns, FrameData, KeptLoop, MergeFrame, MergeStep, Word};
use super::input::MergeInput;
use super::recording::{Head, Recording};
use super::say::{counted, list, spell, times};
use crate::numbers;
use crate::system::{merge_logged, Channel, LevelLog, Line, LineKind, Local, LoopLog, MergeLog, StateLog, StepKind};
use crate::trace::ProcessId;

/// Bodies with more constructs are not listed in sentences.
const MOST_LISTED: usize = 8;

/// Merges the nests of all processes.
pub(super) fn record(input: &MergeInput) -> Recording {
    let nests: Vec<_> = (0..input.processes.len()).map(|process| input.nest(process)).collect();
    let locals: Vec<Local<'_>> = nests
        .iter()
        .enumerate()
        .map(|(process, (nest, symbols))| Local { process: ProcessId(process as u32), nest, symbols })
        .collect();
    // The input has bounds, and its events are those of their processes: it has a model.
    let log = merge_logged(&locals).map_or_else(|_| MergeLog::default(), |(_, log)| log);
    let typed: Vec<Vec<Word>> = (0..nests.len()).map(|process| input.texts(process)).collect();
    let mut recorder = Recorder { frames: Recording::default() };
    recorder.walk(&log, 0, Shown { depth: 0, is_shown: true }, &typed);
    recorder.frames
}

struct Recorder {
    frames: Recording,
}

/// What a level came to.
#[derive(Default)]
struct Made {
    /// What came out of it.
    result: Vec<Word>,
    /// How many columns it has.
    width: u32,
}

/// The clocks of a level.
#[derive(Default)]
struct Clocks {
    last: FxHashMap<u32, u32>,
    /// By channel the columns of the messages in flight, and how many they are.
    in_flight: FxHashMap<Channel, VecDeque<(u32, u64)>>,
    width: u32,
}

impl Clocks {
    /// The columns of the next construct of some processes, which sends and receives so much on channels.
    fn place(&mut self, processes: &[u32], width: u32, flows: &[(Channel, bool, u64)]) -> Columns {
        let own = processes.iter().filter_map(|it| self.last.get(it)).max().copied().unwrap_or(0);
        let mut first = own + 1;
        // Messages that were in flight before it.
        let mut missing = Vec::new();
        for &(channel, _, amount) in flows.iter().filter(|flow| !flow.1) {
            let mut amount = amount;
            let queue = self.in_flight.entry(channel).or_default();
            while let Some((column, waiting)) = queue.front_mut() {
                first = first.max(*column + 1);
                let taken = amount.min(*waiting);
                (*waiting, amount) = (*waiting - taken, amount - taken);
                if *waiting == 0 {
                    queue.pop_front();
                }
                if amount == 0 {
                    break;
                }
            }
            missing.push((channel, amount));
        }
        let last = first.saturating_add(width.max(1) - 1);
        for &(channel, _, amount) in flows.iter().filter(|flow| flow.1) {
            let inside = missing.iter_mut().find(|(known, _)| *known == channel);
            let inside = inside.map_or(0, |(_, missing)| std::mem::take(missing)).min(amount);
            if amount > inside {
                self.in_flight.entry(channel).or_default().push_back((last, amount - inside));
            }
        }
        for &process in processes {
            self.last.insert(process, last);
        }
        self.width = self.width.max(last);
        (first, last)
    }
}

/// The place of a level among the others, and whether its steps are shown.
#[derive(Clone, Copy)]
struct Shown {
    depth: u32,
    is_shown: bool,
}

/// A level that is walked.
struct Walk<'a> {
    log: &'a MergeLog,
    level: &'a LevelLog,
    shown: Shown,
    typed: &'a [Vec<Word>],
    clocks: Clocks,
    bodies: FxHashMap<usize, Made>,
}

/// A step as it is shown: its line of the code, whether coarse stepping stops here, its sentence, and what it does.
type Outcome = (u8, bool, String, MergeStep);

impl Recorder {
    /// Shows the steps of a level, those in its bodies before the loops come out. The recursion is as deep as loops are nested.
    fn walk(&mut self, log: &MergeLog, at: usize, shown: Shown, typed: &[Vec<Word>]) -> Made {
        let Some(level) = log.levels.get(at) else { return Made::default() };
        let processes: Arc<[u32]> = level.processes.as_slice().into();
        let (clocks, bodies) = (Clocks::default(), FxHashMap::default());
        let mut walk = Walk { log, level, shown, typed, clocks, bodies };
        for step in &level.steps {
            let (line, is_stop, said, what) = match &step.kind {
                StepKind::Coalesce { .. } | StepKind::Alone { .. } | StepKind::Conflict { .. } => {
                    self.loops(&mut walk, &step.kind)
                }
                _ => walk.told(&step.kind, &step.state),
            };
            if !shown.is_shown {
                continue;
            }
            let is_last = shown.depth == 0 && matches!(what, MergeStep::End { .. });
            let head = Head { coarse: shown.depth == 0 && is_stop, line, is_last };
            let frame = MergeFrame {
                depth: shown.depth,
                processes: processes.clone(),
                left: step.state.left.clone(),
                channels: step.state.channels.clone(),
                step: what,
            };
            if is_last && log.is_cut() {
                self.frames.cut();
            }
            self.frames.push(head, said, FrameData::Merge(frame));
        }
        Made { result: result_of(level, &walk.bodies), width: walk.clocks.width }
    }

    /// The width and the constructs of a loop's body, whose steps are shown if loops become one there.
    fn body(&mut self, walk: &mut Walk<'_>, made: &LoopLog, is_shown: bool) -> (u32, Vec<Word>) {
        let Shown { depth, is_shown: outer } = walk.shown;
        let inner = Shown { depth: depth + 1, is_shown: outer && is_shown };
        let known = walk.level.bodies.iter().find(|(of, _)| *of == made.place);
        let Some(known) = known.map(|&(_, inside)| self.walk(walk.log, inside, inner, &[])) else {
            return (made.period.min(1_000) as u32, Vec::new());
        };
        let (width, result) = (known.width, known.result.clone());
        walk.bodies.insert(made.place, known);
        (width, result)
    }

    /// A step in which loops come out of the sweep.
    fn loops(&mut self, walk: &mut Walk<'_>, kind: &StepKind) -> Outcome {
        let kept: &[LoopLog] = match kind {
            StepKind::Coalesce { made } => {
                let (width, result) = self.body(walk, made, true);
                let columns = walk.clocks.place(&made.processes, width, &made.flows);
                let said = coalesced(made, &result);
                let (processes, count) = (made.processes.clone(), made.count);
                let step = MergeStep::Coalesce { processes, count, body: result, columns };
                return (8, true, said, step);
            }
            StepKind::Alone { kept } => std::slice::from_ref(kept),
            StepKind::Conflict { kept } => kept,
            _ => &[],
        };
        let mut all = Vec::new();
        for one in kept {
            let (width, _) = self.body(walk, one, false);
            all.push(kept_loop(one, walk.clocks.place(&one.processes, width, &one.flows)));
        }
        if let (StepKind::Alone { .. }, Some(kept)) = (kind, all.first()) {
            let (process, text) = (kept.process, short(&kept.text));
            let said = format!("The loop of process {process} waits for nobody: {text} runs as it is.");
            return (9, true, said, MergeStep::Alone { kept: kept.clone() });
        }
        let texts = all.iter().map(|it| format!("process {} ({})", it.process, short(&it.text)));
        let said = format!(
            "Every loop waits for another that comes after one that waits: those of {} stay as they are.",
            numbers::listed(&texts.collect::<Vec<String>>())
        );
        (9, true, said, MergeStep::Conflict { kept: all })
    }
}

impl Walk<'_> {
    /// A step without loops that come out.
    fn told(&mut self, kind: &StepKind, state: &StateLog) -> Outcome {
        match kind {
            StepKind::Event { process, text, message, ahead } => {
                let flow = message.map(|(channel, sends)| (channel, sends, 1));
                let columns = self.clocks.place(&[*process], 1, flow.as_slice());
                let said = event(text, (message.map(|it| it.0), state), columns.0, *ahead);
                let (process, text) = (*process, text.clone());
                (1, *ahead, said, MergeStep::Event { process, text, columns })
            }
            StepKind::Component { processes, counts, rates, g, links } => {
                let said = component(processes, counts, (rates, *g), links);
                (6, false, said, MergeStep::Component { rates: rates.clone(), g: *g })
            }
            StepKind::Split { processes, counts, rates, g } => {
                let rest = counts.iter().zip(rates).map(|(n, x)| n - (g * x).min(*n)).collect();
                let said = split(processes, counts, rates, *g);
                (7, true, said, MergeStep::Split { rates: rates.clone(), g: *g, rest })
            }
            StepKind::Unroll { rates, g } => {
                let said = match g {
                    0 => "Not one of them fits: iterations that go with one of the others are unrolled.",
                    _ => "Only one of them fits: one round is unrolled.",
                };
                (7, true, said.to_owned(), MergeStep::Unroll { rates: rates.clone(), g: *g })
            }
            StepKind::Shift { process, how, before, after, given, left, reason } => {
                let said = shifted((*process, *how), given, *left, *reason);
                let (process, before, after) = (*process, before.clone(), after.clone());
                (4, true, said, MergeStep::Shift { process, how, before, after })
            }
            StepKind::Reroll { counts } => {
                let said = format!("Iterations beside a loop go back into it: {} now.", list(counts.iter()));
                (8, true, said, MergeStep::Reroll { counts: counts.clone() })
            }
            StepKind::End => {
                let result = result_of(self.level, &self.bodies);
                let said = end(self.shown.depth, &result, state);
                (10, true, said, MergeStep::End { result })
            }
            // Those with loops are told elsewhere.
            StepKind::Start | StepKind::Coalesce { .. } | StepKind::Alone { .. } | StepKind::Conflict { .. } => {
                let said = start(self.shown.depth, self.level, state, self.typed);
                (1, true, said, MergeStep::Start)
            }
        }
    }
}

fn result_of(level: &LevelLog, bodies: &FxHashMap<usize, Made>) -> Vec<Word> {
    let text = |(place, made): &(usize, Result<Word, u64>)| match made {
        Ok(text) => text.clone(),
        Err(count) => {
            let body = bodies.get(place).map_or(&[][..], |body| &body.result);
            format!("for {count} {{ {} }}", body.join("; ")).into()
        }
    };
    level.result.iter().map(text).collect()
}

fn kept_loop(made: &LoopLog, columns: Columns) -> KeptLoop {
    let process = made.processes.first().copied().unwrap_or(0);
    KeptLoop { process, text: made.text.clone(), columns }
}

/// A construct in a few words: `send to 1`, `receive from 0`, `×3 {send to 1}`.
fn short(text: &str) -> String {
    if let Some((count, body)) = text.strip_prefix("for ").and_then(|it| it.split_once(" { ")) {
        let body = body.strip_suffix(" }").unwrap_or(body);
        return match body.contains('{') {
            true => spell(&format!("×{count}")),
            false => {
                let events: Vec<String> = body.split("; ").map(short).collect();
                format!("{} of {}", spell(&format!("×{count}")), events_text(&events))
            }
        };
    }
    match Line::parse(text).map(|line| line.kind) {
        Some(LineKind::Send { peer, .. }) => format!("send to {peer}"),
        Some(LineKind::Recv { peer, .. }) => format!("receive from {peer}"),
        Some(LineKind::Local { words }) => words.to_owned(),
        Some(LineKind::Sync { name, .. }) => name.to_owned(),
        None => text.to_owned(),
    }
}

fn events_text(events: &[String]) -> String {
    match events.len() {
        0..=MOST_LISTED => numbers::listed(events),
        many => counted(many, "construct"),
    }
}

fn front(text: Option<&Word>) -> String {
    let Some(text) = text else { return "nothing".to_owned() };
    match text.strip_prefix("for ").and_then(|it| it.split_once(' ')) {
        Some((count, _)) => format!("a loop of {count} iterations"),
        None => short(text),
    }
}

fn start(depth: u32, level: &LevelLog, state: &StateLog, typed: &[Vec<Word>]) -> String {
    let fronts = level
        .processes
        .iter()
        .zip(&state.left)
        .map(|(process, left)| format!("process {process} begins with {}", front(left.first.first())));
    let fronts: Vec<String> = fronts.collect();
    let says = numbers::listed(&fronts);
    if depth > 0 {
        return format!("In the body {says}.");
    }
    let moved = level.processes.iter().zip(&state.left).zip(typed).filter(|((_, left), typed)| {
        let typed = typed.iter().take(left.first.len());
        !typed.eq(left.first.iter()) || left.more + left.first.len() < left.first.len()
    });
    let moved: Vec<String> = moved.map(|((process, _), _)| process.to_string()).collect();
    let says = numbers::capital(&says);
    match moved.len() {
        0 => format!("{says}."),
        _ => format!(
            "{says}. Before that, the loops of process {} are made to begin as early as they can.",
            numbers::listed(&moved)
        ),
    }
}

fn event(text: &str, (channel, state): (Option<Channel>, &StateLog), column: u32, ahead: bool) -> String {
    let line = Line::parse(text);
    let own = line.map_or("", |line| line.own);
    let does = match line.map(|line| line.kind) {
        Some(LineKind::Send { peer, .. }) => format!("sends to {peer}"),
        Some(LineKind::Recv { peer, .. }) => format!("receives from {peer}"),
        _ => format!("does {}", short(text)),
    };
    let known = state.channels.iter().find(|it| Some(it.channel) == channel);
    let flight =
        known.map_or(String::new(), |it| format!("; {} in flight", counted(it.in_flight.max(0) as usize, "message")));
    let ahead = if ahead { ", ahead of its message, as nothing else can go on" } else { "" };
    format!("Process {own} {does}{ahead}, at clock {column}{flight}.")
}

fn channel_text(channel: &Channel) -> String {
    spell(&format!("{}→{}:{}", channel.src.0, channel.dst.0, channel.tag))
}

fn component(processes: &[u32], counts: &[u64], (rates, g): (&[u64], u64), links: &[(Channel, u64, u64)]) -> String {
    let loops =
        processes.iter().zip(counts).map(|(process, count)| format!("{process} ({})", spell(&format!("×{count}"))));
    let loops: Vec<String> = loops.collect();
    let exchange = links.iter().map(|(channel, sends, recvs)| {
        format!("{sends} against {recvs} messages an iteration on {}", channel_text(channel))
    });
    let exchange: Vec<String> = exchange.collect();
    let mut rounds = processes.iter().zip(rates).map(|(process, rate)| (rate, process));
    let first = rounds.next().map_or(String::new(), |(rate, process)| {
        format!("{} of process {process} {}", counted(*rate as usize, "iteration"), numbers::verb(*rate, "goes", "go"))
    });
    let others: Vec<String> = rounds.map(|(rate, process)| format!("{rate} of process {process}")).collect();
    format!(
        "The loops of processes {} exchange {}: {first} with {}, {}.",
        numbers::listed(&loops),
        numbers::listed(&exchange),
        numbers::listed(&others),
        times(u32::try_from(g).unwrap_or(u32::MAX)),
    )
}

fn split(processes: &[u32], counts: &[u64], rates: &[u64], g: u64) -> String {
    let part = |((process, count), rate): ((&u32, &u64), &u64)| {
        let of = if *rate > 1 { format!(" of {}", spell(&format!("×{rate}"))) } else { String::new() };
        let rest = match count - (g * rate).min(*count) {
            0 => String::new(),
            1 => " and one iteration".to_owned(),
            rest => format!(" and {}", spell(&format!("×{rest}"))),
        };
        let count = spell(&format!("×{count}"));
        if of.is_empty() && rest.is_empty() {
            format!("{count} of process {process} stays")
        } else {
            format!("{count} of process {process} becomes {}{of}{rest}", spell(&format!("×{g}")))
        }
    };
    let parts: Vec<String> = processes.iter().zip(counts).zip(rates).map(part).collect();
    format!("{}.", parts.join("; "))
}

fn coalesced(made: &LoopLog, body: &[Word]) -> String {
    let processes: Vec<String> = made.processes.iter().map(u32::to_string).collect();
    let events: Vec<String> = body.iter().map(|text| short(text)).collect();
    format!(
        "The {} loops become one of {} over processes {}: {}.",
        numbers::in_words(processes.len() as u64),
        counted(usize::try_from(made.count).unwrap_or(usize::MAX), "iteration"),
        numbers::listed(&processes),
        events_text(&events),
    )
}

fn shifted((process, how): (u32, &str), given: &[Word], left: u64, reason: Option<(Channel, bool, u64)>) -> String {
    let why = match reason {
        Some((channel, true, _)) => {
            format!("Process {} waits for a message of {process}, whose front is a loop that sends it. ", channel.dst.0)
        }
        Some((_, false, amount)) => format!(
            "{} in flight before the loop of process {process}. ",
            numbers::capital(&match amount {
                1 => "one message is".to_owned(),
                many => format!("{} messages are", numbers::in_words(many)),
            })
        ),
        None => format!("One iteration of process {process} holds all that its partner has. "),
    };
    if how == "split" {
        return format!("{why}Its loop is split into two.");
    }
    let events: Vec<String> = given.iter().map(|text| short(text)).collect();
    let then = match how {
        "shift" => ", turned round, and a rest after them",
        "shift, count kept" => ", as a copy of that part followed the loop",
        // Other: whole iterations are given out, and nothing is to be said of them.
        _ => "",
    };
    format!(
        "{why}Process {process} gives out {} before its loop: {} {} left{then}.",
        events_text(&events),
        counted(usize::try_from(left).unwrap_or(usize::MAX), "iteration"),
        numbers::verb(left, "is", "are"),
    )
}

fn end(depth: u32, result: &[Word], state: &StateLog) -> String {
    let constructs: usize = result.iter().map(|text| constructs_in(text)).sum();
    let open: i64 = state.channels.iter().map(|it| it.in_flight.max(0)).sum();
    let rest = match open {
        0 => "every message has its receive".to_owned(),
        open => format!("{} no receive", counted_have(open as usize)),
    };
    let place = if depth == 0 { "program" } else { "body" };
    format!("Nothing is left in the {place}: {}, {rest}.", counted(constructs, "construct"))
}

fn counted_have(open: usize) -> String {
    let verb = numbers::verb(open as u64, "has", "have");
    format!("{} {verb}", counted(open, "message"))
}

/// How many constructs a text stands for: its loops and events.
fn constructs_in(text: &str) -> usize {
    let loops = text.matches(" { ").count();
    let events = text.split("; ").count();
    loops + events
}

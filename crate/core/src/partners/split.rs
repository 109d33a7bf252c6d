//! Which processes are hubs, and the model in which each is one process for each of its partners.

use rustc_hash::FxHashMap;

use super::line::Message;
use super::rename::{largest, Groups, Parts};
use super::turns::{HubEvent, Turns};
use super::{ENOUGH, LEAST_COVERAGE, LEAST_PARTNERS, LONGEST};
use crate::nest::{optimal, Nest, Stats};
use crate::small_sort::SmallSort;
use crate::symbols::{Symbol, SymbolTable};
use crate::system::{merge_as, Line, LineKind, Local, LoopForm, Merged, Model};
use crate::trace::ProcessId;

/// Which processes are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those whose loops hold less than three quarters of their events and, partner by partner, four fifths in less than half as many
    /// items.
    Auto,
    /// Each with at least three partners whose events have one partner or are collectives.
    All,
}

/// The model of a program in which each hub is one process for each of its partners.
#[derive(Clone, Debug)]
pub struct Split {
    /// The model; the parts of hubs are processes whose numbers are larger than those of all others.
    pub merged: Merged,
    /// Whose turn it was at each hub, ascending by hub.
    pub turns: Vec<Turns>,
    /// The processes of the trace, ascending.
    pub processes: Vec<ProcessId>,
    pub(super) parts: Parts,
}

/// The most partners times collectives of a hub: each part has all of them.
const MOST_COPIED: u64 = 1 << 22;

/// A hub, partner by partner.
struct Hub<'a> {
    local: &'a Local<'a>,
    partners: Vec<u32>,
    /// For each symbol the place of its partner and its key; `None` for a collective.
    kinds: Vec<Option<(u32, u32)>>,
    keys: Vec<String>,
    /// The events with each partner, and all collectives.
    strings: Vec<Vec<Symbol>>,
}

impl Hub<'_> {
    /// All collectives: what there is with a process that only sends to the hub.
    fn syncs(&self) -> Vec<Symbol> {
        let is_sync = |symbol: &Symbol| self.kinds.get(symbol.0 as usize) == Some(&None);
        self.local.nest.symbols().filter(is_sync).collect()
    }
}

/// Splits the hubs among processes and merges all; `None` if there is no hub, or if there is no model of the parts. The nests are
/// those of the recorded events.
pub fn split(form: LoopForm, locals: &[Local<'_>], which: Which) -> Option<Split> {
    let mut hubs: Vec<Hub<'_>> = locals.iter().filter_map(|local| hub(local, which, LEAST_PARTNERS)).collect();
    if hubs.is_empty() {
        return None;
    }
    // The corner of a grid of hubs has two partners, and repeats by chance more often.
    let known: Vec<u32> = hubs.iter().map(|hub| hub.local.process.0).collect();
    let is_hub = |process: u32| known.binary_search(&process).is_ok();
    let meets_hub = |local: &&Local<'_>| {
        let mut messages = local.symbols.texts().iter().filter_map(|text| Message::read(text));
        !is_hub(local.process.0) && messages.any(|message| is_hub(message.peer))
    };
    let corners = locals.iter().filter(meets_hub);
    let corners: Vec<Hub<'_>> = corners.filter_map(|local| partner_by_partner(local, which, 2)).collect();
    hubs.extend(corners);
    hubs.sort_small_by_key(|hub| hub.local.process);
    merged(form, locals, &hubs)
}

/// A process partner by partner, if it is a hub.
fn hub<'a>(local: &'a Local<'a>, which: Which, least: usize) -> Option<Hub<'a>> {
    match which == Which::Auto && Stats::new(local.nest).coverage >= ENOUGH {
        true => None,
        false => partner_by_partner(local, which, least),
    }
}

fn partner_by_partner<'a>(local: &'a Local<'a>, which: Which, least: usize) -> Option<Hub<'a>> {
    let stats = Stats::new(local.nest);
    if local.nest.len() > LONGEST {
        return None;
    }
    let (partners, kinds, keys) = kinds(local.symbols)?;
    if partners.len() < least {
        return None;
    }
    let mut strings: Vec<Vec<Symbol>> = vec![Vec::new(); partners.len()];
    let mut copied = 0;
    for symbol in local.nest.symbols() {
        match kinds.get(symbol.0 as usize)? {
            Some((partner, _)) => strings.get_mut(*partner as usize)?.push(symbol),
            None => {
                copied += partners.len() as u64;
                if copied > MOST_COPIED {
                    return None;
                }
                strings.iter_mut().for_each(|string| string.push(symbol));
            }
        }
    }
    let (mut covered, mut all, mut items) = (0.0, 0.0, 0);
    for string in &strings {
        let own = Stats::new(&optimal(string).ok()?);
        covered += own.coverage * own.length as f64;
        all += own.length as f64;
        items += own.total;
    }
    let is_clear = covered >= LEAST_COVERAGE * all && 2 * items < stats.total;
    (is_clear || which == Which::All).then_some(Hub { local, partners, kinds, keys, strings })
}

/// The partners of a process, ascending; of each of its symbols the place of its partner among them and the number of its key,
/// nothing for a collective; and the keys. `None` if a symbol is neither.
type Kinds = (Vec<u32>, Vec<Option<(u32, u32)>>, Vec<String>);

fn kinds(symbols: &SymbolTable) -> Option<Kinds> {
    let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
    let mut keys: Vec<String> = Vec::new();
    let mut read: Vec<Option<(u32, u32)>> = Vec::with_capacity(symbols.len());
    for text in symbols.texts() {
        match Line::parse(text)?.kind {
            LineKind::Local { .. } => return None,
            LineKind::Sync { .. } => read.push(None),
            LineKind::Send { .. } | LineKind::Recv { .. } => {
                let message = Message::read(text)?;
                let number = *numbers.entry(message.key).or_insert_with_key(|key| {
                    keys.push(key.clone());
                    keys.len() as u32 - 1
                });
                read.push(Some((message.peer, number)));
            }
        }
    }
    let mut partners: Vec<u32> = read.iter().flatten().map(|(peer, _)| *peer).collect();
    partners.sort_small();
    partners.dedup();
    let placed = read.iter().map(|kind| match kind {
        Some((peer, key)) => Some(Some((partners.binary_search(peer).ok()? as u32, *key))),
        None => Some(None),
    });
    let placed: Option<Vec<Option<(u32, u32)>>> = placed.collect();
    Some((partners, placed?, keys))
}

fn merged(form: LoopForm, locals: &[Local<'_>], hubs: &[Hub<'_>]) -> Option<Split> {
    let place = |process: u32| hubs.binary_search_by_key(&process, |hub| hub.local.process.0);
    let mut pairs = Vec::new();
    let mut first = 0;
    for local in locals {
        first = first.max(largest(local.nest, local.symbols, local.process));
        // A hub may receive nothing of a process that sends to it.
        for message in local.symbols.texts().iter().filter_map(|text| Message::read(text)) {
            if place(message.peer).is_ok() {
                pairs.push((message.peer, local.process.0));
            }
        }
    }
    for hub in hubs {
        pairs.extend(hub.partners.iter().map(|&partner| (hub.local.process.0, partner)));
    }
    let parts = Parts::new(first.checked_add(1)?, pairs);
    if first as usize + 1 + parts.len() > ProcessId::MAX as usize {
        return None;
    }
    let mut groups = Groups::default();
    let mut all: Vec<(ProcessId, Nest, SymbolTable)> = Vec::with_capacity(locals.len() + parts.len());
    for local in locals.iter().filter(|local| place(local.process.0).is_err()) {
        let table = parts.table(local.process.0, local.symbols, &mut groups);
        all.push((local.process, local.nest.clone(), table));
    }
    let mut turns = Vec::with_capacity(hubs.len());
    for hub in hubs {
        let own = hub.local.process.0;
        for (partner, number) in parts.of_hub(own) {
            let recorded = match hub.partners.binary_search(&partner) {
                Ok(at) => hub.strings.get(at)?,
                Err(_) => &hub.syncs(),
            };
            let (string, table) = parts.part((own, number), recorded, hub.local.symbols, &mut groups);
            all.push((ProcessId(number), optimal(&string).ok()?, table));
        }
        turns.push(turns_of(hub)?);
    }
    all.sort_small_by_key(|(process, ..)| *process);
    let renamed: Vec<Local<'_>> =
        all.iter().map(|(process, nest, symbols)| Local { process: *process, nest, symbols }).collect();
    let merged = merge_as(form, &renamed).ok()?;
    let mut processes: Vec<ProcessId> = locals.iter().map(|local| local.process).collect();
    processes.sort_small();
    Some(Split { merged, turns, processes, parts })
}

fn turns_of(hub: &Hub<'_>) -> Option<Turns> {
    let events: Vec<HubEvent> = hub
        .local
        .nest
        .symbols()
        .map(|symbol| match hub.kinds.get(symbol.0 as usize).copied().flatten() {
            Some((partner, key)) => HubEvent::With { partner, key },
            None => HubEvent::Sync,
        })
        .collect();
    Turns::of(hub.local.process, &hub.partners, &events, &hub.keys)
}

impl Split {
    /// The model of the parts.
    pub fn model(&self) -> &Model {
        &self.merged.model
    }

    /// The recorded events of a process as lines of the native format, oldest first.
    pub fn lines(&self, process: ProcessId) -> Vec<String> {
        let turns = self.turns.iter().find(|turns| turns.hub == process);
        match turns {
            Some(turns) => self.hub_lines(turns),
            None => self.replayed(process.0, process.0).collect(),
        }
    }

    /// The lines of a process of the split, as its process in the trace recorded them.
    fn replayed(&self, own: u32, number: u32) -> impl Iterator<Item = String> + '_ {
        let (model, process) = (self.model(), ProcessId(number));
        model.replay(process).map(move |step| self.parts.recorded(own, &model.line(step.construct, process), None))
    }

    fn hub_lines(&self, turns: &Turns) -> Vec<String> {
        let own = turns.hub.0;
        let mut parts: Vec<_> = turns
            .partners
            .iter()
            .map(|partner| self.replayed(own, self.parts.seen_by(own, partner.0)).peekable())
            .collect();
        let mut lines = Vec::new();
        let sync = |parts: &mut Vec<std::iter::Peekable<_>>, lines: &mut Vec<String>| {
            let mut line = None;
            for part in parts.iter_mut() {
                line = Iterator::next(part);
            }
            lines.extend(line);
        };
        for turn in turns.which.symbols() {
            let at = turn.0 as usize;
            loop {
                let next = parts.get_mut(at).and_then(|part| part.peek());
                match next {
                    Some(line) if Message::read(line).is_none() => sync(&mut parts, &mut lines),
                    _ => break,
                }
            }
            let Some(part) = parts.get_mut(at) else { continue };
            let mut last = String::new();
            while let Some(line) = part.next_if(|line| {
                let Some(message) = Message::read(line) else { return false };
                last.is_empty() || turns.is_joined(&last, &message.key)
            }) {
                last = Message::read(&line).map_or(String::new(), |message| message.key);
                lines.push(line);
            }
        }
        while parts.first_mut().is_some_and(|part| part.peek().is_some()) {
            sync(&mut parts, &mut lines);
        }
        lines
    }
}

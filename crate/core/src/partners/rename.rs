//! The processes of a split: one for each partner of a hub, numbered after all others.

use rustc_hash::FxHashMap;

use super::line::Form;
use crate::nest::{Nest, Node};
use crate::numbers::set_text;
use crate::small_sort::SmallSort;
use crate::symbols::{Symbol, SymbolTable};
use crate::system::{parse_set, Line, LineKind, MOST_MEMBERS};
use crate::trace::ProcessId;

/// The hubs and their partners, with the numbers of the processes that stand for a hub with one partner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The first number that no process has.
    first: u32,
    /// A hub and its partner, ascending; the n-th has the number `first + n`.
    pairs: Vec<(u32, u32)>,
}

impl Parts {
    /// Numbers the pairs of hubs and partners from `first` on.
    pub(super) fn new(first: u32, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_small();
        pairs.dedup();
        Self { first, pairs }
    }

    /// The hub and the partner that a number stands for; `None` for a process of the trace.
    pub(super) fn pair(&self, process: u32) -> Option<(u32, u32)> {
        self.pairs.get(process.checked_sub(self.first)? as usize).copied()
    }

    /// Whether a number is a process of the trace or the first part of its hub: each event of the trace that all parts have counts for
    /// that one.
    pub(super) fn counts(&self, process: u32) -> bool {
        self.pair(process).is_none_or(|(hub, _)| self.of_hub(hub).next().is_some_and(|(_, first)| first == process))
    }

    /// The process of the trace that a number stands for.
    pub(super) fn real(&self, process: u32) -> u32 {
        self.pair(process).map_or(process, |(hub, _)| hub)
    }

    /// The number of a process as seen by a partner: that of the hub's part, if the process is a hub.
    pub(super) fn seen_by(&self, process: u32, partner: u32) -> u32 {
        match self.pairs.binary_search(&(process, partner)) {
            Ok(at) => self.first + at as u32,
            Err(_) => process,
        }
    }

    /// The parts of a hub: its number for each of its partners, ascending; none for another process.
    pub(super) fn of_hub(&self, hub: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let start = self.pairs.partition_point(|pair| *pair < (hub, 0));
        let own = self.pairs.iter().zip(self.first..).skip(start);
        own.take_while(move |((own, _), _)| *own == hub).map(|((_, partner), number)| (*partner, number))
    }

    /// How many parts there are.
    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// A group in which each hub has all its parts.
    fn group(&self, text: &str) -> String {
        let Some(members) = parse_set(text, MOST_MEMBERS) else { return text.to_owned() };
        let mut all = Vec::with_capacity(members.len());
        for member in members {
            let before = all.len();
            all.extend(self.of_hub(member).map(|(_, number)| number));
            if all.len() == before {
                all.push(member);
            }
        }
        all.sort_small();
        set_text(all)
    }

    /// A line of process `own`, or of its part `number`, with the numbers of the split.
    fn line(&self, own: u32, number: u32, text: &str, groups: &mut Groups) -> String {
        match Line::parse(text).map(|line| line.kind) {
            Some(LineKind::Send { peer, tag }) => {
                format!("{number} send {} {tag}", self.seen_by(peer, own))
            }
            Some(LineKind::Recv { peer, tag }) => {
                format!("{} recv {number} {tag}", self.seen_by(peer, own))
            }
            Some(LineKind::Sync { name, group }) => {
                let group = groups.entry(group.to_owned()).or_insert_with(|| self.group(group));
                format!("{number} sync {name} {group}")
            }
            Some(LineKind::Local { .. }) | None => text.to_owned(),
        }
    }

    /// The texts of a process with the numbers of the split.
    pub(super) fn table(&self, own: u32, symbols: &SymbolTable, groups: &mut Groups) -> SymbolTable {
        let texts = symbols.texts().iter();
        SymbolTable::new(texts.map(|text| self.line(own, own, text, groups).into()).collect())
    }

    /// A string of a hub's part, with the symbols that it has numbered anew, and their texts.
    pub(super) fn part(
        &self,
        (own, number): (u32, u32),
        string: &[Symbol],
        symbols: &SymbolTable,
        groups: &mut Groups,
    ) -> (Vec<Symbol>, SymbolTable) {
        let mut numbers: FxHashMap<Symbol, u32> = FxHashMap::default();
        let mut texts: Vec<Box<str>> = Vec::new();
        let renamed = string.iter().map(|&symbol| {
            let next = texts.len() as u32;
            Symbol(*numbers.entry(symbol).or_insert_with(|| {
                texts.push(self.line(own, number, symbols.text(symbol), groups).into());
                next
            }))
        });
        (renamed.collect(), SymbolTable::new(texts))
    }

    /// A line of the split as it was recorded by process `own`; groups are those of `recorded`.
    pub(super) fn recorded(&self, own: u32, line: &str, group: Option<&str>) -> String {
        match Line::parse(line).map(|line| line.kind) {
            Some(LineKind::Send { peer, tag }) => format!("{own} send {} {tag}", self.real(peer)),
            Some(LineKind::Recv { peer, tag }) => format!("{} recv {own} {tag}", self.real(peer)),
            Some(LineKind::Sync { name, group: split }) => {
                let group = group.map_or_else(|| self.recorded_group(split), str::to_owned);
                format!("{own} sync {name} {group}")
            }
            Some(LineKind::Local { .. }) | None => line.to_owned(),
        }
    }

    /// A group of the split as processes of the trace.
    pub(super) fn recorded_group(&self, text: &str) -> String {
        match parse_set(text, MOST_MEMBERS) {
            Some(members) => self.real_set(members),
            None => text.to_owned(),
        }
    }

    /// The processes of the trace that some numbers stand for, as a set.
    pub(super) fn real_set(&self, members: impl IntoIterator<Item = u32>) -> String {
        let mut real: Vec<u32> = members.into_iter().map(|member| self.real(member)).collect();
        real.sort_small();
        real.dedup();
        set_text(real)
    }
}

/// The groups of a trace, and as those of the split.
pub(super) type Groups = FxHashMap<String, String>;

/// The largest number that the symbols of a nest name: of a partner, or in a group.
pub(super) fn largest(nest: &Nest, symbols: &SymbolTable, own: ProcessId) -> u32 {
    let mut largest = own.0;
    let mut groups: Vec<&str> = Vec::new();
    for node in nest.nodes() {
        let Node::Symbol(symbol) = node else { continue };
        let text = symbols.text(symbol);
        if let Some(peer) = Form::read(text).and_then(|form| form.peer.parse().ok()) {
            largest = largest.max(peer);
        } else if let Some(LineKind::Sync { group, .. }) = Line::parse(text).map(|line| line.kind) {
            if !groups.contains(&group) {
                let members = parse_set(group, MOST_MEMBERS).unwrap_or_default();
                largest = members.into_iter().fold(largest, u32::max);
                groups.push(group);
            }
        }
    }
    largest
}

//! The events of a process as a walk through its flow graph.

use loopscope_core::event_flow::{split_by_entry, NodeCopy};
use loopscope_core::symbols::{Symbol, SymbolString};
use loopscope_core::trace::{Kind, Process, Span, Table, View};
use loopscope_formats::notes::Note;

use super::choices::FlowChoices;
use crate::analysis::noted_string_of;
use crate::options::{Locals, Options};

/// The nodes that a process visits, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    /// The node of each event.
    pub(super) string: Vec<Symbol>,
    /// When each begins and ends; `None` without times.
    pub(super) spans: Option<Vec<Span>>,
    /// Of each event its position among all of them; `None` if none was left out.
    pub(super) positions: Option<Vec<u64>>,
    /// The texts of its symbols.
    pub(super) texts: Vec<Box<str>>,
    /// What each node stands for.
    pub(super) copies: Vec<NodeCopy>,
    /// Events that were left out.
    pub(super) left_out: u64,
    /// How often the graph was split, and what that left.
    pub(super) rounds: u32,
    pub(super) was_irreducible: bool,
    pub(super) irreducible: usize,
}

impl Walk {
    /// The walk of a process; `look` sees the symbols before the graph is split. O(events) for each round of splitting.
    ///
    /// # Errors
    /// As for nests: the process has too many different tuples.
    pub(super) fn new(
        process: &Process,
        table: &Table,
        options: &Options,
        choices: &FlowChoices,
        look: impl FnOnce(&[Symbol]),
    ) -> Result<Self, Note> {
        let noted = noted_string_of(process, table, options)?;
        let kept = Self::keep(noted, spans(process, table, options), choices);
        look(&kept.string);
        let rounds = if choices.keep_entries { 0 } else { u32::MAX };
        let split = split_by_entry(kept.string, rounds);
        Ok(Self {
            string: split.string,
            copies: split.copies,
            rounds: split.rounds,
            was_irreducible: split.was_irreducible,
            irreducible: split.irreducible,
            spans: kept.spans,
            positions: kept.positions,
            texts: kept.texts,
            left_out: kept.left_out,
        })
    }

    /// Leaves out the calls that only ask, and numbers what is left.
    fn keep(noted: SymbolString, spans: Option<Vec<Span>>, choices: &FlowChoices) -> Self {
        const OUT: u32 = u32::MAX;
        let SymbolString { symbols: mut string, table } = noted;
        let mut texts = Vec::new();
        let numbers: Vec<u32> = table
            .texts()
            .iter()
            .map(|text| {
                if choices.leaves_out(text) {
                    return OUT;
                }
                texts.push(text.clone());
                texts.len() as u32 - 1
            })
            .collect();
        if texts.len() == table.len() {
            return Self { string, texts, spans, ..Self::default() };
        }
        let before = string.len();
        let number = |symbol: &Symbol| numbers.get(symbol.0 as usize).copied().unwrap_or(OUT);
        let spans = spans.map(|spans| {
            let kept = string.iter().zip(spans).filter(|(symbol, _)| number(symbol) != OUT);
            kept.map(|(_, span)| span).collect()
        });
        let kept = (0..).zip(&string).filter(|(_, symbol)| number(symbol) != OUT);
        let positions = kept.map(|(position, _)| position).collect();
        string.retain_mut(|symbol| {
            *symbol = Symbol(number(symbol));
            symbol.0 != OUT
        });
        let left_out = (before - string.len()) as u64;
        Self { left_out, string, texts, spans, positions: Some(positions), ..Self::default() }
    }

    /// The nodes of a range of positions.
    pub(super) fn nodes(&self, from: u64, to: u64) -> &[Symbol] {
        self.string.get(self.place(from)..self.place(to)).unwrap_or(&[])
    }

    /// Where the first node at or after a position stands. O(log events).
    pub(super) fn place(&self, position: u64) -> usize {
        match &self.positions {
            None => usize::try_from(position).unwrap_or(usize::MAX).min(self.string.len()),
            Some(positions) => positions.partition_point(|&known| known < position),
        }
    }
}

/// The times of the events that are symbols, one after the other: several events of one call share its time.
fn spans(process: &Process, table: &Table, options: &Options) -> Option<Vec<Span>> {
    let times = process.times(options.view)?;
    let events = process.events(options.view)?;
    let mut spans = Vec::with_capacity(events.len());
    let (mut all, mut last) = (times.iter(), 0);
    events.each_block(|block| {
        for &event in block {
            let Some(span) = all.next() else { return };
            let local = || table.record(event).kind == Kind::Local;
            if options.locals == Locals::Drop && options.view != View::Values && local() {
                continue;
            }
            let enter = span.enter.max(last);
            last = span.leave.max(enter);
            spans.push(Span { enter, leave: last });
        }
    });
    Some(spans)
}

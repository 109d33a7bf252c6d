//! The greedy and the optimal procedure side by side, watched.
//!
//! Greedy says at which level it takes which repeats. Below the level that it has reached it knows that there is nothing to find but around new
//! symbols, and does not look elsewhere; those levels are shown as having no repeat. Optimal says which loops it takes, in the
//! order of its searches; they are shown from left to right, the body of a loop before what is right of it.

use crate::small_sort::SmallSort;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::frame::{Bound, FrameData, GreedyStep, LoopSymbol, NestFrame, NestStep, OptimalStep, Word};
use super::input::Symbols;
use super::recording::{Head, Recording, Shown};
use super::say::{counted, join, letters, spell, times};
use super::LabError;
use crate::nest::{greedy_watched, optimal_loops, text, Nest, NestBuilder, NodeId, TooLong, WatchGreedy};
use crate::repeats::{pm_triples, PmTriple};
use crate::symbols::{Symbol, SymbolTable};

/// Runs both procedures.
///
/// # Errors
/// Never for strings within the bounds of the lab.
pub(super) fn record(symbols: &Symbols) -> Result<Recording, LabError> {
    let (optimal, largest) = record_optimal(symbols).map_err(refused)?;
    let mut greedy = record_greedy(symbols, largest).map_err(refused)?;
    let order = side_by_side(&greedy, &optimal);
    greedy.beside(optimal, order);
    Ok(greedy)
}

fn refused(error: TooLong) -> LabError {
    LabError {
        what: error.to_string(),
        found: error.len.to_string(),
        expected: error.limit.to_string(),
        remedy: "shorten the text".to_owned(),
    }
}

/// Between two stops of coarse stepping first greedy moves, then optimal; a side that has ended stays.
fn side_by_side(greedy: &Recording, optimal: &Recording) -> Vec<Shown> {
    let stops = |side: &Recording| -> Vec<u32> {
        side.steps().iter().filter(|step| step.coarse).map(|step| step.frame).collect()
    };
    let (left, right) = (stops(greedy), stops(optimal));
    let shift = greedy.len() as u32;
    let mut order: Vec<Shown> = Vec::new();
    let (mut at, mut other) = (0, 0);
    let stop = |stops: &[u32], index: usize| stops.get(index).or(stops.last()).copied();
    for index in 0..left.len().max(right.len()) {
        if index == 0 {
            order.push(Shown { frame: 0, other: Some(shift), coarse: true });
        }
        let (Some(to), Some(other_to)) = (stop(&left, index), stop(&right, index)) else { break };
        let moves = (at + 1..=to).map(|frame| (frame, other));
        let others = (other + 1..=other_to).map(|other| (to, other));
        order.extend(moves.chain(others).map(|(frame, other)| Shown {
            frame,
            other: Some(shift + other),
            coarse: false,
        }));
        if let Some(last) = order.last_mut() {
            last.coarse = true;
        }
        (at, other) = (to, other_to);
    }
    order
}

/// A symbol of greedy's current string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Letter(Symbol),
    /// By its place in the mapping table.
    Loop(usize),
}

/// A row of the mapping table.
struct Row {
    body: Vec<Item>,
    count: u32,
    letters: u32,
}

struct GreedyRecorder<'a> {
    symbols: &'a Symbols,
    frames: Recording,
    current: Vec<Item>,
    table: Vec<Row>,
    /// The loop symbol of each body and count.
    known: BTreeMap<(Vec<Item>, u32), usize>,
}

/// `largest` is the repeat that optimal takes first.
fn record_greedy(symbols: &Symbols, largest: Option<PmTriple>) -> Result<Recording, TooLong> {
    let mut recorder = GreedyRecorder {
        symbols,
        frames: Recording::default(),
        current: symbols.string.iter().copied().map(Item::Letter).collect(),
        table: Vec::new(),
        known: BTreeMap::new(),
    };
    let said = format!("Greedy starts at level 1 with {}.", counted(symbols.words.len(), "letter"));
    recorder.push(Head::coarse(1), said, 1, GreedyStep::Start { string: symbols.words.clone() });
    let nest = greedy_watched(&symbols.string, &mut recorder)?;
    recorder.finish(&nest, largest);
    Ok(recorder.frames)
}

/// The nest in one line.
fn inline(symbols: &Symbols, nest: &Nest) -> String {
    let names = symbols.names.iter().map(|name| Box::from(&**name)).collect();
    text::inline(nest, &SymbolTable::new(names))
}

impl GreedyRecorder<'_> {
    fn push(&mut self, head: Head, said: String, level: usize, step: GreedyStep) {
        let step = NestStep::Greedy { level: level as u32, step };
        self.frames.push(head, said, FrameData::Nest(NestFrame { step }));
    }

    fn word(&self, item: &Item) -> Word {
        match item {
            Item::Letter(symbol) => self.symbols.names.get(symbol.0 as usize).cloned().unwrap_or_else(|| "".into()),
            Item::Loop(index) => format!("L{}", index + 1).into(),
        }
    }

    fn words(&self, items: &[Item]) -> Vec<Word> {
        items.iter().map(|item| self.word(item)).collect()
    }

    fn letters(&self, item: &Item) -> u32 {
        match item {
            Item::Letter(_) => 1,
            Item::Loop(index) => self.table.get(*index).map_or(1, |row| row.letters),
        }
    }

    fn body(&self, triple: &PmTriple) -> &[Item] {
        let from = triple.start as usize;
        self.current.get(from..from + triple.period as usize).unwrap_or_default()
    }

    /// The words of a triple's body, with spaces, since loop symbols have two letters.
    fn body_text(&self, triple: &PmTriple) -> String {
        self.words(self.body(triple)).join(" ")
    }

    /// Says that all levels from the first to one below `level` have no repeat.
    fn skip_levels(&mut self, level: usize) {
        for below in 1..level {
            let said = format!("Level {below}: no repeat. On to level {}.", below + 1);
            self.push(Head::fine(6), said, below, GreedyStep::None);
        }
    }

    fn take(&mut self, level: usize, triple: PmTriple) -> Item {
        let body = self.body(&triple).to_vec();
        let words = self.words(&body);
        let at = self.current.iter().take(triple.start as usize);
        let at = at.map(|item| self.letters(item)).sum();
        let letters: u32 = body.iter().map(|item| self.letters(item)).sum();
        let next = self.table.len();
        let index = *self.known.entry((body.clone(), triple.count)).or_insert(next);
        if index == next {
            let letters = letters * triple.count;
            self.table.push(Row { body, count: triple.count, letters });
        }
        let item = Item::Loop(index);
        let symbol = self.word(&item);
        let said = format!(
            "{}, {} from {}, span {}: becomes {symbol}.",
            words.join(" "),
            times(triple.count),
            triple.start + 1,
            triple.span(),
        );
        let step = GreedyStep::Take { triple, at, symbol, body: words };
        self.push(Head::fine(7), said, level, step);
        item
    }

    /// The nest of the current string.
    fn nest(&self) -> Nest {
        let mut builder = NestBuilder::new();
        let mut loops: Vec<NodeId> = Vec::new();
        let node = |builder: &mut NestBuilder, loops: &[NodeId], item: &Item| match item {
            Item::Letter(symbol) => Some(builder.symbol(*symbol)),
            Item::Loop(index) => loops.get(*index).copied(),
        };
        for row in &self.table {
            let body: Vec<NodeId> = row.body.iter().filter_map(|item| node(&mut builder, &loops, item)).collect();
            loops.push(builder.repeat(u64::from(row.count), &body));
        }
        let root: Vec<NodeId> = self.current.iter().filter_map(|item| node(&mut builder, &loops, item)).collect();
        builder.finish(&root)
    }

    /// The letters that symbols stand for.
    fn spelled(&self, items: &[Item], out: &mut Vec<Symbol>) {
        for item in items {
            match item {
                Item::Letter(symbol) => out.push(*symbol),
                Item::Loop(index) => {
                    let Some(row) = self.table.get(*index) else { continue };
                    for _ in 0..row.count {
                        self.spelled(&row.body, out);
                    }
                }
            }
        }
    }

    /// The most iterations of a loop below some symbols that has a body or a rotation of it.
    fn most_of(&self, items: &[Item], body: &[Symbol]) -> u32 {
        let rows = items.iter().filter_map(|item| match item {
            Item::Letter(_) => None,
            Item::Loop(index) => self.table.get(*index),
        });
        let of = |row: &Row| {
            let mut own = Vec::new();
            self.spelled(&row.body, &mut own);
            let count = if is_rotation(&own, body) { row.count } else { 0 };
            count.max(self.most_of(&row.body, body))
        };
        rows.map(of).max().unwrap_or(0)
    }

    /// What the theorem of the appendix says of a repeat: it is one of bodies of more than two letters.
    fn bound(&self, largest: PmTriple) -> Option<Bound> {
        let copy = largest.start as usize..(largest.start + largest.period) as usize;
        let body = self.symbols.string.get(copy.clone()).filter(|body| body.len() > 2)?;
        let left = self.most_of(&self.current, body);
        let body = join(self.symbols.words.get(copy)?);
        Some(Bound { body, count: largest.count, left })
    }

    fn finish(&mut self, nest: &Nest, largest: Option<PmTriple>) {
        let len = self.current.len();
        let level = len / 2 + 1;
        self.skip_levels(level);
        let text = inline(self.symbols, nest);
        let said = format!("Level {level} is more than half of {len}: done, {}.", spell(&text));
        let string = self.words(&self.current);
        let bound = largest.and_then(|largest| self.bound(largest));
        self.push(Head::last(10), said, level, GreedyStep::Stop { string, text, bound });
    }
}

impl WatchGreedy for GreedyRecorder<'_> {
    fn reduces(&mut self, level: usize, mut triples: Vec<PmTriple>, taken: &[PmTriple]) {
        self.skip_levels(level);
        triples.sort_small_by_key(|triple| (Reverse(triple.span()), triple.start));
        let said = format!("Level {level}: {}, longest span first.", counted(triples.len(), "repeat"));
        let string = self.words(&self.current);
        let step = GreedyStep::Found { triples: triples.clone(), string };
        self.push(Head::fine(4), said, level, step);
        let mut made: BTreeMap<u32, (PmTriple, Item)> = BTreeMap::new();
        for triple in triples {
            if taken.contains(&triple) {
                let item = self.take(level, triple);
                made.insert(triple.start, (triple, item));
                continue;
            }
            let end = triple.start + triple.span();
            let overlaps = |other: &&PmTriple| other.start < end && triple.start < other.start + other.span();
            let Some(overlaps) = made.values().map(|made| &made.0).find(overlaps).copied() else {
                continue;
            };
            let said = format!(
                "{}, {} from {}, overlaps {} from {}: passed over.",
                self.body_text(&triple),
                times(triple.count),
                triple.start + 1,
                self.body_text(&overlaps),
                overlaps.start + 1,
            );
            self.push(Head::fine(8), said, level, GreedyStep::Skip { triple, overlaps });
        }
        let before = self.current.len();
        let mut after = Vec::new();
        let mut read = 0;
        for (start, (triple, item)) in made {
            after.extend_from_slice(self.current.get(read..start as usize).unwrap_or_default());
            after.push(item);
            read = (start + triple.span()) as usize;
        }
        after.extend_from_slice(self.current.get(read..).unwrap_or_default());
        self.current = after;
        let text = inline(self.symbols, &self.nest());
        let row = |(index, row): (usize, &Row)| LoopSymbol {
            symbol: self.word(&Item::Loop(index)),
            body: self.words(&row.body),
            count: row.count,
        };
        let table = self.table.iter().enumerate().map(row).collect();
        let said = format!("{before} symbols became {}: {}. Back to level 1.", self.current.len(), spell(&text));
        let string = self.words(&self.current);
        self.push(Head::coarse(9), said, level, GreedyStep::Reduced { string, text, table });
    }
}

/// Whether one string is a rotation of another.
fn is_rotation(a: &[Symbol], b: &[Symbol]) -> bool {
    let rotated = |by: usize| a.iter().skip(by).chain(a.iter().take(by)).eq(b);
    a.len() == b.len() && (0..a.len().max(1)).any(rotated)
}

struct OptimalRecorder<'a> {
    symbols: &'a Symbols,
    frames: Recording,
    /// The loops that the engine took.
    loops: Vec<PmTriple>,
}

fn record_optimal(symbols: &Symbols) -> Result<(Recording, Option<PmTriple>), TooLong> {
    let mut loops = Vec::new();
    let nest = optimal_loops(&symbols.string, |taken| loops.push(taken))?;
    let mut recorder = OptimalRecorder { symbols, frames: Recording::default(), loops };
    let len = symbols.string.len() as u32;
    let said = format!("Optimal looks at all repeats of the {}.", counted(len as usize, "letter"));
    recorder.push(Head::coarse(1), said, OptimalStep::Start);
    recorder.stretch("the string", [0, len], 0);
    let text = inline(symbols, &nest);
    let said = format!("Nothing is left: done, {}.", spell(&text));
    recorder.push(Head::last(4), said, OptimalStep::Stop { text });
    let largest = recorder.loops.iter().min_by_key(|it| (Reverse(it.span()), it.start)).copied();
    Ok((recorder.frames, largest))
}

impl OptimalRecorder<'_> {
    fn push(&mut self, head: Head, said: String, step: OptimalStep) {
        let step = NestStep::Optimal(step);
        self.frames.push(head, said, FrameData::Nest(NestFrame { step }));
    }

    /// Shows what is done with a stretch. A body is at most half as long, and what is left and right of a loop are two parts beside it.
    fn stretch(&mut self, what: &str, stretch: [u32; 2], depth: u32) {
        let [from, to] = stretch;
        let range = from as usize..to as usize;
        let string = self.symbols.string.get(range.clone()).unwrap_or_default();
        let word = letters(self.symbols.words.get(range).unwrap_or_default());
        let shifted = |triple: PmTriple| PmTriple { start: triple.start + from, ..triple };
        let mut triples: Vec<PmTriple> = pm_triples(string).into_iter().map(shifted).collect();
        triples.sort_small_by_key(|triple| (Reverse(triple.span()), triple.start));
        // Of the loops that were taken in the stretch, the outermost that was taken first has the largest span.
        let inside = |taken: &&PmTriple| from <= taken.start && taken.start + taken.span() <= to;
        let taken = self.loops.iter().filter(inside);
        let taken = taken.min_by_key(|taken| (Reverse(taken.span()), taken.start)).copied();
        let Some(taken) = taken else {
            let said = format!("No repeat in {what}, {word}: left as it is.");
            self.push(Head::fine(2), said, OptimalStep::None { stretch });
            return;
        };
        let comma = if what.contains(" of it") || what == "the body" { "," } else { "" };
        let comma = if what == "the body" { "" } else { comma };
        let said = format!("{} in {what}{comma} {word}.", counted(triples.len(), "repeat"));
        let step = OptimalStep::Found { stretch, triples: triples.clone() };
        self.push(Head::fine(1), said, step);
        let (start, end) = (taken.start, taken.start + taken.span());
        let body_end = start + taken.period;
        let overlaps = |other: &PmTriple| {
            let other_end = other.start + other.span();
            let in_body = start <= other.start && other_end <= body_end;
            *other != taken && other.start < end && start < other_end && !in_body
        };
        let overlapped: Vec<PmTriple> = triples.iter().filter(|other| overlaps(other)).copied().collect();
        let body = self.symbols.words.get(start as usize..body_end as usize).unwrap_or_default();
        let said = format!(
            "Largest span in {what}: {}, {} from {}, {} of {} letters.",
            spell(&join(body)),
            times(taken.count),
            start + 1,
            taken.span(),
            to - from,
        );
        let step = OptimalStep::Take { triple: taken, stretch, depth, overlapped };
        self.push(Head::coarse(3), said, step);
        if from < start {
            self.stretch("what is left of it", [from, start], depth);
        }
        self.stretch("the body", [start, body_end], depth + 1);
        if end < to {
            self.stretch("what is right of it", [end, to], depth);
        }
    }
}

//! Counting which symbol follows which while a string passes by.
//!
//! | symbols | table | bytes |
//! | --- | --- | --- |
//! | up to 2,048 (512 with times) | one cell for each pair | 4 a pair (24 with times) |
//! | more, or more than 2^32 - 1 events | open addressing, linear probing, at most half full | 32 a slot, by edges |
//!
//! O(1) for each symbol. Programs repeat themselves, so the symbol that followed another the last time mostly follows it again: its
//! slot is remembered, and nothing is hashed. Each edge is listed when it is first met, so the order of first appearance costs one
//! comparison, which is nearly always false. The time inside a call is added to the edge that leads to it, not to its symbol: one
//! cell is written for each symbol instead of two. Whether the table has room for a stretch is told by the bits of all its symbols
//! together, which takes a tenth of the time that a search for the largest takes beside the counting.

use std::iter::Zip;
use std::slice::Iter;

use super::graph::{FlowEdge, FlowGraph, FlowNode, WalkEnds};
use crate::symbols::Symbol;
use crate::trace::Span;

/// The most symbols of a dense table of counts, and of one of counts and times.
const DENSE: usize = 2048;
const DENSE_TIMED: usize = 512;

/// Symbols that are counted at a time: they stay in the first-level cache between the check and the counting.
const STRETCH: usize = 1024;

/// Builds the [`FlowGraph`] of a string that comes in parts.
///
/// ```
/// use loopscope_core::event_flow::GraphBuilder;
/// use loopscope_core::symbols::Symbol;
/// let mut builder = GraphBuilder::new();
/// builder.push(&[0, 1, 2, 1].map(Symbol));
/// builder.push(&[2, 1, 3].map(Symbol));
/// let graph = builder.finish();
/// let edges: Vec<_> = graph.edges().map(|edge| (edge.from, edge.to, edge.count)).collect();
/// assert_eq!(edges, [(0, 1, 1), (1, 2, 2), (1, 3, 1), (2, 1, 2)]);
/// ```
#[derive(Debug, Default)]
pub struct GraphBuilder {
    table: Table,
    /// Edges in order of first appearance.
    order: Vec<(u32, u32)>,
    /// Time inside the first call, to which no edge leads.
    inside_first: u64,
    symbols: usize,
    length: u64,
    first: Option<u32>,
    last: Option<Last>,
}

#[derive(Clone, Copy, Debug)]
struct Last {
    symbol: u32,
    leave: u64,
}

#[derive(Debug)]
enum Table {
    /// Counts; the cell of a pair is `from << shift | to`.
    Counts {
        shift: u32,
        cells: Vec<u32>,
    },
    Timed {
        shift: u32,
        cells: Vec<Cell>,
    },
    Hashed(HashedPairs),
}

/// What is known of an edge.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    count: u64,
    /// Time between the calls, and inside the second one.
    between: u64,
    inside: u64,
}

impl Cell {
    /// A transition without times.
    const ONCE: Self = Self { count: 1, between: 0, inside: 0 };

    /// A transition to a call from one that ended then.
    #[inline(always)]
    fn once(left: u64, call: Span) -> Self {
        Self { count: 1, between: call.enter.saturating_sub(left), inside: call.duration() }
    }

    #[inline(always)]
    fn add(&mut self, more: Self) {
        self.count += more.count;
        self.between += more.between;
        self.inside += more.inside;
    }
}

impl Default for Table {
    fn default() -> Self {
        Self::Counts { shift: 0, cells: Vec::new() }
    }
}

impl GraphBuilder {
    /// Nothing has come yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends symbols without times. O(1) each.
    pub fn push(&mut self, string: &[Symbol]) {
        string.chunks(STRETCH).for_each(|stretch| self.push_stretch(stretch));
    }

    fn push_stretch(&mut self, string: &[Symbol]) {
        if !self.make_room(string, DENSE) {
            return;
        }
        let (room, listed) = (self.room(), self.order.len());
        let (mut from, string) = match (self.last, string.split_first()) {
            (Some(last), _) => (last.symbol, string),
            (None, Some((first, others))) => {
                self.note_first(first.0);
                (first.0, others)
            }
            (None, None) => return,
        };
        let order = &mut self.order;
        let rest = string.iter().map(|symbol| symbol.0);
        match &mut self.table {
            Table::Counts { shift, cells } => {
                // With that known, no index is checked again.
                let Some(mask) = cells.len().checked_sub(1) else { return };
                let shift = *shift;
                let mut count = |from: u32, to: u32| {
                    let cell = &mut cells[((from as usize) << shift | to as usize) & mask];
                    if *cell == 0 {
                        list(order, (from, to));
                    }
                    *cell += 1;
                };
                // Four at a time take two thirds of the time of one after the other.
                let mut fours = string.chunks_exact(4);
                for four in &mut fours {
                    if let [one, two, three, four] = four {
                        count(from, one.0);
                        count(one.0, two.0);
                        count(two.0, three.0);
                        count(three.0, four.0);
                        from = four.0;
                    }
                }
                for to in fours.remainder() {
                    count(from, to.0);
                    from = to.0;
                }
            }
            Table::Hashed(pairs) => {
                pairs.make_room(room);
                for to in rest {
                    pairs.add((from, to), Cell::ONCE, order);
                    from = to;
                }
            }
            // Only who has pushed times before.
            table => {
                for to in rest {
                    table.add((from, to), Cell::ONCE, order);
                    from = to;
                }
            }
        }
        let leave = self.last.map_or(0, |last| last.leave);
        self.last = Some(Last { symbol: from, leave });
        self.note_listed(listed);
    }

    /// Appends symbols with the times of their calls, as many, in ascending order. O(1) each.
    pub fn push_timed(&mut self, string: &[Symbol], spans: &[Span]) {
        let stretches = string.chunks(STRETCH).zip(spans.chunks(STRETCH));
        stretches.for_each(|(string, spans)| self.push_timed_stretch(string, spans));
    }

    fn push_timed_stretch(&mut self, string: &[Symbol], spans: &[Span]) {
        if !self.make_room(string, DENSE_TIMED) {
            return;
        }
        self.table.keep_times();
        let (room, listed) = (self.room(), self.order.len());
        let mut calls = string.iter().zip(spans);
        if self.last.is_none() {
            let Some((first, call)) = calls.next() else { return };
            self.note_first(first.0);
            self.inside_first = call.duration();
            self.last = Some(Last { symbol: first.0, leave: call.leave });
        }
        let Some(last) = self.last else { return };
        let order = &mut self.order;
        let last = match &mut self.table {
            Table::Timed { shift, cells } => count_timed(calls, last, *shift, cells, order),
            Table::Hashed(pairs) => {
                pairs.make_room(room);
                calls.fold(last, |last, (to, &call)| {
                    pairs.add((last.symbol, to.0), Cell::once(last.leave, call), order);
                    Last { symbol: to.0, leave: call.leave }
                })
            }
            // Times are kept, so there is no table of counts alone.
            Table::Counts { .. } => return,
        };
        self.last = Some(last);
        self.note_listed(listed);
    }

    /// The graph of all that came. O(symbols + edges).
    pub fn finish(self) -> FlowGraph {
        let mut nodes = vec![FlowNode::default(); self.symbols];
        let edge = |&(from, to): &(u32, u32)| {
            let Cell { count, between, inside } = self.table.get((from, to));
            let node = &mut nodes[to as usize];
            node.count += count;
            node.time += inside;
            FlowEdge { from, to, count, time: between }
        };
        let edges: Vec<FlowEdge> = self.order.iter().map(edge).collect();
        let ends = self.first.zip(self.last).map(|(first, last)| {
            let node = &mut nodes[first as usize];
            node.count += 1;
            node.time += self.inside_first;
            WalkEnds { first, last: last.symbol }
        });
        FlowGraph::new(nodes, &edges, ends)
    }

    /// The graph of what has come so far, as [`finish`](Self::finish).
    pub fn so_far(&self) -> FlowGraph {
        let (table, order) = (self.table.clone_of(&self.order), self.order.clone());
        Self { table, order, ..*self }.finish()
    }

    /// The numbers of symbols and of edges met so far. O(1).
    pub fn size(&self) -> (usize, usize) {
        (self.symbols, self.order.len())
    }

    /// The table has room for symbols below this.
    fn room(&self) -> usize {
        match self.symbols {
            0 => 0,
            symbols => symbols.next_power_of_two(),
        }
    }

    /// Makes the table fit for these symbols too; false if there is none.
    fn make_room(&mut self, string: &[Symbol], dense: usize) -> bool {
        if string.is_empty() {
            return false;
        }
        self.length = self.length.saturating_add(string.len() as u64);
        let counts_fit = self.length <= u64::from(u32::MAX);
        // Room is a power of two: no bit is beyond it if and only if no symbol is.
        let bits = string.iter().fold(0, |bits, symbol| bits | symbol.0);
        if (bits as usize) < self.room() && counts_fit {
            return true;
        }
        let largest = string.iter().map(|symbol| symbol.0).max().unwrap_or(0);
        self.symbols = self.symbols.max(largest as usize + 1);
        self.table.grow(self.symbols, dense, counts_fit, &self.order);
        true
    }

    /// The string begins with this symbol.
    fn note_first(&mut self, symbol: u32) {
        self.first = Some(symbol);
        self.symbols = self.symbols.max(symbol as usize + 1);
    }

    /// Takes in the symbols of the edges from that place on, which have been listed since.
    fn note_listed(&mut self, from: usize) {
        let new = self.order.get(from..).unwrap_or(&[]).iter();
        self.symbols = new.fold(self.symbols, |symbols, edge| symbols.max(edge.1 as usize + 1));
    }
}

/// Counts the calls after the last one in a dense table, and tells which is the last now. Inlined it is a fifth slower: the
/// registers do not suffice.
#[inline(never)]
fn count_timed(
    calls: Zip<Iter<Symbol>, Iter<Span>>,
    mut last: Last,
    shift: u32,
    cells: &mut [Cell],
    order: &mut Vec<(u32, u32)>,
) -> Last {
    let Some(mask) = cells.len().checked_sub(1) else { return last };
    for (to, &call) in calls {
        let cell = &mut cells[((last.symbol as usize) << shift | to.0 as usize) & mask];
        if cell.count == 0 {
            list(order, (last.symbol, to.0));
        }
        cell.add(Cell::once(last.leave, call));
        last = Last { symbol: to.0, leave: call.leave };
    }
    last
}

/// Lists an edge that is met for the first time.
#[cold]
#[inline(never)]
fn list(order: &mut Vec<(u32, u32)>, edge: (u32, u32)) {
    order.push(edge);
}

impl Table {
    /// Makes room for that many symbols; with more than `dense` of them pairs are hashed.
    fn grow(&mut self, symbols: usize, dense: usize, counts_fit: bool, order: &[(u32, u32)]) {
        let bits = symbols.next_power_of_two().trailing_zeros();
        let fits = match self {
            Self::Counts { shift, cells } => counts_fit && bits <= *shift && !cells.is_empty(),
            Self::Timed { shift, .. } => bits <= *shift,
            Self::Hashed(_) => true,
        };
        if fits {
            return;
        }
        let timed = matches!(self, Self::Timed { .. });
        let dense = if timed { DENSE_TIMED } else { dense };
        let mut larger = match symbols <= dense && (timed || counts_fit) {
            true if timed => Self::Timed { shift: bits, cells: vec![Cell::default(); 1 << (2 * bits)] },
            true => Self::Counts { shift: bits, cells: vec![0; 1 << (2 * bits)] },
            false => Self::Hashed(HashedPairs::default()),
        };
        for &pair in order {
            larger.add(pair, self.get(pair), &mut Vec::new());
        }
        *self = larger;
    }

    /// Has cells for times from now on.
    fn keep_times(&mut self) {
        if let Self::Counts { shift, cells } = self {
            let cell = |&count: &u32| Cell { count: u64::from(count), ..Cell::default() };
            *self = Self::Timed { shift: *shift, cells: cells.iter().map(cell).collect() };
        }
    }

    /// The same cells of these pairs.
    fn clone_of(&self, order: &[(u32, u32)]) -> Self {
        let mut pairs = HashedPairs::default();
        for &pair in order {
            *pairs.cell(pair) = self.get(pair);
        }
        Self::Hashed(pairs)
    }

    fn get(&self, (from, to): (u32, u32)) -> Cell {
        let at = |shift: u32| (from as usize) << shift | to as usize;
        match self {
            Self::Counts { shift, cells } => {
                let count = cells.get(at(*shift)).copied().unwrap_or(0);
                Cell { count: u64::from(count), ..Cell::default() }
            }
            Self::Timed { shift, cells } => cells.get(at(*shift)).copied().unwrap_or_default(),
            Self::Hashed(pairs) => pairs.get((from, to)),
        }
    }

    fn add(&mut self, pair: (u32, u32), more: Cell, order: &mut Vec<(u32, u32)>) {
        let at = |shift: u32| (pair.0 as usize) << shift | pair.1 as usize;
        let cell = match self {
            Self::Counts { shift, cells } => {
                let Some(cell) = cells.get_mut(at(*shift)) else { return };
                *cell += more.count as u32;
                return;
            }
            Self::Timed { shift, cells } => {
                let Some(cell) = cells.get_mut(at(*shift)) else { return };
                cell
            }
            Self::Hashed(pairs) => return pairs.add(pair, more, order),
        };
        if cell.count == 0 {
            order.push(pair);
        }
        cell.add(more);
    }
}

/// Cells by pair: open addressing with linear probing and a multiplicative hash.
#[derive(Debug, Default)]
struct HashedPairs {
    /// A power of two of them, at most half in use; a slot is free if and only if its key is [`FREE`].
    slots: Vec<(u64, Cell)>,
    used: usize,
    /// By symbol what followed it the last time.
    recent: Vec<Recent>,
}

/// What followed a symbol the last time, and the slot of the two.
#[derive(Clone, Copy, Debug)]
struct Recent {
    to: u32,
    slot: u32,
}

/// Nothing followed yet; no table has so many slots.
const NOTHING: Recent = Recent { to: u32::MAX, slot: u32::MAX };

/// No pair: the number `u32::MAX` twice, of which no string has the first.
const FREE: u64 = u64::MAX;

impl HashedPairs {
    /// Remembers what follows each of so many symbols.
    fn make_room(&mut self, symbols: usize) {
        if self.recent.len() < symbols {
            self.recent.resize(symbols, NOTHING);
        }
    }

    #[inline(always)]
    fn add(&mut self, pair: (u32, u32), more: Cell, order: &mut Vec<(u32, u32)>) {
        if let Some(recent) = self.recent.get(pair.0 as usize).filter(|it| it.to == pair.1) {
            if let Some((_, cell)) = self.slots.get_mut(recent.slot as usize) {
                cell.add(more);
                return;
            }
        }
        self.add_other(pair, more, order);
    }

    #[inline(never)]
    fn add_other(&mut self, pair: (u32, u32), more: Cell, order: &mut Vec<(u32, u32)>) {
        let slot = self.slot(pair);
        if let Some((_, cell)) = self.slots.get_mut(slot) {
            if cell.count == 0 {
                order.push(pair);
            }
            cell.add(more);
        }
        if let Some(recent) = self.recent.get_mut(pair.0 as usize) {
            *recent = Recent { to: pair.1, slot: u32::try_from(slot).unwrap_or(u32::MAX) };
        }
    }

    fn get(&self, pair: (u32, u32)) -> Cell {
        if self.slots.is_empty() {
            return Cell::default();
        }
        let (_, cell) = self.slots[self.place(key(pair))];
        cell
    }

    fn cell(&mut self, pair: (u32, u32)) -> &mut Cell {
        let slot = self.slot(pair);
        &mut self.slots[slot].1
    }

    /// The slot of a pair, which is in the table from now on.
    fn slot(&mut self, pair: (u32, u32)) -> usize {
        if 2 * self.used >= self.slots.len() {
            let larger = vec![(FREE, Cell::default()); (4 * self.used).next_power_of_two().max(64)];
            for (known, cell) in std::mem::replace(&mut self.slots, larger) {
                if known != FREE {
                    let place = self.place(known);
                    self.slots[place] = (known, cell);
                }
            }
            self.recent.fill(NOTHING);
        }
        let key = key(pair);
        let place = self.place(key);
        let slot = &mut self.slots[place];
        if slot.0 == FREE {
            slot.0 = key;
            self.used += 1;
        }
        place
    }

    /// The slot of a key, or the free one where it belongs.
    fn place(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = (hash >> 32) as usize & mask;
        while self.slots[at].0 != key && self.slots[at].0 != FREE {
            at = (at + 1) & mask;
        }
        at
    }
}

fn key((from, to): (u32, u32)) -> u64 {
    u64::from(from) << 32 | u64::from(to)
}

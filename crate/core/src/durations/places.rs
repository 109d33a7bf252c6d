//! In which loops each call of a process stands, and the time before it: by the rule that sums go by.

use rustc_hash::FxHashMap;

use super::cursor::{Cursor, Level, Listener};
use super::tree::LoopTree;

/// The loops around something, outermost first: an index of [`Contexts`]; 0 is no loop.
pub type Context = u32;

/// All ways in which loops stand around something, each once: a tree whose root is no loop.
#[derive(Clone, Debug)]
pub struct Contexts {
    /// The context around each, and the row of its innermost loop.
    all: Vec<(Context, u32)>,
    ids: FxHashMap<(Context, u32), Context>,
}

impl Default for Contexts {
    fn default() -> Self {
        Self { all: vec![(0, 0)], ids: FxHashMap::default() }
    }
}

impl Contexts {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none; no loop is one of them, so never.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The row of the innermost loop; 0 if there is none.
    pub fn row(&self, context: Context) -> u32 {
        self.all.get(context as usize).map_or(0, |&(_, row)| row)
    }

    /// The rows of the loops around it, the innermost first.
    pub fn rows(&self, mut context: Context) -> impl Iterator<Item = u32> + '_ {
        std::iter::from_fn(move || {
            let &(around, row) = self.all.get(context as usize).filter(|_| context != 0)?;
            context = around;
            Some(row)
        })
    }

    /// The row of the outermost loop; 0 if there is none. O(loops around it).
    pub fn outermost(&self, context: Context) -> u32 {
        self.rows(context).last().unwrap_or(0)
    }

    /// Whether the loop of that row is among them; all are in row 0, which is no loop. O(loops around it).
    pub fn is_in(&self, context: Context, row: u32) -> bool {
        row == 0 || self.rows(context).any(|own| own == row)
    }

    /// So many, each but the first a loop of its own.
    #[cfg(test)]
    pub(crate) fn flat(count: u32) -> Self {
        let mut contexts = Self::default();
        for row in 1..count {
            contexts.inside(0, row);
        }
        contexts
    }

    fn inside(&mut self, around: Context, row: u32) -> Context {
        let next = self.all.len() as Context;
        let id = *self.ids.entry((around, row)).or_insert(next);
        if id == next {
            self.all.push((around, row));
        }
        id
    }
}

/// Where a call stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The loops that hold both the call and what comes before it: those around the time between.
    pub gap: Context,
    /// The loops around the call.
    pub call: Context,
    /// The iteration of the innermost of them, from 0, since it was entered.
    pub iteration: u64,
    /// The iteration of the loop that was asked for, from 0, counted over all times it is entered; `None` outside of it.
    pub wanted: Option<u64>,
}

/// Walks along the calls of a process and says where they stand.
#[derive(Debug)]
pub struct PlaceWalk {
    cursor: Cursor,
    path: Vec<Context>,
    begun: Begun,
    /// The iteration of the loop that was asked for, in which the last event so far stands.
    last: Option<u64>,
}

/// Counts the iterations of one loop as they are recorded elsewhere: of loops of one name inside each other those of the outermost.
#[derive(Debug)]
pub(super) struct Begun {
    row: u32,
    /// The level on which the loop is under way.
    pub(super) open: Option<usize>,
    /// Iterations that began.
    pub(super) count: u64,
}

impl Begun {
    pub(super) fn new(row: u32) -> Self {
        Self { row, open: None, count: 0 }
    }

    /// The iteration under way, from 0.
    pub(super) fn iteration(&self) -> Option<u64> {
        self.open.and(self.count.checked_sub(1))
    }
}

impl Listener for Begun {
    fn iteration_ends(&mut self, depth: usize, _: &Level) {
        self.open = self.open.filter(|&open| open != depth);
    }

    fn iteration_begins(&mut self, depth: usize, level: &Level) {
        if level.node.row == self.row && self.open.is_none() {
            self.open = Some(depth);
            self.count += 1;
        }
    }

    fn loop_ends(&mut self, _: &Level) {}
}

impl PlaceWalk {
    /// Before the first call. `row` is the loop whose iterations are counted; 0 for none.
    pub fn new(tree: &LoopTree, row: u32) -> Self {
        Self { cursor: Cursor::new(tree), path: vec![0], begun: Begun::new(row), last: None }
    }

    /// The next call: the position of its first event, and how many it has. O(loops and events passed).
    pub fn visit(&mut self, contexts: &mut Contexts, tree: &LoopTree, (position, events): (u64, u64)) -> Place {
        let shared = self.cursor.advance(tree, position, &mut self.begun);
        let between = self.cursor.gap_level(shared, events);
        let gap = self.follow(contexts, between);
        let call = self.path.last().copied().unwrap_or(0);
        let depth = self.cursor.depth();
        let iteration = self.cursor.level_mut(depth).map_or(0, |level| level.iteration);
        let inside = self.begun.row != 0 && self.cursor.is_in(self.begun.row);
        let wanted = self.begun.count.checked_sub(1).filter(|_| inside);
        for more in 1..events {
            let shared = self.cursor.advance(tree, position + more, &mut self.begun);
            self.follow(contexts, shared);
        }
        if events > 0 {
            self.last = self.begun.iteration();
        }
        Place { gap, call, iteration, wanted }
    }

    /// The iteration of the loop that was asked for, as [`Place::wanted`] counts it, in which the last event so far stands.
    pub fn iteration(&self) -> Option<u64> {
        self.last
    }

    /// Takes in the loops around the position; the context of those at most so deep.
    fn follow(&mut self, contexts: &mut Contexts, shared: usize) -> Context {
        self.path.truncate(shared + 1);
        let gap = self.path.last().copied().unwrap_or(0);
        for depth in self.path.len()..=self.cursor.depth() {
            let row = self.cursor.level_mut(depth).map_or(0, |level| level.node.row);
            let around = self.path.last().copied().unwrap_or(0);
            self.path.push(contexts.inside(around, row));
        }
        gap
    }
}

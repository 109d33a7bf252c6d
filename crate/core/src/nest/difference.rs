//! The differences between nests of one string.
//!
//! The nests are laid side by side, cut wherever all of them have a boundary between items. Between
//! two cuts they are equal or not. If each nest has one loop there, of the same count, the bodies are compared in turn. So
//! two outer loops that are equal except for an inner one differ only in that inner one.
//!
//! The walk over the top levels is a merge of their offsets: O(items), plus the bodies that are entered, each as often as
//! it occurs there; never more than the length of the string for each nest. Memory: a number for every node, and the
//! current difference.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{Nest, Node, NodeId, Offsets};

/// A stretch of the string, as each of the nests has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Position of its first symbol; inside a loop, of the loop's first iteration there.
    pub start: u64,
    /// The position after its last symbol.
    pub end: u64,
    /// The piece of each nest there, in the order of the nests.
    pub pieces: Vec<Piece>,
    /// How these pieces compare.
    pub relation: Relation,
}

impl Segment {
    /// Whether all nests are equal there.
    pub fn is_same(&self) -> bool {
        self.relation == Relation::Same
    }
}

/// Consecutive items of a nest's top level, or of the body that is being compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Their places in the list.
    pub items: Range<usize>,
    /// Equal for pieces that print alike, whichever nest they are of; pieces that do not have the same
    /// number only by an accident of one in 2^64.
    pub shape: u64,
    /// The loop among them that has the largest span, the earliest of several.
    pub main: Option<PieceLoop>,
}

/// A loop of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceLoop {
    /// Its node.
    pub node: NodeId,
    /// Its place in the list.
    pub item: usize,
    /// Position of its first symbol.
    pub start: u64,
    /// How often it runs.
    pub count: u64,
    /// Symbols in one iteration.
    pub period: u64,
}

/// How the pieces of a segment compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They print alike.
    Same,
    /// Each is one loop of the same count, and the bodies differ; these segments tile an iteration.
    Inside(Vec<Segment>),
    /// They differ.
    Differs,
}

/// How one loop differs from another that is cut out of the same repetition in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// How many more iterations it has; fewer if negative.
    pub more: i64,
    /// By how many symbols its body is rotated to the left.
    pub rotation: u64,
}

impl PieceLoop {
    /// How this loop differs from the other one, if both repeat the same body up to rotation.
    ///
    /// That is the case of appendix A of Xu and Subhlok 2008: a loop of greedy is one of optimal with a
    /// rotated body and up to two iterations fewer. No symbol is looked at for that: where
    /// two loops of one period share a period's length, they repeat the same.
    pub fn shifted_from(&self, other: &Self) -> Option<Shift> {
        let period = self.period;
        let end = |l: &Self| l.start.saturating_add(l.period.saturating_mul(l.count));
        let shared = end(self).min(end(other)).saturating_sub(self.start.max(other.start));
        if period == 0 || period != other.period || shared < period {
            return None;
        }
        let rotation = if self.start >= other.start {
            (self.start - other.start) % period
        } else {
            (period - (other.start - self.start) % period) % period
        };
        let more = (self.count as i64).saturating_sub(other.count as i64);
        Some(Shift { more, rotation })
    }
}

/// The segments of nests of one string, in order: they tile it, and no two neighbours are the same.
///
/// ```
/// use loopscope_core::nest::{text, Differences, Relation};
/// // One table for both: symbols are compared by number.
/// let [(a, _), (b, _)] = ["xy(a(bc)^4b)^3y", "xy(ab(cb)^4)^3y"].map(|t| text::parse_inline(t).unwrap());
/// let found: Vec<_> = Differences::new(&[&a, &b]).collect();
/// assert_eq!(found.iter().map(|s| (s.start, s.end)).collect::<Vec<_>>(), [(0, 2), (2, 32), (32, 33)]);
/// assert_eq!(found[0].relation, Relation::Same);
/// let Relation::Inside(body) = &found[1].relation else { panic!() };
/// let [same, inner] = &body[..] else { panic!() };
/// assert_eq!((same.end, &inner.relation), (3, &Relation::Differs));
/// let [bc, cb] = [0, 1].map(|nest| inner.pieces[nest].main.unwrap());
/// assert_eq!(cb.shifted_from(&bc).map(|shift| (shift.more, shift.rotation)), Some((0, 1)));
/// ```
#[derive(Debug)]
pub struct Differences<'a> {
    lists: Lists<'a>,
    shapes: Vec<Vec<u32>>,
    next: Option<Segment>,
}

impl<'a> Differences<'a> {
    /// Lays nests of the same string side by side. O(sizes of the nests).
    ///
    /// Nests of different strings are compared up to the length of the shortest.
    pub fn new(nests: &[&'a Nest]) -> Self {
        let shapes = shapes_of(nests);
        let lists =
            nests.iter().map(|&nest| List { nest, items: nest.root(), offsets: nest.root_offsets(), len: nest.len() });
        let mut lists = Lists::new(lists.collect(), 0);
        let next = lists.segment(&shapes);
        Differences { lists, shapes, next }
    }
}

impl Iterator for Differences<'_> {
    type Item = Segment;

    fn next(&mut self) -> Option<Segment> {
        let mut segment = self.next.take()?;
        self.next = self.lists.segment(&self.shapes);
        if segment.is_same() {
            while let Some(more) = self.next.take_if(|next| next.is_same()) {
                self.next = self.lists.segment(&self.shapes);
                join(&mut segment, more);
            }
            self.lists.describe(&mut segment, &self.shapes);
        }
        Some(segment)
    }
}

/// Appends a segment that is the same in all nests. Its pieces are found once it is complete.
fn join(segment: &mut Segment, more: Segment) {
    segment.end = more.end;
    for (piece, more) in segment.pieces.iter_mut().zip(more.pieces) {
        piece.items.end = more.items.end;
    }
}

/// The items of a top level or of a body.
#[derive(Clone, Copy, Debug)]
struct List<'a> {
    nest: &'a Nest,
    items: &'a [NodeId],
    offsets: Offsets<'a>,
    len: u64,
}

impl<'a> List<'a> {
    /// Where an item begins; after the last one, where the list ends.
    fn begin(&self, item: usize) -> u64 {
        self.offsets.get(item).unwrap_or(self.len)
    }

    /// The items of a piece.
    fn of(&self, piece: &Piece) -> &'a [NodeId] {
        self.items.get(piece.items.clone()).unwrap_or(&[])
    }

    /// The one loop that a piece is, if it is one, and its body.
    fn single_loop(&self, piece: &Piece) -> Option<(u64, Self)> {
        let nest = self.nest;
        let &[id] = self.of(piece) else { return None };
        let node = nest.as_loop(id)?;
        let (items, offsets) = (nest.body(&node), nest.body_offsets(&node));
        Some((node.count, List { nest, items, offsets, len: node.period }))
    }
}

/// A list of every nest, and how far they are compared.
#[derive(Debug)]
struct Lists<'a> {
    lists: Vec<List<'a>>,
    /// The items to come.
    at: Vec<usize>,
    /// Where they begin in the lists.
    done: u64,
    /// Position in the string at which the lists begin.
    origin: u64,
}

impl<'a> Lists<'a> {
    fn new(lists: Vec<List<'a>>, origin: u64) -> Self {
        Lists { at: vec![0; lists.len()], lists, done: 0, origin }
    }

    /// All segments, neighbours that are the same in one.
    fn all(mut self, shapes: &[Vec<u32>]) -> Vec<Segment> {
        let mut found: Vec<Segment> = Vec::new();
        while let Some(segment) = self.segment(shapes) {
            match found.last_mut() {
                Some(last) if last.is_same() && segment.is_same() => join(last, segment),
                _ => found.push(segment),
            }
        }
        for segment in found.iter_mut().filter(|segment| segment.is_same()) {
            self.describe(segment, shapes);
        }
        found
    }

    /// The segment up to the next cut that all lists have; `None` at the end.
    fn segment(&mut self, shapes: &[Vec<u32>]) -> Option<Segment> {
        if self.lists.is_empty() {
            return None;
        }
        let (first, start) = (self.at.clone(), self.done);
        // Every list goes on until none begins its next item before the others.
        let mut cut = start + 1;
        loop {
            let wanted = cut;
            for (list, at) in self.lists.iter().zip(&mut self.at) {
                while list.begin(*at) < cut {
                    if *at >= list.items.len() {
                        return None;
                    }
                    *at += 1;
                }
                cut = cut.max(list.begin(*at));
            }
            if cut == wanted {
                break;
            }
        }
        self.done = cut;
        let pieces = first.into_iter().zip(&self.at);
        let pieces = pieces.map(|(from, &to)| Piece { items: from..to, shape: 0, main: None });
        let (start, end) = (self.origin + start, self.origin + cut);
        let pieces = pieces.collect();
        let mut segment = Segment { start, end, pieces, relation: Relation::Same };
        if !self.are_alike(&segment, shapes) {
            segment.relation = self.inside(&segment, shapes).unwrap_or(Relation::Differs);
            self.describe(&mut segment, shapes);
        }
        Some(segment)
    }

    /// Whether all pieces print alike. O(items).
    fn are_alike(&self, segment: &Segment, shapes: &[Vec<u32>]) -> bool {
        let mut pieces = self.lists.iter().zip(&segment.pieces).zip(shapes);
        let Some(((list, piece), known)) = pieces.next() else { return true };
        let first = list.of(piece);
        let shape = |known: &[u32], id: NodeId| known.get(id.index()).copied();
        pieces.all(|((list, piece), others)| {
            let items = list.of(piece);
            items.len() == first.len() && items.iter().zip(first).all(|(&a, &b)| shape(others, a) == shape(known, b))
        })
    }

    /// The bodies' segments if every piece is one loop of the same count.
    fn inside(&self, segment: &Segment, shapes: &[Vec<u32>]) -> Option<Relation> {
        let loops = self.lists.iter().zip(&segment.pieces);
        let loops: Vec<(u64, List<'a>)> = loops.map(|(list, piece)| list.single_loop(piece)).collect::<Option<_>>()?;
        let count = loops.first()?.0;
        if loops.iter().any(|l| l.0 != count) {
            return None;
        }
        let bodies = loops.into_iter().map(|l| l.1).collect();
        Some(Relation::Inside(Lists::new(bodies, segment.start).all(shapes)))
    }

    /// Fills in the pieces. O(items).
    fn describe(&self, segment: &mut Segment, shapes: &[Vec<u32>]) {
        for ((list, piece), known) in self.lists.iter().zip(&mut segment.pieces).zip(shapes) {
            let mut hasher = DefaultHasher::new();
            for (place, &id) in list.of(piece).iter().enumerate() {
                known.get(id.index()).hash(&mut hasher);
                let Some(node) = list.nest.as_loop(id) else { continue };
                let span = |l: &PieceLoop| l.period.saturating_mul(l.count);
                if piece.main.as_ref().is_none_or(|main| node.span() > span(main)) {
                    let item = piece.items.start + place;
                    let start = self.origin + list.begin(item);
                    let (count, period) = (node.count, node.period);
                    piece.main = Some(PieceLoop { node: id, item, start, count, period });
                }
            }
            piece.shape = hasher.finish();
        }
    }
}

/// What a node is, with numbers for its children that are equal for equal ones of any nest.
#[derive(PartialEq, Eq, Hash)]
enum Form {
    Symbol(u32),
    Loop(u64, Box<[u32]>),
}

/// For every node of every nest a number that is equal for nodes that print alike, and only for them.
fn shapes_of(nests: &[&Nest]) -> Vec<Vec<u32>> {
    let mut forms: FxHashMap<Form, u32> = FxHashMap::default();
    let mut shapes: Vec<Vec<u32>> = Vec::with_capacity(nests.len());
    for nest in nests {
        let mut own: Vec<u32> = Vec::with_capacity(nest.nodes().len());
        for node in nest.nodes() {
            let form = match node {
                Node::Symbol(symbol) => Form::Symbol(symbol.0),
                // Children come before their parents.
                Node::Loop(node) => {
                    let child = |id: &NodeId| own.get(id.index()).copied().unwrap_or(u32::MAX);
                    Form::Loop(node.count, nest.body(&node).iter().map(child).collect())
                }
            };
            let next = forms.len() as u32;
            own.push(*forms.entry(form).or_insert(next));
        }
        shapes.push(own);
    }
    shapes
}

#[cfg(test)]
mod tests;

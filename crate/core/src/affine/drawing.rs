//! A nest of symbols with the shape of a nest of tuples: what pictures are drawn from.
//!
//! Every value is a symbol whose text is its functions, and a loop is a loop. Where a bound varies, the iterations of
//! the loop around it differ in length: such a loop is one node that holds all its iterations one after the other,
//! as a loop that runs once, and [`Drawing::iterations`] knows how many they are. So positions are those of
//! the trace, the loop has its box and its name, and so has every loop in it, however often its count differs.
//! A loop with too many different iterations for that is drawn as a block of its length.

use crate::small_sort::SmallSort;
use rustc_hash::FxHashMap;

use super::count::{iterations, Counter};
use super::text::value_text;
use super::{Affine, Node};
use crate::nest::{LoopNames, MainLoop, Nest, NestBuilder, NodeId, Stats};
use crate::symbols::{Symbol, SymbolTable};

/// The most items that are drawn for loops whose iterations differ.
pub const MOST_DRAWN: usize = 1 << 17;

/// A nest of tuples as a nest of symbols.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// The nest.
    pub nest: Nest,
    /// The texts of its symbols: those of the values, and of blocks.
    pub symbols: SymbolTable,
    /// The loops, by the names that they have in the nest of tuples.
    pub names: LoopNames,
    /// Loops that stand with all their iterations one after the other, and how many these are; by node.
    unrolled: Vec<(NodeId, u64)>,
    /// Of every symbol the value and the loops around it, outermost first; of a block the loop.
    values: Vec<(u32, Box<[u32]>)>,
    /// Loops that are drawn as blocks.
    blocks: u64,
}

impl Drawing {
    /// How many iterations are in a loop that stands with all of them one after the other; `None` for any
    /// other, whose count says it.
    pub fn iterations(&self, node: NodeId) -> Option<u64> {
        let at = self.unrolled.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        self.unrolled.get(at).map(|&(_, iterations)| iterations)
    }

    /// All loops that stand with all their iterations, ascending by node.
    pub fn unrolled(&self) -> &[(NodeId, u64)] {
        &self.unrolled
    }

    /// The values in order of their symbols, each with the loops around it, outermost first. (One per place: a value that
    /// stands in two loops is there twice.)
    pub fn values(&self) -> impl Iterator<Item = (u32, &[u32])> {
        self.values.iter().map(|(value, way)| (*value, &**way))
    }

    /// The value that a symbol stands for and the loops around it, outermost first; of a block, its loop.
    pub fn value(&self, symbol: Symbol) -> Option<(u32, &[u32])> {
        self.values.get(symbol.0 as usize).map(|(value, way)| (*value, &**way))
    }

    /// How many loops have too many different iterations to be drawn.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }
}

impl Affine {
    /// The nest to draw. O(nodes), and [`MOST_DRAWN`] for loops whose iterations differ.
    pub fn drawing(&self) -> Drawing {
        let mut builder = NestBuilder::new();
        let mut artist = Artist {
            nest: self,
            symbols: FxHashMap::default(),
            drawing: Drawing::default(),
            texts: Vec::new(),
            made: FxHashMap::default(),
            ids: Vec::new(),
            way: Vec::new(),
            left: MOST_DRAWN,
        };
        let mut indices = Vec::new();
        let items = self.root.iter().filter_map(|&item| {
            artist.way.clear();
            artist.item(&mut builder, item, &mut indices).ok()
        });
        let root: Vec<NodeId> = items.collect();
        let Artist { mut drawing, texts, ids, .. } = artist;
        drawing.nest = builder.finish(&root);
        drawing.symbols = SymbolTable::new(texts);
        drawing.unrolled.sort_small();
        drawing.unrolled.dedup();
        drawing.names = LoopNames::given(&drawing.nest, ids);
        drawing
    }

    /// The figures of the nest; `drawing` is what its main loop is a node of.
    pub fn stats(&self, drawing: &Drawing) -> Stats {
        let mut stats = Stats::named(&drawing.nest, &drawing.names);
        let bodies = self.loops.iter().map(|named| self.body(named.node).len() as u64);
        stats.top_level = self.root.len() as u64;
        stats.total = stats.top_level + bodies.sum::<u64>();
        stats.loops = self.loops.len() as u64;
        stats.depth = self.root.iter().map(|&item| self.facts(item).height).max().unwrap_or(0);
        if let Some(MainLoop { node, count, period, .. }) = &mut stats.main_loop {
            // All its iterations are one of the node's.
            if let Some(all) = drawing.iterations(*node) {
                *period = count.saturating_mul(*period) / all.max(1);
                *count = all;
            }
        }
        stats
    }
}

struct Artist<'a> {
    nest: &'a Affine,
    /// By loop around it and value.
    symbols: FxHashMap<(Option<u32>, u32), Symbol>,
    drawing: Drawing,
    texts: Vec<Box<str>>,
    /// The nodes of items that are the same wherever they stand.
    made: FxHashMap<u32, NodeId>,
    /// The loop number of every node.
    ids: Vec<u32>,
    way: Vec<u32>,
    /// Items that may still be drawn.
    left: usize,
}

/// There are too many different iterations.
struct TooMany;

impl Artist<'_> {
    fn symbol(&mut self, key: (Option<u32>, u32), text: impl FnOnce(&Affine) -> String) -> Symbol {
        let next = Symbol(self.texts.len() as u32);
        let symbol = *self.symbols.entry(key).or_insert(next);
        if symbol == next {
            self.texts.push(text(self.nest).into());
            self.drawing.values.push((key.1, self.way.as_slice().into()));
        }
        symbol
    }

    fn item(&mut self, builder: &mut NestBuilder, number: u32, indices: &mut Vec<u64>) -> Result<NodeId, TooMany> {
        let nest = self.nest;
        let Some(Node::Loop { bound, body }) = nest.node(number) else {
            let symbol = self.symbol((self.way.last().copied(), number), |nest| value_text(nest, number));
            return Ok(builder.symbol(symbol));
        };
        let facts = nest.facts(number);
        // With the same indices around them, or none that matter, two are one.
        let fixed = facts.fixed;
        if let Some(&node) = self.made.get(&number).filter(|_| fixed.is_some()) {
            return Ok(node);
        }
        let count = iterations(bound, indices).and_then(|n| u64::try_from(n).ok()).ok_or(TooMany)?;
        let differ = facts.degrees.get(facts.level as usize).is_some_and(|&degree| degree > 0);
        let depth = self.way.len();
        self.way.push(number);
        let before = self.left;
        let node = if differ {
            self.iterations(builder, body, count, indices).map(|items| {
                let node = builder.repeat(1, &items);
                self.drawing.unrolled.push((node, count));
                node
            })
        } else {
            indices.push(0);
            let items: Result<Vec<NodeId>, TooMany> =
                body.iter().map(|&item| self.item(builder, item, indices)).collect();
            indices.pop();
            items.map(|items| builder.repeat(count, &items))
        };
        self.way.truncate(depth);
        let node = match (node, fixed) {
            (Ok(node), _) => node,
            (Err(TooMany), None) => return Err(TooMany),
            (Err(TooMany), Some(len)) => {
                indices.truncate(facts.level as usize);
                self.left = before;
                self.block(builder, number, len)
            }
        };
        if self.ids.len() <= node.index() {
            self.ids.resize(node.index() + 1, 0);
        }
        if let Some(id) = self.ids.get_mut(node.index()) {
            *id = nest.id(number);
        }
        if fixed.is_some() {
            self.made.insert(number, node);
        }
        Ok(node)
    }

    fn iterations(
        &mut self,
        builder: &mut NestBuilder,
        body: &[u32],
        count: u64,
        indices: &mut Vec<u64>,
    ) -> Result<Vec<NodeId>, TooMany> {
        let mut items = Vec::new();
        for index in 0..count {
            self.left = self.left.checked_sub(body.len()).ok_or(TooMany)?;
            indices.push(index);
            for &item in body {
                items.push(self.item(builder, item, indices)?);
            }
            indices.pop();
        }
        Ok(items)
    }

    /// A loop as one symbol, as often as it has tuples.
    fn block(&mut self, builder: &mut NestBuilder, number: u32, len: u64) -> NodeId {
        self.drawing.blocks += 1;
        let text = |nest: &Affine| match nest.node(number) {
            Some(Node::Loop { bound, .. }) => {
                format!("for i{} = 0 to {bound}: too many different iterations", nest.level(number))
            }
            _ => String::new(),
        };
        let symbol = self.symbol((None, number), text);
        let symbol = builder.symbol(symbol);
        let node = builder.repeat(len, &[symbol]);
        let all = match self.nest.node(number) {
            Some(Node::Loop { bound, .. }) => iterations(bound, &[]),
            _ => None,
        };
        let all = all.and_then(|all| u64::try_from(all).ok());
        self.drawing.unrolled.push((node, all.unwrap_or(len)));
        node
    }
}

impl Affine {
    /// The least and the most iterations of a loop, wherever it runs, and of the tuples in one of its iterations.
    pub fn extent(&self, way: &[u32], number: u32) -> Option<((u64, u64), (u64, u64))> {
        let Some(Node::Loop { bound, body }) = self.node(number) else { return None };
        let reach = self.reach_of(bound, way);
        let clamp = |n: i128| u64::try_from(n).unwrap_or(u64::MAX);
        let count = (clamp(reach.least + 1), clamp(reach.most + 1));
        // Lengths at the corners.
        let mut counter = Counter::new(self);
        let mut period: Option<(u64, u64)> = None;
        let around: Vec<u32> = way.iter().copied().chain([number]).collect();
        for corner in 0..1u32 << around.len().min(10) {
            let mut indices: Vec<u64> = Vec::new();
            for (level, &at) in around.iter().enumerate() {
                let last = match self.node(at) {
                    Some(Node::Loop { bound, .. }) if corner >> level.min(31) & 1 == 1 => {
                        iterations(bound, &indices).unwrap_or(1) - 1
                    }
                    _ => 0,
                };
                indices.push(clamp(last));
            }
            let len = clamp(counter.list(body, &mut indices)?);
            let (least, most) = period.unwrap_or((len, len));
            period = Some((least.min(len), most.max(len)));
        }
        Some((count, period?))
    }
}

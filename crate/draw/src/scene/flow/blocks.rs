//! Blocks: calls that always follow each other are drawn as one box.

use loopscope_core::event_flow::{FlowEdge, LoopKind};

use super::state::FlowSource;

/// Calls that always follow each other, or a loop or a run of such calls that is folded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    /// Its nodes, in order.
    pub(super) nodes: Vec<u32>,
    /// The innermost loop around it that has a box.
    pub(super) around: Option<u32>,
    /// The loop that consists of its only node, or of all of its nodes if it is folded.
    pub(super) own_loop: Option<u32>,
    /// Whether it is a loop that is folded, or a run of blocks, which has no loop of its own.
    pub(super) is_folded: bool,
}

impl Block {
    /// The node through which the block is entered.
    pub(super) fn first(&self) -> u32 {
        self.nodes.first().copied().unwrap_or(0)
    }
}

/// A row of the picture, or an edge of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// The upper edge of the box of a loop, with its name.
    Open(u32),
    /// A block.
    Block(u32),
    /// The lower edge of the box of a loop.
    Close(u32),
}

/// All blocks of a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Blocks {
    /// The blocks, by their first node.
    pub(super) list: Vec<Block>,
    /// The block of each node.
    pub(super) of_node: Vec<u32>,
    /// For each loop whether it is a block and has no box.
    pub(super) is_block: Vec<bool>,
}

impl Blocks {
    /// The maximal chains of a graph: each node but the first has one predecessor, each but the last has one successor, all
    /// are in the same loops, and none but the first begins a loop. A loop whose number is `folded` is one block, with all that
    /// is in it. O(nodes + edges).
    pub(super) fn new(source: &FlowSource<'_>, folded: &[u32]) -> Self {
        let nodes = source.graph.nodes().len();
        let single = single(source);
        let folds = Folds::new(source, &single, folded);
        let is_block = single.iter().zip(&folds.outermost);
        let is_block = is_block.map(|(&single, fold)| single || fold.is_some()).collect();
        let mut entered = vec![0u32; nodes];
        for edge in source.graph.edges() {
            entered[edge.to as usize] += 1;
        }
        let mut is_header = vec![false; nodes];
        for known in source.loops.all() {
            is_header[known.header as usize] = true;
        }
        let ends = source.graph.ends();
        if let Some(ends) = ends {
            entered[ends.first as usize] += 1;
        }
        let mut blocks = Self { list: Vec::new(), of_node: vec![u32::MAX; nodes], is_block };
        let joins = |from: u32, to: u32| {
            let innermost = source.loops.innermost(from);
            if innermost.is_some_and(|id| folds.outermost[id as usize].is_some()) {
                return false;
            }
            source.graph.successors().of(from).len() == 1
                && ends.is_none_or(|ends| ends.last != from)
                && entered[to as usize] == 1
                && !is_header[to as usize]
                && innermost == source.loops.innermost(to)
                && innermost.is_none_or(|id| !blocks.is_block[id as usize])
        };
        let mut next = vec![u32::MAX; nodes];
        let mut is_first = vec![true; nodes];
        for FlowEdge { from, to, .. } in source.graph.edges() {
            if from != to && joins(from, to) {
                (next[from as usize], is_first[to as usize]) = (to, false);
            }
        }
        let mut block_of_fold = vec![None; source.loops.all().len()];
        for node in (0..nodes as u32).filter(|&node| is_first[node as usize]) {
            let innermost = source.loops.innermost(node);
            match innermost.and_then(|id| folds.outermost[id as usize]) {
                Some(id) => blocks.add_folded(source, node, (id, &mut block_of_fold[id as usize])),
                None => blocks.add(source, node, &next),
            }
        }
        blocks
    }

    /// Makes one block of each run in which one of these nodes is: blocks in a row, with no edge of a box between them. A single
    /// call, or loop, is one row as it is. O(rows + nodes), times the runs that are folded.
    pub(super) fn fold_runs(&mut self, rows: &mut Vec<Row>, runs: &[u32]) {
        if runs.is_empty() {
            return;
        }
        let is_block = |row: &Row| matches!(row, Row::Block(_));
        let before = std::mem::take(rows);
        let mut list: Vec<Block> = Vec::with_capacity(self.list.len());
        for run in before.chunk_by(|row, next| is_block(row) && is_block(next)) {
            let folds = run.iter().any(|row| match row {
                Row::Block(at) => {
                    let block = &self.list[*at as usize];
                    let is_more = run.len() > 1 || (block.nodes.len() > 1 && block.own_loop.is_none());
                    is_more && runs.iter().any(|node| block.nodes.contains(node))
                }
                _ => false,
            });
            for (place, &row) in run.iter().enumerate() {
                let Row::Block(at) = row else {
                    rows.push(row);
                    continue;
                };
                let mut block = std::mem::take(&mut self.list[at as usize]);
                if let Some(folded) = list.last_mut().filter(|_| folds && place > 0) {
                    folded.nodes.append(&mut block.nodes);
                    continue;
                }
                if folds {
                    (block.own_loop, block.is_folded) = (None, true);
                }
                rows.push(Row::Block(list.len() as u32));
                list.push(block);
            }
        }
        for (at, block) in list.iter().enumerate() {
            for &node in &block.nodes {
                self.of_node[node as usize] = at as u32;
            }
        }
        self.list = list;
    }

    /// Adds a node to the block of a folded loop, which it begins if it is the first of it.
    fn add_folded(&mut self, source: &FlowSource<'_>, node: u32, (id, block): (u32, &mut Option<u32>)) {
        let at = *block.get_or_insert_with(|| {
            let around = source.loops.get(id).and_then(|known| known.parent);
            let own_loop = Some(id);
            self.list.push(Block { nodes: Vec::new(), around, own_loop, is_folded: true });
            self.list.len() as u32 - 1
        });
        self.of_node[node as usize] = at;
        self.list[at as usize].nodes.push(node);
    }

    fn add(&mut self, source: &FlowSource<'_>, first: u32, next: &[u32]) {
        let innermost = source.loops.innermost(first);
        let own_loop = innermost.filter(|&id| self.is_block[id as usize]);
        let around = match own_loop {
            Some(id) => source.loops.get(id).and_then(|known| known.parent),
            None => innermost,
        };
        let mut block = Block { around, own_loop, ..Block::default() };
        let mut at = first;
        while let Some(known) = self.of_node.get_mut(at as usize) {
            *known = self.list.len() as u32;
            block.nodes.push(at);
            at = next[at as usize];
        }
        self.list.push(block);
    }
}

/// Loops that are folded.
struct Folds {
    /// Of each loop the outermost folded loop that it is in, which may be itself.
    outermost: Vec<Option<u32>>,
}

impl Folds {
    /// A single call is one row as it is.
    fn new(source: &FlowSource<'_>, single: &[bool], folded: &[u32]) -> Self {
        let folds = |id: &u32| !single[*id as usize] && folded.contains(&source.number(*id));
        let outermost = |id: u32| source.loops.chain(Some(id), None).filter(folds).last();
        Self { outermost: (0..source.loops.all().len() as u32).map(outermost).collect() }
    }
}

/// For each loop whether it is a single node.
fn single(source: &FlowSource<'_>) -> Vec<bool> {
    let mut nodes = vec![0u32; source.loops.all().len()];
    for node in 0..source.graph.nodes().len() as u32 {
        if let Some(id) = source.loops.innermost(node) {
            nodes[id as usize] += 1;
        }
    }
    let mut found: Vec<bool> = nodes.iter().map(|&count| count == 1).collect();
    for known in source.loops.all() {
        if let Some(parent) = known.parent {
            found[parent as usize] = false;
        }
    }
    for (is_block, known) in found.iter_mut().zip(source.loops.all()) {
        *is_block &= known.kind != LoopKind::Irreducible;
    }
    found
}

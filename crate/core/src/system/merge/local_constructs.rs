//! The constructs of single processes while they are merged: each different one is stored once.
//!
//! Equal constructs have one id, so comparing two bodies is comparing ids, and what a loop sends, receives and
//! takes part in is added up once, however often the loop occurs.

use crate::small_sort::SmallSort;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::system::model::{ChannelId, GroupId, NameId};

/// A process, as its index among all processes of the merge, ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ProcessIndex(pub(super) u32);

impl ProcessIndex {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A construct of one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct LocalId(u32);

/// What an event does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Action {
    Send(ChannelId),
    Recv(ChannelId),
    Sync(NameId, GroupId),
    Local(NameId),
}

/// One end of a channel, or a group: flows are counted by these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum End {
    Send(ChannelId),
    Recv(ChannelId),
    Sync(GroupId),
}

/// An event, or a loop over other constructs.
#[derive(Clone, Copy, Debug)]
pub(super) enum LocalConstruct {
    Event(Action),
    Loop { count: u64 },
}

#[derive(Clone, Copy, Debug)]
struct Node {
    construct: LocalConstruct,
    process: ProcessIndex,
    body: (u32, u32),
    flow: (u32, u32),
    /// Constructs in it, itself included.
    size: u64,
    /// Events in it.
    span: u64,
    /// The next construct with the same hash.
    next: Option<LocalId>,
}

/// All constructs of all processes.
#[derive(Debug, Default)]
pub(super) struct LocalConstructs {
    nodes: Vec<Node>,
    bodies: Vec<LocalId>,
    flows: Vec<(End, u64)>,
    heads: FxHashMap<u64, LocalId>,
    scratch: Vec<(End, u64)>,
}

impl LocalConstructs {
    pub(super) fn get(&self, id: LocalId) -> LocalConstruct {
        self.nodes[id.0 as usize].construct
    }

    /// How often a loop runs; 1 for an event.
    pub(super) fn count(&self, id: LocalId) -> u64 {
        match self.get(id) {
            LocalConstruct::Loop { count } => count,
            LocalConstruct::Event(_) => 1,
        }
    }

    pub(super) fn is_loop(&self, id: LocalId) -> bool {
        matches!(self.get(id), LocalConstruct::Loop { .. })
    }

    /// The body of a loop; empty for an event.
    pub(super) fn body(&self, id: LocalId) -> &[LocalId] {
        let (start, end) = self.nodes[id.0 as usize].body;
        &self.bodies[start as usize..end as usize]
    }

    /// What an event, or one iteration of a loop, sends, receives and takes part in, ascending.
    pub(super) fn flow(&self, id: LocalId) -> &[(End, u64)] {
        let (start, end) = self.nodes[id.0 as usize].flow;
        &self.flows[start as usize..end as usize]
    }

    /// How much of the flow of one iteration goes through one end.
    pub(super) fn through(&self, id: LocalId, end: End) -> u64 {
        let flow = self.flow(id);
        flow.binary_search_by_key(&end, |(end, _)| *end).map_or(0, |at| flow[at].1)
    }

    /// Constructs in it, itself included, counted as a tree.
    pub(super) fn size(&self, id: LocalId) -> u64 {
        self.nodes[id.0 as usize].size
    }

    /// Events in it.
    pub(super) fn span(&self, id: LocalId) -> u64 {
        self.nodes[id.0 as usize].span
    }

    /// Events in one iteration.
    pub(super) fn period(&self, id: LocalId) -> u64 {
        self.span(id).checked_div(self.count(id)).unwrap_or(0)
    }

    pub(super) fn event(&mut self, process: ProcessIndex, action: Action) -> LocalId {
        let mut hasher = FxHasher::default();
        Hash::hash(&(process, action), &mut hasher);
        let hash = hasher.finish();
        let mut at = self.heads.get(&hash).copied();
        while let Some(id) = at {
            let node = &self.nodes[id.0 as usize];
            match node.construct {
                LocalConstruct::Event(known) if known == action && node.process == process => return id,
                _ => at = node.next,
            }
        }
        let start = self.flows.len() as u32;
        match action {
            Action::Send(channel) => self.flows.push((End::Send(channel), 1)),
            Action::Recv(channel) => self.flows.push((End::Recv(channel), 1)),
            Action::Sync(_, group) => self.flows.push((End::Sync(group), 1)),
            Action::Local(_) => {}
        }
        let flow = (start, self.flows.len() as u32);
        let construct = LocalConstruct::Event(action);
        let node = Node { construct, process, body: (0, 0), flow, size: 1, span: 1, next: None };
        self.insert(hash, node)
    }

    /// The loop that runs a body of one process `count` times. If the body is nothing but a loop, the two become
    /// one loop.
    pub(super) fn repeat(&mut self, process: ProcessIndex, count: u64, body: &[LocalId]) -> LocalId {
        if let [only] = body {
            if let LocalConstruct::Loop { count: inner } = self.get(*only) {
                if let Some(count) = count.checked_mul(inner) {
                    let body = self.body(*only).to_vec();
                    return self.repeat(process, count, &body);
                }
            }
        }
        let mut hasher = FxHasher::default();
        hasher.write_u64(count);
        body.iter().for_each(|id| hasher.write_u32(id.0));
        let hash = hasher.finish();
        let mut at = self.heads.get(&hash).copied();
        while let Some(id) = at {
            match self.get(id) {
                LocalConstruct::Loop { count: known } if known == count && self.body(id) == body => return id,
                _ => at = self.nodes[id.0 as usize].next,
            }
        }
        let start = self.bodies.len() as u32;
        self.bodies.extend_from_slice(body);
        let range = (start, self.bodies.len() as u32);
        let mut flow = std::mem::take(&mut self.scratch);
        flow.clear();
        let (mut size, mut span) = (1u64, 0u64);
        for &id in body {
            self.add_flow(id, &mut flow);
            size = size.saturating_add(self.size(id));
            span = span.saturating_add(self.span(id));
        }
        add_up(&mut flow);
        let start = self.flows.len() as u32;
        self.flows.extend_from_slice(&flow);
        self.scratch = flow;
        let flow = (start, self.flows.len() as u32);
        let (construct, span) = (LocalConstruct::Loop { count }, span.saturating_mul(count));
        self.insert(hash, Node { construct, process, body: range, flow, size, span, next: None })
    }

    /// `count` iterations of a body as a list: nothing, the body itself, or a loop.
    pub(super) fn iterations(&mut self, process: ProcessIndex, count: u64, body: &[LocalId]) -> Vec<LocalId> {
        match count {
            0 => Vec::new(),
            1 => body.to_vec(),
            _ => vec![self.repeat(process, count, body)],
        }
    }

    /// What a list of constructs sends, receives and takes part in, ascending.
    pub(super) fn flow_of_list(&self, list: &[LocalId], flow: &mut Vec<(End, u64)>) {
        flow.clear();
        list.iter().for_each(|&id| self.add_flow(id, flow));
        add_up(flow);
    }

    /// Appends the flow of all iterations of a construct.
    fn add_flow(&self, id: LocalId, flow: &mut Vec<(End, u64)>) {
        let times = self.count(id);
        flow.extend(self.flow(id).iter().map(|&(end, count)| (end, count.saturating_mul(times))));
    }

    fn insert(&mut self, hash: u64, mut node: Node) -> LocalId {
        let id = LocalId(self.nodes.len() as u32);
        node.next = self.heads.insert(hash, id);
        self.nodes.push(node);
        id
    }
}

/// Sorts counts by end and adds up those of one end.
fn add_up(flow: &mut Vec<(End, u64)>) {
    // A process mostly names its channels in the order in which they are numbered.
    if !flow.is_sorted() {
        flow.sort_small();
    }
    flow.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 = kept.1.saturating_add(next.1);
        }
        same
    });
}

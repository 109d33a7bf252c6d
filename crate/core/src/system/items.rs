//! The constructs of single processes while they are merged: each different one kept once.
//!
//! Equal constructs have one id, so that comparing two bodies is comparing ids, and what a loop sends,
//! receives and takes part in is summed up once however often it occurs.

use crate::order::InOrder;
use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use super::model::{ChannelId, GroupId, NameId};

/// A construct of one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ItemId(u32);

/// What an event says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Action {
    Send(ChannelId),
    Recv(ChannelId),
    Sync(NameId, GroupId),
    Local(NameId),
}

/// One end of a channel, or a group: what flows are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum End {
    Send(ChannelId),
    Recv(ChannelId),
    Sync(GroupId),
}

/// An event, or a loop over other constructs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    Event(Action),
    Loop { count: u64 },
}

#[derive(Clone, Copy, Debug)]
struct Node {
    item: Item,
    process: u32,
    body: (u32, u32),
    flow: (u32, u32),
    /// Constructs in it, itself included.
    size: u64,
    /// Events in it.
    span: u64,
    /// Another one of the same hash.
    next: Option<ItemId>,
}

/// All constructs of all processes.
#[derive(Debug, Default)]
pub(super) struct Items {
    nodes: Vec<Node>,
    bodies: Vec<ItemId>,
    flows: Vec<(End, u64)>,
    heads: FxHashMap<u64, ItemId>,
    scratch: Vec<(End, u64)>,
    /// Constructs of bodies that were rotated so far.
    pub(super) rotated: u64,
}

impl Items {
    pub(super) fn item(&self, id: ItemId) -> Item {
        self.nodes[id.0 as usize].item
    }

    /// How often a loop runs, 1 for an event.
    pub(super) fn count(&self, id: ItemId) -> u64 {
        match self.item(id) {
            Item::Loop { count } => count,
            Item::Event(_) => 1,
        }
    }

    pub(super) fn is_loop(&self, id: ItemId) -> bool {
        matches!(self.item(id), Item::Loop { .. })
    }

    /// The body of a loop, nothing for an event.
    pub(super) fn body(&self, id: ItemId) -> &[ItemId] {
        let (start, end) = self.nodes[id.0 as usize].body;
        &self.bodies[start as usize..end as usize]
    }

    /// What one iteration of a loop, or an event, sends, receives and takes part in, ascending.
    pub(super) fn flow(&self, id: ItemId) -> &[(End, u64)] {
        let (start, end) = self.nodes[id.0 as usize].flow;
        &self.flows[start as usize..end as usize]
    }

    /// How much of it goes through one end in an iteration.
    pub(super) fn through(&self, id: ItemId, end: End) -> u64 {
        let flow = self.flow(id);
        flow.binary_search_by_key(&end, |(end, _)| *end).map_or(0, |at| flow[at].1)
    }

    /// Constructs in it, itself included, as a tree.
    pub(super) fn size(&self, id: ItemId) -> u64 {
        self.nodes[id.0 as usize].size
    }

    /// Events in it.
    pub(super) fn span(&self, id: ItemId) -> u64 {
        self.nodes[id.0 as usize].span
    }

    /// Events in one iteration.
    pub(super) fn period(&self, id: ItemId) -> u64 {
        self.span(id).checked_div(self.count(id)).unwrap_or(0)
    }

    pub(super) fn event(&mut self, process: u32, action: Action) -> ItemId {
        let mut hasher = FxHasher::default();
        std::hash::Hash::hash(&(process, action), &mut hasher);
        let hash = hasher.finish();
        let mut at = self.heads.get(&hash).copied();
        while let Some(id) = at {
            let node = &self.nodes[id.0 as usize];
            match node.item {
                Item::Event(known) if known == action && node.process == process => return id,
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
        let item = Item::Event(action);
        self.push(hash, Node { item, process, body: (0, 0), flow, size: 1, span: 1, next: None })
    }

    /// `count` iterations of a body of one process: the loop, or what it is without one.
    pub(super) fn repeat(&mut self, process: u32, count: u64, body: &[ItemId]) -> ItemId {
        // A loop that is all there is in a loop is one loop.
        if let [only] = body {
            if let Item::Loop { count: inner } = self.item(*only) {
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
            match self.item(id) {
                Item::Loop { count: known } if known == count && self.body(id) == body => {
                    return id
                }
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
            let times = self.count(id);
            flow.extend(
                self.flow(id).iter().map(|&(end, count)| (end, count.saturating_mul(times))),
            );
            size = size.saturating_add(self.size(id));
            span = span.saturating_add(self.span(id));
        }
        sum(&mut flow);
        let start = self.flows.len() as u32;
        self.flows.extend_from_slice(&flow);
        self.scratch = flow;
        let flow = (start, self.flows.len() as u32);
        let (item, span) = (Item::Loop { count }, span.saturating_mul(count));
        self.push(hash, Node { item, process, body: range, flow, size, span, next: None })
    }

    fn push(&mut self, hash: u64, mut node: Node) -> ItemId {
        let id = ItemId(self.nodes.len() as u32);
        node.next = self.heads.insert(hash, id);
        self.nodes.push(node);
        id
    }
}

/// Sorts counts by end and adds up those of one end.
pub(super) fn sum(flow: &mut Vec<(End, u64)>) {
    // As a rule a process names its channels in the order in which they are numbered.
    if !flow.is_sorted() {
        flow.order();
    }
    flow.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 = kept.1.saturating_add(next.1);
        }
        same
    });
}

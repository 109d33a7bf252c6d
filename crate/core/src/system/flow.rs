//! Flows: how many messages a loop sends and receives on each channel, and which channels are closed in it.

use super::model::{ChannelId, Construct, ConstructId, Flow, Model};
use crate::sparse_bit_set::SparseBitSet;

/// Finds out for every loop which channels are closed in its body.
///
/// A channel is closed in a loop if and only if both its ends are in the body, an iteration receives as
/// many messages as it sends, and none is in flight when the loop is entered, counted from the start of
/// the innermost iteration around it. Then the k-th send of an iteration and its k-th receive are a pair
/// in the whole trace, too. (The paper takes this for granted, which fails where one construct holds both
/// ends: `send; for 5 {recv; send}; recv` of a process to itself.)
pub(super) fn find_open_channels(model: &mut Model) {
    let bodies = BodyFlows::new(model);
    mark_open(model, &bodies);
    set_flows(model, &bodies);
}

/// The whole flow of one iteration of every loop: which channels are closed in it depends on what is around it.
struct BodyFlows {
    flows: Vec<Flow>,
    /// For every construct, where its flows begin and end; empty for an event.
    ranges: Vec<(u32, u32)>,
}

impl BodyFlows {
    /// O(constructs, and the channels of each body).
    fn new(model: &Model) -> Self {
        let ranges = vec![(0, 0); model.constructs.len()];
        let mut bodies = Self { flows: Vec::new(), ranges };
        // The flow of the current body, and the channels that it uses.
        let mut sums: Vec<(u64, u64)> = vec![(0, 0); model.channels.len()];
        let mut touched = SparseBitSet::below(model.channels.len());
        for id in model.ids() {
            let Construct::Loop(node) = model.construct(id) else { continue };
            for &item in model.body(&node) {
                bodies.each_flow(model, item, |flow| {
                    let (sends, recvs) = &mut sums[flow.channel.index()];
                    (*sends, *recvs) = (*sends + flow.sends, *recvs + flow.recvs);
                    touched.add(flow.channel.index());
                });
            }
            let start = bodies.flows.len() as u32;
            for channel in touched.take().into_iter().map(ChannelId) {
                let (sends, recvs) = std::mem::take(&mut sums[channel.index()]);
                bodies.flows.push(Flow { channel, sends, recvs });
            }
            bodies.ranges[id.index()] = (start, bodies.flows.len() as u32);
        }
        bodies
    }

    /// The flow of one iteration of a loop.
    fn of(&self, id: ConstructId) -> &[Flow] {
        let (start, end) = self.ranges[id.index()];
        &self.flows[start as usize..end as usize]
    }

    /// Calls with everything that a construct sends and receives in all its iterations, closed or not.
    fn each_flow(&self, model: &Model, id: ConstructId, mut found: impl FnMut(Flow)) {
        match model.construct(id) {
            Construct::Send(channel) => found(Flow { channel, sends: 1, recvs: 0 }),
            Construct::Recv(channel) => found(Flow { channel, sends: 0, recvs: 1 }),
            Construct::Sync { .. } | Construct::Local { .. } => {}
            Construct::Loop(node) => {
                for flow in self.of(id) {
                    let (sends, recvs) = (flow.sends * node.count, flow.recvs * node.count);
                    found(Flow { channel: flow.channel, sends, recvs });
                }
            }
        }
    }
}

/// Lists the channels of every loop that are open in it, outer loops first.
fn mark_open(model: &mut Model, bodies: &BodyFlows) {
    let mut in_flight: Vec<i64> = vec![0; model.channels.len()];
    let mut lists: Vec<Option<ConstructId>> = vec![None];
    lists.extend(model.ids().rev().filter(|&id| model.as_loop(id).is_some()).map(Some));
    let mut is_open = vec![false; model.channels.len()];
    for parent in lists {
        let node = parent.and_then(|id| model.as_loop(id));
        let items: Vec<ConstructId> = match node {
            Some(node) => model.body(&node).to_vec(),
            None => model.root().to_vec(),
        };
        let opened: Vec<ChannelId> = node.map_or(Vec::new(), |node| model.open(&node).to_vec());
        opened.iter().for_each(|channel| is_open[channel.index()] = true);
        let mut touched = Vec::new();
        for item in items {
            let start = model.open.len() as u32;
            if model.as_loop(item).is_some() {
                for flow in bodies.of(item) {
                    let at = flow.channel.index();
                    let both = flow.sends > 0 && flow.recvs > 0;
                    if both && (is_open[at] || in_flight[at] != 0 || flow.sends != flow.recvs) {
                        model.open.push(flow.channel);
                    }
                }
            }
            let end = model.open.len() as u32;
            bodies.each_flow(model, item, |flow| {
                in_flight[flow.channel.index()] += flow.sends as i64 - flow.recvs as i64;
                touched.push(flow.channel);
            });
            if let Construct::Loop(node) = &mut model.constructs[item.index()] {
                node.open = (start, end);
            }
        }
        touched.iter().for_each(|channel| in_flight[channel.index()] = 0);
        opened.iter().for_each(|channel| is_open[channel.index()] = false);
    }
}

/// Gives every loop its flow: it exchanges with others everything but the channels that are closed in it.
fn set_flows(model: &mut Model, bodies: &BodyFlows) {
    for id in model.ids() {
        let Construct::Loop(node) = model.construct(id) else { continue };
        let open = model.open(&node).to_vec();
        let first = model.flows.len() as u32;
        for flow in bodies.of(id) {
            let both = flow.sends > 0 && flow.recvs > 0;
            if !both || open.binary_search(&flow.channel).is_ok() {
                let Flow { channel, sends, recvs } = *flow;
                let (sends, recvs) = (sends * node.count, recvs * node.count);
                model.flows.push(Flow { channel, sends, recvs });
            }
        }
        let last = model.flows.len() as u32;
        if let Construct::Loop(node) = &mut model.constructs[id.index()] {
            node.flow = (first, last);
        }
    }
}

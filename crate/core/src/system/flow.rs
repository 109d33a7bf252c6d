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
    // The whole flow of one iteration of every loop: which channels are closed is only known once the level above is.
    let mut whole: Vec<(u32, u32)> = vec![(0, 0); model.constructs.len()];
    let mut flows: Vec<Flow> = Vec::new();
    // The flow of the current body, and the channels that it uses.
    let mut sums: Vec<(u64, u64)> = vec![(0, 0); model.channels.len()];
    let mut touched = SparseBitSet::below(model.channels.len());
    for id in model.ids() {
        let Construct::Loop(node) = model.construct(id) else { continue };
        for &item in model.body(&node) {
            each_flow(model, &whole, &flows, item, |flow| {
                let (sends, recvs) = &mut sums[flow.channel.index()];
                (*sends, *recvs) = (*sends + flow.sends, *recvs + flow.recvs);
                touched.add(flow.channel.index());
            });
        }
        let start = flows.len() as u32;
        for channel in touched.take().into_iter().map(ChannelId) {
            let (sends, recvs) = std::mem::take(&mut sums[channel.index()]);
            flows.push(Flow { channel, sends, recvs });
        }
        whole[id.index()] = (start, flows.len() as u32);
    }
    // From outside in: is a message in flight where the loop stands?
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
            let is_loop = model.as_loop(item).is_some();
            let open = &mut model.open;
            let (start_flow, end_flow) = whole[item.index()];
            if is_loop {
                for flow in &flows[start_flow as usize..end_flow as usize] {
                    let at = flow.channel.index();
                    let both = flow.sends > 0 && flow.recvs > 0;
                    if both && (is_open[at] || in_flight[at] != 0 || flow.sends != flow.recvs) {
                        open.push(flow.channel);
                    }
                }
            }
            let end = open.len() as u32;
            each_flow(model, &whole, &flows, item, |flow| {
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
    // A loop exchanges with others everything but the channels that are closed in it.
    for id in model.ids() {
        let Construct::Loop(node) = model.construct(id) else { continue };
        let open = model.open(&node).to_vec();
        let (start, end) = whole[id.index()];
        let first = model.flows.len() as u32;
        for flow in &flows[start as usize..end as usize] {
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

/// Calls with everything that a construct sends and receives in all its iterations, closed or not.
fn each_flow(
    model: &Model,
    whole: &[(u32, u32)],
    flows: &[Flow],
    id: ConstructId,
    mut found: impl FnMut(Flow),
) {
    match model.construct(id) {
        Construct::Send(channel) => found(Flow { channel, sends: 1, recvs: 0 }),
        Construct::Recv(channel) => found(Flow { channel, sends: 0, recvs: 1 }),
        Construct::Sync { .. } | Construct::Local { .. } => {}
        Construct::Loop(node) => {
            let (start, end) = whole[id.index()];
            for flow in &flows[start as usize..end as usize] {
                let (sends, recvs) = (flow.sends * node.count, flow.recvs * node.count);
                found(Flow { channel: flow.channel, sends, recvs });
            }
        }
    }
}

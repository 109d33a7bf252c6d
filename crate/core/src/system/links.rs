//! Communication links: which construct of a body receives what another sends.

use crate::small_sort::SmallSort;
use std::collections::VecDeque;

use super::model::{ChannelId, Construct, ConstructId, Flow, Loop, Model};

/// Messages that one construct of a body sends and another of the same body receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The construct that sends, or a loop whose body does.
    pub from: ConstructId,
    /// The construct that receives, or a loop whose body does; the same one if the channel is open in it.
    pub to: ConstructId,
    /// The channel.
    pub channel: ChannelId,
    /// Messages in one iteration of the body.
    pub count: u64,
}

/// Messages of a construct that have no partner in its body. They are paired on an outer level, or have no partner at
/// all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loose {
    /// The construct.
    pub construct: ConstructId,
    /// The channel.
    pub channel: ChannelId,
    /// Whether it sends; if not, it receives.
    pub sends: bool,
    /// Messages in one iteration of the body.
    pub count: u64,
}

/// The communication of one body, or of the top level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// In order of the receiving construct, then of channel and message.
    pub links: Vec<Link>,
    /// In order of the construct.
    pub loose: Vec<Loose>,
}

impl Model {
    /// The links between the constructs of a body, or of the top level for `None`: the k-th message that is
    /// sent on a channel is the k-th that is received. O(constructs and flows of the body).
    ///
    /// Channels that are [`open`](Model::open) in the loop are not linked in its body, and no link leads out of a
    /// body.
    pub fn links(&self, body: Option<&Loop>) -> Links {
        let (items, open) = match body {
            Some(node) => (self.body(node), self.open(node)),
            None => (self.root(), &[][..]),
        };
        let mut queues: Vec<Queue> = Vec::new();
        let mut queue_of = rustc_hash::FxHashMap::default();
        let mut found = Links::default();
        let mut pair = |id: ConstructId, flow: Flow| {
            let Flow { channel, sends, recvs } = flow;
            if open.binary_search(&channel).is_ok() {
                for (sends, count) in [(true, sends), (false, recvs)] {
                    if count > 0 {
                        found.loose.push(Loose { construct: id, channel, sends, count });
                    }
                }
                return;
            }
            let at = *queue_of.entry(channel).or_insert_with(|| {
                queues.push(Queue { channel, sends: true, waiting: VecDeque::new() });
                queues.len() - 1
            });
            let Some(queue) = queues.get_mut(at) else { return };
            queue.pair(true, id, sends, &mut found.links);
            queue.pair(false, id, recvs, &mut found.links);
        };
        for &id in items {
            match self.construct(id) {
                Construct::Send(channel) => pair(id, Flow { channel, sends: 1, recvs: 0 }),
                Construct::Recv(channel) => pair(id, Flow { channel, sends: 0, recvs: 1 }),
                Construct::Loop(node) => self.flow(&node).iter().for_each(|&flow| pair(id, flow)),
                Construct::Sync { .. } | Construct::Local { .. } => {}
            }
        }
        for Queue { channel, sends, waiting } in queues {
            let loose = waiting.into_iter();
            let loose = loose.map(|(construct, count)| Loose { construct, channel, sends, count });
            found.loose.extend(loose);
        }
        let mut place = rustc_hash::FxHashMap::default();
        place.extend(items.iter().enumerate().map(|(at, &id)| (id, at)));
        let place = |id: ConstructId| place.get(&id).copied();
        // Stable: messages of one channel stay in their order.
        found.links.sort_small_by_key(|link| (place(link.to), link.channel));
        found.loose.sort_small_by_key(|loose| (place(loose.construct), loose.channel, !loose.sends));
        found
    }
}

/// One channel: the messages that are sent and not yet received, or, in a body that cannot be put in order, received and
/// not yet sent.
struct Queue {
    channel: ChannelId,
    sends: bool,
    waiting: VecDeque<(ConstructId, u64)>,
}

impl Queue {
    fn pair(&mut self, sends: bool, id: ConstructId, mut count: u64, links: &mut Vec<Link>) {
        while count > 0 {
            if self.sends == sends || self.waiting.is_empty() {
                self.sends = sends;
                self.waiting.push_back((id, count));
                return;
            }
            let Some((other, left)) = self.waiting.front_mut() else { return };
            let paired = count.min(*left);
            let (from, to) = if sends { (id, *other) } else { (*other, id) };
            links.push(Link { from, to, channel: self.channel, count: paired });
            count -= paired;
            *left -= paired;
            if *left == 0 {
                self.waiting.pop_front();
            }
        }
    }
}

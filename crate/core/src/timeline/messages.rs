//! The messages between processes in a stretch of time.

use super::line::Timeline;
use crate::clocks::Clocks;
use crate::matching::{ChannelMessages, ReceiveEnd, SendEnd, UNKNOWN};
use crate::waits::Waits;

/// A message from one process to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The place of the sender in [`Trace::processes`](crate::trace::Trace::processes).
    pub from: u32,
    /// The place of the receiver.
    pub to: u32,
    /// Its tag.
    pub tag: i64,
    /// Its size, if the trace has it.
    pub bytes: Option<u32>,
    /// When it is sent.
    pub sent: i64,
    /// When the call that receives it ends.
    pub received: i64,
    /// How long before it was sent the receiver was ready for it; 0 if it was not.
    pub late: i64,
}

/// The longest time between sending a message of a channel and the end of receiving it.
pub(super) fn longest_delay(channel: &ChannelMessages, clocks: &Clocks) -> i64 {
    let pairs = channel.sends().iter().zip(channel.receives());
    let all = pairs.filter_map(|(send, receive)| message(channel, (send, receive), clocks));
    all.map(|message| message.received.saturating_sub(message.sent)).max().unwrap_or(0).max(0)
}

fn message(channel: &ChannelMessages, (send, receive): (&SendEnd, &ReceiveEnd), clocks: &Clocks) -> Option<Message> {
    let (from, to) = (channel.from?, channel.to?);
    let leave = Some(receive.leave).filter(|&leave| leave != UNKNOWN)?;
    let sent = clocks.at(from as usize, send.enter);
    let posted = Some(receive.posted).filter(|&posted| posted != UNKNOWN);
    let ready = posted.map_or(sent, |posted| clocks.at(to as usize, posted));
    Some(Message {
        from,
        to,
        tag: channel.channel.2,
        bytes: send.bytes(),
        sent,
        received: clocks.at(to as usize, leave),
        late: sent.saturating_sub(ready).max(0),
    })
}

/// The messages that are under way between two times and for which `wanted` takes sender and receiver: those that were
/// waited for longest, at most so many, in the order of their sending; and how many there are. O(channels, and the messages
/// near the stretch).
pub fn messages(
    timeline: &Timeline,
    waits: &Waits,
    (from, to): (i64, i64),
    wanted: impl Fn(u32, u32) -> bool,
    most: usize,
) -> (Vec<Message>, usize) {
    let clocks = waits.clocks();
    let mut list: Vec<Message> = Vec::new();
    for (channel, &delay) in waits.matching().channels().iter().zip(&timeline.delays) {
        let (Some(source), Some(target)) = (channel.from, channel.to) else { continue };
        if !wanted(source, target) {
            continue;
        }
        let sent = |send: &SendEnd| clocks.at(source as usize, send.enter);
        let earliest = from.saturating_sub(delay);
        let first = channel.sends().partition_point(|send| sent(send) < earliest);
        let pairs = channel.sends().iter().zip(channel.receives()).skip(first);
        let near = pairs.take_while(|(send, _)| sent(send) < to);
        let under_way =
            near.filter_map(|pair| message(channel, pair, clocks)).filter(|message| message.received > from);
        list.extend(under_way);
    }
    let count = list.len();
    if count > most {
        let least = |message: &Message| (std::cmp::Reverse(message.late), message.sent);
        list.select_nth_unstable_by_key(most, least);
        list.truncate(most);
    }
    list.sort_unstable_by_key(|message| (message.sent, message.from, message.to, message.tag));
    (list, count)
}

//! Channels: messages sent less messages received, by source, destination and tag.

use loopscope_core::small_sort::SmallSort;
use rustc_hash::FxHashSet;

use loopscope_core::numbers::thousands;

use crate::input::interner::Interner;
use crate::notes::{Note, Notes, Problem};

/// Source, destination, tag.
pub type Channel = (u32, u32, i64);

/// The messages of a program, counted.
#[derive(Debug, Default)]
pub struct Channels {
    channels: Interner<Channel>,
    /// What was sent less what was received, by channel.
    balances: Vec<i64>,
    sent: u64,
    received: u64,
}

impl Channels {
    /// Counts messages that were sent.
    #[inline]
    pub fn sent(&mut self, channel: Channel, count: u64) {
        self.sent += count;
        *self.balance_of(channel) += count as i64;
    }

    /// Counts messages that were received.
    #[inline]
    pub fn received(&mut self, channel: Channel, count: u64) {
        self.received += count;
        *self.balance_of(channel) -= count as i64;
    }

    #[inline]
    fn balance_of(&mut self, channel: Channel) -> &mut i64 {
        let id = self.channels.id(channel) as usize;
        if id >= self.balances.len() {
            self.balances.resize(id + 1, 0);
        }
        &mut self.balances[id]
    }

    /// Channels on which more was sent than received, or the other way round, in order, and how many
    /// more.
    pub(crate) fn unmatched(&self) -> Vec<(Channel, i64)> {
        let balances = self.channels.list().iter().copied().zip(self.balances.iter().copied());
        let mut found: Vec<_> = balances.filter(|(_, balance)| *balance != 0).collect();
        found.sort_small();
        found
    }

    /// Notes messages without their other half, if it is a half of one of these processes: of others
    /// nothing is known.
    pub fn note(&self, present: &FxHashSet<u32>, notes: &mut Notes) {
        let mut unmatched = self.unmatched();
        unmatched.retain(|((src, dst, _), balance)| present.contains(if *balance > 0 { dst } else { src }));
        let sides = [
            (Problem::NeverReceived, "messages were sent and never received", self.sent, 1),
            (Problem::NeverSent, "messages were received and never sent", self.received, -1),
        ];
        for (problem, what, all, sign) in sides {
            let mut found = unmatched.iter().filter(|(_, balance)| balance.signum() == sign);
            let total: u64 = found.clone().map(|(_, balance)| balance.unsigned_abs()).sum();
            let Some(((src, dst, tag), _)) = found.next() else { continue };
            notes.add(problem, |file| {
                Note::warning(file, what)
                    .found(format!(
                        "{} of {}, the first from {src} to {dst} with tag {tag}",
                        thousands(total),
                        thousands(all)
                    ))
                    .remedy("kept as they are")
            });
        }
    }
}

//! What several processes exchange between two of their loops, laid out in steps.
//!
//! Within the same part of the same iteration the k-th message from one process to another is the
//! k-th that the other receives from it. Where both sides have equally many, the two events are
//! joined by a line, and the receive stands at a later step than its send (Lamport's order, 1978).
//! Where they do not, for instance because a message is received an iteration later, each stands
//! for itself. Collectives wait for each other.
//!
//! O(events x log events); bodies of very many events are not laid out but shown as a halftone.

use std::collections::BTreeMap;

use loopscope_core::symbols::Shape;

use crate::scene::source::{List, Source};
use crate::scene::ticks::{Look, Looks};

/// More events than this, over all rows, are not laid out.
const MOST_EVENTS: u64 = 6_000;

/// An event in its row, by the index of the row and its own.
type Place = (usize, usize);

/// One event of the exchange.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) look: Look,
    /// When it happens, from 1 on.
    pub(super) step: u32,
    /// The send that it receives from.
    pub(super) from: Option<Place>,
    /// Whether another event receives it.
    taken: bool,
}

impl Event {
    /// Whether a line shows it, so that it needs no tick.
    pub(super) fn is_joined(&self) -> bool {
        self.from.is_some() || self.taken
    }
}

/// Events of neighbouring rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Exchange {
    /// For each row its events in order.
    pub(super) rows: Vec<Vec<Event>>,
    /// The last step.
    pub(super) steps: u32,
}

impl Exchange {
    /// Lays out the events of some rows, each given by its list and a range of positions; nothing
    /// if there are too many.
    pub(super) fn new<'a>(
        sources: &'a [Source<'a>],
        ranges: &[(List<'a>, u64, u64)],
    ) -> Option<Exchange> {
        let total: u64 = ranges.iter().map(|(_, start, end)| end.saturating_sub(*start)).sum();
        if total > MOST_EVENTS {
            return None;
        }
        let mut exchange = Exchange::default();
        // Sends and receives of each channel in order: source, destination, tag.
        let mut channels: BTreeMap<(u32, u32, Option<i64>), [Vec<Place>; 2]> = BTreeMap::new();
        for (row, (source, (list, start, end))) in sources.iter().zip(ranges).enumerate() {
            let mut looks = Looks::new(source);
            let mut events = Vec::new();
            for position in *start..*end {
                let Some(found) = list.event_at(position) else { continue };
                let look = looks.of(found.symbol, 0);
                let appearance = source.appearance(found.symbol);
                let place = (row, events.len());
                let peer = appearance.peer.filter(|_| !is_posted(appearance.name));
                if let Some(peer) = peer.and_then(|peer| number(peer, source.process)) {
                    let own = source.process;
                    let (pair, side) = match look.shape {
                        Shape::Receive => ((peer, own), 1),
                        _ => ((own, peer), 0),
                    };
                    let channel = channels.entry((pair.0, pair.1, appearance.tag)).or_default();
                    if let Some(places) = channel.get_mut(side) {
                        places.push(place);
                    }
                }
                events.push(Event { look, step: 0, from: None, taken: false });
            }
            exchange.rows.push(events);
        }
        for [sends, receives] in channels.into_values() {
            if sends.len() == receives.len() {
                for (send, receive) in sends.into_iter().zip(receives) {
                    exchange.join(send, receive);
                }
            }
        }
        exchange.lay_out();
        Some(exchange)
    }

    pub(super) fn get(&self, (row, event): Place) -> Option<&Event> {
        self.rows.get(row)?.get(event)
    }

    fn get_mut(&mut self, (row, event): Place) -> Option<&mut Event> {
        self.rows.get_mut(row)?.get_mut(event)
    }

    fn join(&mut self, send: Place, receive: Place) {
        if let Some(event) = self.get_mut(send) {
            event.taken = true;
        }
        if let Some(event) = self.get_mut(receive) {
            event.from = Some(send);
        }
    }

    fn part(&mut self, receive: Place) {
        let send = self.get_mut(receive).and_then(|event| event.from.take());
        if let Some(event) = send.and_then(|send| self.get_mut(send)) {
            event.taken = false;
        }
    }

    /// Gives every event its step: one after the one before it, and after its send.
    fn lay_out(&mut self) {
        // Of each row, how many events have their step, and the last of these steps.
        let mut done: Vec<(usize, u32)> = vec![(0, 0); self.rows.len()];
        loop {
            let mut moved = false;
            let mut waiting: Vec<Place> = Vec::new();
            let mut blocked: Option<Place> = None;
            for row in 0..self.rows.len() {
                while let Some(&(at, step)) = done.get(row) {
                    let Some(&event) = self.get((row, at)) else { break };
                    let sent = event.from.map(|send| self.get(send).map_or(0, |send| send.step));
                    if event.look.shape == Shape::Collective {
                        waiting.push((row, at));
                        break;
                    }
                    if sent == Some(0) {
                        blocked.get_or_insert((row, at));
                        break;
                    }
                    self.place((row, at), step.max(sent.unwrap_or(0)) + 1, &mut done);
                    moved = true;
                }
            }
            if moved {
                continue;
            }
            // All that can go on by themselves have: now the collectives, together.
            let last = waiting.iter().filter_map(|&(row, _)| done.get(row)).map(|&(_, step)| step);
            if let Some(step) = last.max() {
                for place in waiting {
                    self.place(place, step + 1, &mut done);
                }
            } else if let Some(place) = blocked {
                // Everybody waits for a message of an earlier iteration: this one did not wait.
                self.part(place);
            } else {
                break;
            }
        }
    }

    fn place(&mut self, (row, at): Place, step: u32, done: &mut [(usize, u32)]) {
        if let Some(event) = self.get_mut((row, at)) {
            event.step = step;
        }
        if let Some(known) = done.get_mut(row) {
            *known = (at + 1, step);
        }
        self.steps = self.steps.max(step);
    }
}

/// Whether a call only asks for a message: it is no sign of when that came.
fn is_posted(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    matches!(name.trim_start_matches("mpi_").trim_end_matches('_'), "irecv" | "imrecv")
}

/// The number of a process as a symbol writes it: `4`, or `+1` from the own one.
fn number(text: &str, own: u32) -> Option<u32> {
    if text.starts_with(['+', '-']) {
        let distance: i64 = text.parse().ok()?;
        return u32::try_from(i64::from(own) + distance).ok();
    }
    text.parse().ok()
}

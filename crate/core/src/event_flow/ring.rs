//! Which single iterations are worth keeping beside the windows of a growing graph: those that take a transition which no window
//! has.
//!
//! A ring buffer holds the iteration under way, from one arrival at the header of the newest window to the next. It holds
//! twice as many events as the longest iteration of that window; what is longer is another part of the program, and is not
//! kept. Only events since the buffer began are looked back at, so this works while a program runs. O(1) for each event.

use rustc_hash::FxHashSet;

use super::window::{GrowingFlow, Window};

/// Follows a [`GrowingFlow`], event by event.
#[derive(Debug, Default)]
pub struct IterationRing {
    /// The window whose iterations are followed.
    window: Option<u32>,
    /// Transitions that are kept: of that window and of the iterations.
    known: FxHashSet<(u32, u32)>,
    before: Option<u32>,
    /// Where the iteration under way begins, and whether it has a transition that is not kept.
    under_way: Option<(u64, bool)>,
    longest: u64,
    kept: Vec<(u64, u64)>,
}

impl IterationRing {
    /// The event that was pushed into the graph last.
    pub fn push(&mut self, node: u32, flow: &GrowingFlow) {
        let position = flow.position().saturating_sub(1);
        let newest = flow.windows().iter().enumerate().rev();
        let newest = newest.into_iter().find(|(_, window)| window.dropped_for.is_none());
        let edge = self.before.replace(node).map(|before| (before, node));
        let Some((number, window)) = newest else { return };
        if self.window != Some(number as u32) {
            *self = Self {
                window: Some(number as u32),
                before: self.before,
                kept: std::mem::take(&mut self.kept),
                ..Self::default()
            };
        }
        let arrives = node == window.header;
        if window.end.is_none() {
            self.known.extend(edge.filter(|_| position > window.begin));
            if arrives {
                self.note_length(position);
                self.under_way = Some((position, false));
            }
            return;
        }
        if window.end == Some(position) {
            // The transition that leaves the window, to the next iteration for the most part.
            self.known.extend(edge.filter(|_| arrives));
            self.note_length(position);
        }
        let is_new = edge.is_some_and(|edge| !self.known.contains(&edge));
        if let Some((_, new)) = &mut self.under_way {
            *new |= is_new;
        }
        if arrives {
            self.end_iteration(position, window);
            self.under_way = Some((position, false));
        }
        if let Some((begin, true)) = self.under_way {
            if position + 1 - begin <= 2 * self.longest {
                self.known.extend(edge);
            }
        }
    }

    fn note_length(&mut self, position: u64) {
        if let Some((begin, _)) = self.under_way {
            self.longest = self.longest.max(position - begin);
        }
    }

    fn end_iteration(&mut self, position: u64, window: &Window) {
        let Some((begin, true)) = self.under_way else { return };
        let outside = window.end.is_some_and(|end| begin >= end);
        if outside && position - begin <= 2 * self.longest {
            self.kept.push((begin, position));
        }
    }

    /// The iterations that are kept: the positions of their first events and of those after their last, ascending.
    pub fn kept(&self) -> &[(u64, u64)] {
        &self.kept
    }
}

#[cfg(test)]
mod tests;

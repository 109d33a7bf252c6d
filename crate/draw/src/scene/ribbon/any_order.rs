//! Brackets over the receives of a strip that were recorded in several orders.

use loopscope_core::completions::{Blocks, Orders, Roles};

use super::strip::Frame;
use crate::scene::{measure, Anchor, Font, Ink, Scene};

/// Above the base line of events, on the side where receives have no words.
const ABOVE: f64 = 6.0;
/// Length of the ends of a bracket.
const END: f64 = 3.0;
/// A narrower bracket is not drawn.
const LEAST: f64 = 12.0;
/// A list with more items than this has no brackets: they are not told apart.
const MOST_ITEMS: usize = 4_096;
const SAYS: &str = "in any order";

impl Frame<'_> {
    /// Draws a bracket over each run that is visible whole. O(items of the strip + orders).
    #[inline(never)] // of a part that most traces do not need
    pub(super) fn any_orders(&self, scene: &mut Scene, orders: &Orders, base: f64, ground: Ink) {
        let list = self.level.list;
        if list.items().len() > MOST_ITEMS {
            return;
        }
        let blocks = Blocks::new(self.source.nest, Roles::new(self.source.symbols), orders);
        let ink = Ink::secondary_on(ground);
        for (items, _) in blocks.stretches(list.items()) {
            let (Some(first), Some(last)) = (list.get(items.start), list.get(items.end - 1)) else {
                continue;
            };
            let left = self.x(first.start as f64) + END;
            let right = self.x(last.start.saturating_add(last.span) as f64) - END;
            if left < self.left || right > self.right || right - left < LEAST {
                continue;
            }
            let (top, end) = (base - ABOVE - END, base - ABOVE);
            scene.line(&[(left, end), (left, top), (right, top), (right, end)], ink, 1.0);
            if measure::width(Font::Caption, SAYS) <= right - left {
                scene.text((left, top - 3.0), Anchor::Start, (Font::Caption, ink), SAYS);
            }
        }
    }
}

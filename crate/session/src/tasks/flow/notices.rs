//! What is noticed while the graph of a process grows, in words.

use loopscope_core::event_flow::{GrowingFlow, Notice, WindowRule};
use loopscope_core::numbers::counted;

/// The graph of a process so far, and whether it was stable before.
#[derive(Debug)]
pub(super) struct Noticing {
    flow: GrowingFlow,
    /// Whether it was, so that what is new is said.
    was_stable: bool,
}

impl Noticing {
    pub(super) fn new(rule: WindowRule) -> Self {
        Self { flow: GrowingFlow::new(rule), was_stable: false }
    }

    pub(super) fn flow(&self) -> &GrowingFlow {
        &self.flow
    }

    /// The next event; returns what is noticed at it. `text`: that of a node. O(1), see [`GrowingFlow`].
    pub(super) fn push<'a>(&mut self, node: u32, text: impl Fn(u32) -> &'a str) -> Vec<String> {
        let before = self.flow.size().0;
        let mut notices = Vec::new();
        self.flow.push(node, &mut notices);
        if self.was_stable && self.flow.size().0 > before && !notices.contains(&Notice::Grows) {
            notices.insert(0, Notice::Grows);
        }
        self.was_stable |= notices.contains(&Notice::Stable);
        notices.into_iter().map(|notice| self.words(notice, node, &text)).collect()
    }

    fn words<'a>(&self, notice: Notice, node: u32, text: &impl Fn(u32) -> &'a str) -> String {
        let (nodes, edges) = self.flow.size();
        let size = format!("{}, {}", counted(nodes as u64, "node"), counted(edges as u64, "transition"));
        let window = |number: u32| self.flow.windows().get(number as usize);
        let of = |number: u32| window(number).map_or("", |window| text(window.header));
        match notice {
            Notice::Grows => format!("new at {}; {size}", text(node)),
            Notice::Stable => format!("stable at {size}"),
            Notice::Begins(number) => {
                let nodes = window(number).map_or(0, |window| u64::from(window.nodes));
                let nodes = counted(nodes, "node");
                format!("window {} begins: the loop of {}, {nodes}", number + 1, of(number))
            }
            Notice::Ends(number) => {
                let count = window(number).map_or(0, |window| window.iterations);
                format!("window {} ends after {}", number + 1, counted(count, "iteration"))
            }
            Notice::Dropped(number) => {
                let own = text(node);
                format!("window {} is dropped: its loop lies in that of {own}", number + 1)
            }
        }
    }
}

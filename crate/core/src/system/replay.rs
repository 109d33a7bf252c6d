//! Replaying a process: its events again, in order.

use super::model::{Construct, ConstructId, Model};
use crate::trace::ProcessId;

/// An event of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The construct: a send, receive, collective or local event.
    pub construct: ConstructId,
    /// Its place among the [constructs of the process](Model::constructs_of).
    pub place: u32,
    /// How many loops it stands in.
    pub depth: u32,
}

/// The events of one process in order; see [`Model::replay`].
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    model: &'a Model,
    /// The constructs of the process, those of a body before its loop.
    own: &'a [ConstructId],
    /// For each of them, where its body stands in `lists`.
    bodies: Vec<(u32, u32)>,
    /// Bodies, as places in `own`; the top level last.
    lists: Vec<u32>,
    open: Vec<Level>,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    start: u32,
    end: u32,
    next: u32,
    /// Iterations before this one, and after it.
    done: u64,
    left: u64,
}

impl Replay<'_> {
    /// The iteration, from 0, of each loop around the event that was given last, the outermost first. O(depth).
    pub fn indices(&self) -> impl Iterator<Item = u64> + '_ {
        self.open.iter().skip(1).map(|level| level.done)
    }
}

impl Model {
    /// All constructs that a process takes part in: bodies before their loops, and each body in the order of the process.
    /// Empty for a process that the model does not have. O(log processes).
    pub fn constructs_of(&self, process: ProcessId) -> &[ConstructId] {
        let Ok(at) = self.processes.binary_search(&process) else { return &[] };
        &self.by_process[self.of_process[at] as usize..self.of_process[at + 1] as usize]
    }

    /// The events of a process, oldest first; none for a process that the model does not have.
    ///
    /// O(constructs of the process) to begin with, then O(1) amortised for each event.
    pub fn replay(&self, process: ProcessId) -> Replay<'_> {
        let own = self.constructs_of(process);
        let (mut bodies, mut lists) = (vec![(0, 0); own.len()], Vec::with_capacity(own.len()));
        // Constructs that are not yet in the body of a loop.
        let mut waiting: Vec<u32> = Vec::new();
        for (place, &id) in own.iter().enumerate() {
            if let Construct::Loop(_) = self.construct(id) {
                let inside = |&&at: &&u32| self.parents[own[at as usize].index()] == id;
                let from = waiting.len() - waiting.iter().rev().take_while(inside).count();
                let start = lists.len() as u32;
                lists.extend(waiting.drain(from..));
                bodies[place] = (start, lists.len() as u32);
            }
            waiting.push(place as u32);
        }
        let start = lists.len() as u32;
        lists.append(&mut waiting);
        let end = lists.len() as u32;
        let open = vec![Level { start, end, next: start, done: 0, left: 0 }];
        Replay { model: self, own, bodies, lists, open }
    }

    /// What an event says, as the native form writes it for one of its members; empty for a loop.
    ///
    /// ```
    /// use loopscope_core::system::text;
    /// use loopscope_core::trace::ProcessId;
    /// let model = text::parse("processes 0-2\n0-2 sync MPI_Barrier 0-2\n").unwrap();
    /// assert_eq!(model.line(model.root()[0], ProcessId(1)), "1 sync MPI_Barrier 0-2");
    /// ```
    pub fn line(&self, id: ConstructId, member: ProcessId) -> String {
        match self.construct(id) {
            Construct::Send(channel) => {
                let channel = self.channel(channel);
                format!("{} send {} {}", channel.src, channel.dst, channel.tag)
            }
            Construct::Recv(channel) => {
                let channel = self.channel(channel);
                format!("{} recv {} {}", channel.src, channel.dst, channel.tag)
            }
            Construct::Sync { name, group } => {
                let group = &self.group_texts[group.index()];
                format!("{member} sync {} {group}", self.name(name))
            }
            Construct::Local { words } => format!("{member} local {}", self.name(words)),
            Construct::Loop(_) => String::new(),
        }
    }
}

impl Iterator for Replay<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            let level = self.open.last_mut()?;
            if level.next < level.end {
                let place = self.lists[level.next as usize] as usize;
                level.next += 1;
                let construct = self.own[place];
                let Construct::Loop(node) = self.model.construct(construct) else {
                    let depth = self.open.len() as u32 - 1;
                    return Some(Step { construct, place: place as u32, depth });
                };
                let (start, end) = self.bodies[place];
                self.open.push(Level { start, end, next: start, done: 0, left: node.count - 1 });
            } else if level.left > 0 {
                level.left -= 1;
                level.done += 1;
                level.next = level.start;
            } else {
                self.open.pop();
            }
        }
    }
}

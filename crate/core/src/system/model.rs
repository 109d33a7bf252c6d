//! The model as data.

use crate::trace::ProcessId;

/// A construct of a [`Model`]. Those of a body have smaller ids than the loop that holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConstructId(pub(super) u32);

impl ConstructId {
    /// The number of the construct, from 0 to [`Model::len`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A channel of a [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChannelId(pub(super) u32);

impl ChannelId {
    /// Its place in [`Model::channels`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A group of processes of a [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub(super) u32);

impl GroupId {
    /// Its place in [`Model::groups`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The name of a collective, or the text of a local event, in a [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameId(pub(super) u32);

impl NameId {
    /// Its place in [`Model::names`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Two processes and a tag. Messages of one channel are received in the order in which they are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Channel {
    /// The sender.
    pub src: ProcessId,
    /// The receiver.
    pub dst: ProcessId,
    /// The tag of the messages.
    pub tag: i64,
}

/// One place in a model: an event, or a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construct {
    /// The source of the channel sends.
    Send(ChannelId),
    /// A message of the channel has arrived at its destination.
    Recv(ChannelId),
    /// A collective. [`Model::members`] gives the processes that take part, which are all of the group unless some are
    /// missing from the trace.
    Sync {
        /// The operation.
        name: NameId,
        /// The processes that should take part.
        group: GroupId,
    },
    /// An event that concerns one process alone.
    Local {
        /// Its text.
        words: NameId,
    },
    /// A body that all its members run repeatedly, in step.
    Loop(Loop),
}

/// A loop of a [`Model`]; [`Model::body`] gives its constructs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop {
    /// How often every member runs the body, at least 2.
    pub count: u64,
    /// Events in one iteration, over all members, inner loops run out.
    pub period: u64,
    /// How many levels of loops it has, itself included: 1 if its body has no loop.
    pub height: u32,
    pub(super) first: u32,
    pub(super) len: u32,
    pub(super) open: (u32, u32),
    pub(super) flow: (u32, u32),
}

/// Messages of one channel that a construct sends and receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The channel.
    pub channel: ChannelId,
    /// How many it sends.
    pub sends: u64,
    /// How many it receives.
    pub recvs: u64,
}

/// A loop of a model and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelLoop {
    /// Its name: 1 for the loop with the most events inside.
    pub id: u32,
    /// The loop.
    pub construct: ConstructId,
    /// How often it is entered: the iterations of all loops around it.
    pub entered: u64,
    /// Events inside it, over all its members and all times it is entered.
    pub events: u64,
    /// The level on which it stands, 1 for the top level.
    pub level: u32,
}

/// One loop model of many processes.
///
/// A tree: every construct stands in one body or on the top level. A construct takes 48 bytes, and each of its members 4.
/// A [`ModelBuilder`](super::ModelBuilder) makes it, and checks that 63 bits suffice to count its events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    pub(super) processes: Vec<ProcessId>,
    pub(super) channels: Vec<Channel>,
    pub(super) groups: Vec<Box<[u32]>>,
    /// The groups as the native text form writes them.
    pub(super) group_texts: Vec<Box<str>>,
    pub(super) names: Vec<Box<str>>,
    pub(super) constructs: Vec<Construct>,
    /// Where the members of every construct stand in `members`.
    pub(super) member_ranges: Vec<(u32, u32)>,
    pub(super) members: Vec<ProcessId>,
    /// Where the constructs of every process begin in `by_process`, and the end of the last.
    pub(super) of_process: Vec<u32>,
    pub(super) by_process: Vec<ConstructId>,
    /// The bodies of all loops, one after the other, then the constructs of the top level.
    pub(super) lists: Vec<ConstructId>,
    pub(super) root: usize,
    /// The loop that holds a construct; its own id on the top level.
    pub(super) parents: Vec<ConstructId>,
    pub(super) open: Vec<ChannelId>,
    pub(super) flows: Vec<Flow>,
    pub(super) loops: Vec<ModelLoop>,
    /// For every construct the name of its loop, 0 for an event.
    pub(super) loop_ids: Vec<u32>,
    pub(super) events: u64,
}

impl Model {
    /// The processes of the program, ascending. Some may have no events.
    pub fn processes(&self) -> &[ProcessId] {
        &self.processes
    }

    /// Where a process stands among [`processes`](Model::processes). O(1) where their numbers have no gap, else
    /// O(log processes).
    pub(super) fn place(&self, process: ProcessId) -> Option<usize> {
        let first = self.processes.first()?;
        let guess = process.0.wrapping_sub(first.0) as usize;
        match self.processes.get(guess) {
            Some(known) if *known == process => Some(guess),
            _ => self.processes.binary_search(&process).ok(),
        }
    }

    /// Number of constructs at all levels.
    pub fn len(&self) -> usize {
        self.constructs.len()
    }

    /// Whether it has no construct.
    pub fn is_empty(&self) -> bool {
        self.constructs.is_empty()
    }

    /// The events that it stands for, over all processes: a collective counts once for each member.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Ids of all constructs, those of a body before its loop.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ConstructId> + ExactSizeIterator {
        (0..self.constructs.len() as u32).map(ConstructId)
    }

    /// The construct of that id.
    pub fn construct(&self, id: ConstructId) -> Construct {
        self.constructs[id.index()]
    }

    /// The loop of that id, if it is one.
    pub fn as_loop(&self, id: ConstructId) -> Option<Loop> {
        match self.construct(id) {
            Construct::Loop(node) => Some(node),
            _ => None,
        }
    }

    /// The constructs of the top level, in a topological order: the order of every process, and a receive
    /// after its send wherever such an order exists.
    pub fn root(&self) -> &[ConstructId] {
        &self.lists[self.root..]
    }

    /// The constructs of a loop's body, in a topological order.
    pub fn body(&self, node: &Loop) -> &[ConstructId] {
        &self.lists[node.first as usize..(node.first + node.len) as usize]
    }

    /// The loop whose body holds a construct; `None` on the top level.
    pub fn parent(&self, id: ConstructId) -> Option<ConstructId> {
        Some(self.parents[id.index()]).filter(|&parent| parent != id)
    }

    /// The processes that a construct covers, ascending: one for a send, receive or local event.
    pub fn members(&self, id: ConstructId) -> &[ProcessId] {
        let (start, end) = self.member_ranges[id.index()];
        &self.members[start as usize..end as usize]
    }

    /// Events in all iterations of a construct, over all its members.
    pub fn span(&self, id: ConstructId) -> u64 {
        match self.construct(id) {
            Construct::Loop(node) => node.period.saturating_mul(node.count),
            _ => self.members(id).len() as u64,
        }
    }

    /// Channels with both ends in a loop that are *not* closed in its body, ascending: messages are in
    /// flight when it is entered, or an iteration does not receive as many as it sends. Such messages are
    /// paired by the level on which the loop stands.
    pub fn open(&self, node: &Loop) -> &[ChannelId] {
        &self.open[node.open.0 as usize..node.open.1 as usize]
    }

    /// The messages that a loop exchanges with constructs outside of it in all its iterations, ascending by channel.
    /// Channels that are closed in its body or deeper do not count. (The potential flow of the paper.)
    pub fn flow(&self, node: &Loop) -> &[Flow] {
        &self.flows[node.flow.0 as usize..node.flow.1 as usize]
    }

    /// All channels, in order of first appearance.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// The channel of that id.
    pub fn channel(&self, id: ChannelId) -> Channel {
        self.channels[id.index()]
    }

    /// The processes of a group, ascending, as the trace names it.
    pub fn group(&self, id: GroupId) -> &[u32] {
        &self.groups[id.index()]
    }

    /// All groups, in order of first appearance.
    pub fn groups(&self) -> &[Box<[u32]>] {
        &self.groups
    }

    /// All names, in order of first appearance.
    pub fn names(&self) -> &[Box<str>] {
        &self.names
    }

    /// The text of a name.
    pub fn name(&self, id: NameId) -> &str {
        &self.names[id.0 as usize]
    }
}

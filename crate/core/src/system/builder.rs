//! Making a model, construct by construct.

use crate::numbers::set_text;
use crate::small_sort::SmallSort;
use rustc_hash::FxHashMap;

use super::flow::find_open_channels;
use super::model::{Channel, ChannelId, Construct, ConstructId, GroupId, Loop, Model, NameId};
use super::names;
use crate::sparse_bit_set::SparseBitSet;
use crate::trace::ProcessId;

/// An event, to be appended to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// The source of the channel sends.
    Send(Channel),
    /// A message of the channel arrives.
    Recv(Channel),
    /// A collective of these processes; the trace says that the processes of the group should take part.
    Sync {
        /// The operation.
        name: &'a str,
        /// The processes that should take part, ascending.
        group: &'a [u32],
        /// The processes that do, ascending.
        members: &'a [ProcessId],
    },
    /// An event that concerns one process alone.
    Local {
        /// The process.
        process: ProcessId,
        /// Its text.
        words: &'a str,
    },
}

/// Why a construct cannot become part of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// The model does not have the process of the event.
    UnknownProcess(ProcessId),
    /// A collective has no processes, or they do not ascend.
    Members,
    /// A loop has fewer than two iterations.
    Count(u64),
    /// A loop has an empty body.
    EmptyBody,
    /// A loop is ended that was not begun, or begun and not ended.
    Unbalanced,
    /// The model would stand for 2^63 events or more, or have 2^31 constructs or more.
    TooLong,
}

impl std::fmt::Display for ModelError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownProcess(process) => {
                write!(f, "process {process} is not among those of the model")
            }
            Self::Members => f.write_str("the processes of a collective ascend, one at least"),
            Self::Count(count) => write!(f, "a loop of {count} iterations has fewer than 2"),
            Self::EmptyBody => f.write_str("a loop has nothing in it"),
            Self::Unbalanced => f.write_str("a loop is ended that is not begun, or not ended"),
            Self::TooLong => f.write_str("the model stands for 2^63 events or more"),
        }
    }
}

impl std::error::Error for ModelError {}

/// Makes a [`Model`] in the order of its text: events are appended, and loops are begun and ended.
///
/// The order of each body is kept. It must be a topological order, see [`Model::root`].
///
/// ```
/// use loopscope_core::system::{Channel, Event, ModelBuilder};
/// use loopscope_core::trace::ProcessId;
/// let (p0, p1) = (ProcessId(0), ProcessId(1));
/// let channel = Channel { src: p0, dst: p1, tag: 7 };
/// let mut builder = ModelBuilder::new([p0, p1]);
/// builder.begin_loop();
/// builder.event(Event::Send(channel)).unwrap();
/// builder.event(Event::Recv(channel)).unwrap();
/// builder.end_loop(10).unwrap();
/// let model = builder.finish().unwrap();
/// assert_eq!((model.len(), model.events()), (3, 20));
/// assert_eq!(model.members(model.root()[0]), [p0, p1]);
/// ```
#[derive(Debug, Default)]
pub struct ModelBuilder {
    model: Model,
    channel_ids: FxHashMap<Channel, ChannelId>,
    group_ids: FxHashMap<Box<[u32]>, GroupId>,
    name_ids: FxHashMap<Box<str>, NameId>,
    /// The processes of a loop while it is ended, as places.
    marks: SparseBitSet,
    items: Vec<ConstructId>,
    length: u64,
    open: Vec<(Vec<ConstructId>, u64)>,
}

impl ModelBuilder {
    /// A builder for a model of these processes.
    pub fn new(processes: impl IntoIterator<Item = ProcessId>) -> Self {
        let mut builder = Self::default();
        builder.model.processes = processes.into_iter().collect();
        builder.model.processes.sort_small();
        builder.model.processes.dedup();
        builder.marks = SparseBitSet::below(builder.model.processes.len());
        builder
    }

    /// The number of constructs so far.
    pub fn len(&self) -> usize {
        self.model.constructs.len()
    }

    /// Whether there is no construct yet.
    pub fn is_empty(&self) -> bool {
        self.model.constructs.is_empty()
    }

    /// The number of loops that are begun and not ended.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Appends an event. O(members).
    ///
    /// # Errors
    /// [`ModelError`]; nothing is appended then.
    pub fn event(&mut self, event: Event<'_>) -> Result<ConstructId, ModelError> {
        match event {
            Event::Send(channel) => {
                self.check(channel.src)?;
                let construct = Construct::Send(self.channel(channel));
                self.push(construct, &[channel.src])
            }
            Event::Recv(channel) => {
                self.check(channel.dst)?;
                let construct = Construct::Recv(self.channel(channel));
                self.push(construct, &[channel.dst])
            }
            Event::Sync { name, group, members } => {
                if members.is_empty() || !members.is_sorted_by(|a, b| a < b) {
                    return Err(ModelError::Members);
                }
                members.iter().try_for_each(|&member| self.check(member))?;
                let construct = Construct::Sync { name: self.name(name), group: self.group(group) };
                self.push(construct, members)
            }
            Event::Local { process, words } => {
                self.check(process)?;
                let words = self.name(words);
                self.push(Construct::Local { words }, &[process])
            }
        }
    }

    /// Begins a loop: the events up to the matching [`end_loop`](Self::end_loop) are its body.
    pub fn begin_loop(&mut self) {
        self.open.push((std::mem::take(&mut self.items), std::mem::take(&mut self.length)));
    }

    /// Ends the loop that was begun last. O(constructs and members of its body).
    ///
    /// # Errors
    /// [`ModelError`]; the builder must not be used after that.
    pub fn end_loop(&mut self, count: u64) -> Result<ConstructId, ModelError> {
        let (before, length) = self.open.pop().ok_or(ModelError::Unbalanced)?;
        let body = std::mem::replace(&mut self.items, before);
        let period = std::mem::replace(&mut self.length, length);
        if count < 2 {
            return Err(ModelError::Count(count));
        }
        if body.is_empty() {
            return Err(ModelError::EmptyBody);
        }
        let span = period.checked_mul(count).filter(|span| *span < 1 << 63);
        span.ok_or(ModelError::TooLong)?;
        let model = &mut self.model;
        for &member in body.iter().flat_map(|&id| model.members(id)) {
            model.place(member).into_iter().for_each(|place| self.marks.add(place));
        }
        let members = self.marks.take();
        let members: Vec<ProcessId> = members.iter().map(|&place| model.processes[place as usize]).collect();
        let inner = |id: &ConstructId| model.as_loop(*id).map_or(0, |node| node.height);
        let height = 1 + body.iter().map(inner).max().unwrap_or(0);
        let first = model.lists.len() as u32;
        model.lists.extend_from_slice(&body);
        let id = ConstructId(model.constructs.len() as u32);
        for item in &body {
            model.parents[item.index()] = id;
        }
        let len = body.len() as u32;
        let node = Loop { count, period, height, first, len, open: (0, 0), flow: (0, 0) };
        self.push(Construct::Loop(node), &members)
    }

    /// The model. O(constructs x depth).
    ///
    /// # Errors
    /// [`ModelError::Unbalanced`] if a loop is not ended.
    pub fn finish(mut self) -> Result<Model, ModelError> {
        if !self.open.is_empty() {
            return Err(ModelError::Unbalanced);
        }
        let model = &mut self.model;
        model.root = model.lists.len();
        model.lists.append(&mut self.items);
        model.events = self.length;
        let mut counts = vec![0; model.processes.len() + 1];
        let place = |process| model.place(process).unwrap_or(0);
        for &member in &model.members {
            counts[place(member) + 1] += 1;
        }
        for at in 1..counts.len() {
            counts[at] += counts[at - 1];
        }
        let mut next = counts.clone();
        let mut by_process = vec![ConstructId(0); model.members.len()];
        for id in model.ids() {
            for &member in model.members(id) {
                let at = place(member);
                by_process[next[at] as usize] = id;
                next[at] += 1;
            }
        }
        (model.of_process, model.by_process) = (counts, by_process);
        find_open_channels(model);
        names::name(model);
        Ok(self.model)
    }

    fn check(&self, process: ProcessId) -> Result<(), ModelError> {
        let known = self.model.place(process);
        known.map(|_| ()).ok_or(ModelError::UnknownProcess(process))
    }

    fn push(&mut self, construct: Construct, members: &[ProcessId]) -> Result<ConstructId, ModelError> {
        let model = &mut self.model;
        let events = match construct {
            Construct::Loop(node) => node.period.saturating_mul(node.count),
            _ => members.len() as u64,
        };
        let length = self.length.checked_add(events).filter(|length| *length < 1 << 63);
        self.length = length.ok_or(ModelError::TooLong)?;
        if model.members.len() + members.len() >= 1 << 31 {
            return Err(ModelError::TooLong);
        }
        let id = ConstructId(model.constructs.len() as u32);
        let start = model.members.len() as u32;
        model.members.extend_from_slice(members);
        model.member_ranges.push((start, model.members.len() as u32));
        model.constructs.push(construct);
        model.parents.push(id);
        self.items.push(id);
        Ok(id)
    }

    fn channel(&mut self, channel: Channel) -> ChannelId {
        let channels = &mut self.model.channels;
        *self.channel_ids.entry(channel).or_insert_with(|| {
            channels.push(channel);
            ChannelId(channels.len() as u32 - 1)
        })
    }

    fn group(&mut self, group: &[u32]) -> GroupId {
        if let Some(&id) = self.group_ids.get(group) {
            return id;
        }
        let id = GroupId(self.model.groups.len() as u32);
        self.model.groups.push(group.into());
        self.model.group_texts.push(set_text(group.iter().copied()).into());
        self.group_ids.insert(group.into(), id);
        id
    }

    fn name(&mut self, name: &str) -> NameId {
        if let Some(&id) = self.name_ids.get(name) {
            return id;
        }
        let id = NameId(self.model.names.len() as u32);
        self.model.names.push(name.into());
        self.name_ids.insert(name.into(), id);
        id
    }
}

//! What is merged: the nests of single processes, read as constructs with channels, groups and names in numbers.

use rustc_hash::FxHashMap;

use super::local_constructs::{Action, LocalConstructs, LocalId, ProcessIndex};
use super::normal_form::{LoopForm, Normalizer};
use crate::nest::{Nest, Node, NodeId};
use crate::symbols::{Symbol, SymbolTable};
use crate::system::line::{parse_set, Line, LineKind};
use crate::system::model::{Channel, ChannelId, GroupId, NameId};
use crate::trace::ProcessId;

/// A model has at most this many constructs, which take some 200 MB.
pub const MOST_CONSTRUCTS: u64 = 1 << 21;

/// A group has at most this many processes.
pub(crate) const MOST_MEMBERS: usize = 1 << 20;

/// The nest of one process, as [`merge`](super::merge) takes it.
#[derive(Clone, Copy, Debug)]
pub struct Local<'a> {
    /// The process.
    pub process: ProcessId,
    /// Its loops.
    pub nest: &'a Nest,
    /// What its symbols stand for: lines of the native format.
    pub symbols: &'a SymbolTable,
}

/// Why nests have no common model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// A symbol is not a complete send, receive, collective or local event of its process.
    NoEvent {
        /// The process.
        process: ProcessId,
        /// The symbol's text.
        text: Box<str>,
    },
    /// A process is given twice.
    Twice(ProcessId),
    /// There would be too many constructs.
    TooLarge {
        /// How many there are at least.
        constructs: u64,
        /// How many there may be.
        limit: u64,
    },
}

impl MergeError {
    /// There would be more than [`MOST_CONSTRUCTS`].
    pub(super) fn too_large() -> Self {
        Self::TooLarge { constructs: MOST_CONSTRUCTS + 1, limit: MOST_CONSTRUCTS }
    }
}

impl std::fmt::Display for MergeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoEvent { process, text } => {
                write!(f, "process {process}: {text:?} is no send, receive, collective or local event of it")
            }
            Self::Twice(process) => write!(f, "process {process} is given twice"),
            Self::TooLarge { constructs, limit } => write!(
                f,
                "the model would have {constructs} constructs or more, above the limit of {limit}: the trace repeats too little"
            ),
        }
    }
}

impl std::error::Error for MergeError {}

/// Values that are numbered in order of first appearance.
#[derive(Debug)]
struct Numbered<K> {
    values: Vec<K>,
    numbers: FxHashMap<K, u32>,
}

impl<K> Default for Numbered<K> {
    fn default() -> Self {
        Self { values: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<K: Clone + Eq + std::hash::Hash> Numbered<K> {
    fn number(&mut self, value: K) -> u32 {
        let next = self.values.len() as u32;
        let number = *self.numbers.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            next
        });
        number
    }
}

/// All nests as constructs.
pub(super) struct Input {
    pub(super) constructs: LocalConstructs,
    /// The constructs of every process.
    pub(super) lists: Vec<Vec<LocalId>>,
    /// How many constructs those are, counted as trees.
    pub(super) size: u64,
    pub(super) names: Names,
}

/// What the numbers of processes, channels, groups and names stand for.
pub(super) struct Names {
    pub(super) processes: Vec<ProcessId>,
    pub(super) channels: Vec<Channel>,
    pub(super) groups: Vec<Box<[u32]>>,
    pub(super) names: Vec<Box<str>>,
}

/// Reads the nests of processes, which ascend.
///
/// # Errors
/// [`MergeError::NoEvent`] and [`MergeError::TooLarge`].
pub(super) fn read(form: LoopForm, locals: &[Local<'_>]) -> Result<Input, MergeError> {
    let mut reader = Reader { form, ..Reader::default() };
    let mut lists = Vec::with_capacity(locals.len());
    let mut size = 0u64;
    for (at, local) in locals.iter().enumerate() {
        let list = reader.list(ProcessIndex(at as u32), local)?;
        let sum = |total: u64, &id: &LocalId| total.saturating_add(reader.constructs.size(id));
        size = list.iter().fold(size, sum);
        if size > MOST_CONSTRUCTS {
            return Err(MergeError::TooLarge { constructs: size, limit: MOST_CONSTRUCTS });
        }
        lists.push(list);
    }
    let Reader { constructs, channels, groups, names, .. } = reader;
    let names = Names {
        processes: locals.iter().map(|local| local.process).collect(),
        channels: channels.values,
        groups: groups.values,
        names: names.values,
    };
    Ok(Input { constructs, lists, size, names })
}

/// Reads nests as constructs, and what their symbols stand for.
#[derive(Debug, Default)]
struct Reader<'a> {
    form: LoopForm,
    constructs: LocalConstructs,
    /// Constructs that normal forms have rotated.
    rotated: u64,
    channels: Numbered<Channel>,
    groups: Numbered<Box<[u32]>>,
    /// Groups by how they are written: there are few, and a set may be long.
    written: FxHashMap<&'a str, GroupId>,
    names: Numbered<Box<str>>,
}

impl<'a> Reader<'a> {
    /// The constructs of a process, in left normal form.
    ///
    /// Loops take in the copies of their bodies first, on all levels, while the copies are still written like the
    /// bodies; only then is rolled what occurs twice. The other way round, the end of a copy and what follows it may
    /// become a loop of two, and the copy would no longer be one.
    fn list(&mut self, at: ProcessIndex, local: &Local<'a>) -> Result<Vec<LocalId>, MergeError> {
        let nest = local.nest;
        let mut ids: Vec<Option<LocalId>> = Vec::with_capacity(nest.nodes().len());
        let find = |ids: &[Option<LocalId>], nodes: &[NodeId]| -> Vec<LocalId> {
            nodes.iter().filter_map(|node| ids.get(node.index()).copied().flatten()).collect()
        };
        for node in nest.nodes() {
            let id = match node {
                Node::Symbol(symbol) => {
                    let action = self.action(local, symbol)?;
                    self.constructs.event(at, action)
                }
                Node::Loop(node) => {
                    let body = find(&ids, nest.body(&node));
                    let form = self.form;
                    let body = self.normalizer(at).normal_form(&body, form);
                    self.constructs.repeat(at, node.count, &body)
                }
            };
            ids.push(Some(id));
        }
        let list = find(&ids, nest.root());
        let form = self.form;
        let mut normalizer = self.normalizer(at);
        let list = normalizer.normal_form(&list, form);
        Ok(match form {
            LoopForm::Canonical => normalizer.rolled(&list),
            LoopForm::AsFound => list,
        })
    }

    fn normalizer(&mut self, process: ProcessIndex) -> Normalizer<'_> {
        Normalizer::new(&mut self.constructs, process, &mut self.rotated)
    }

    fn action(&mut self, local: &Local<'a>, symbol: Symbol) -> Result<Action, MergeError> {
        let text = local.symbols.text(symbol);
        let line = Line::parse(text).filter(|line| line.own.parse() == Ok(local.process.0));
        let action = line.and_then(|line| self.action_of(local.process, line.kind));
        action.ok_or_else(|| MergeError::NoEvent { process: local.process, text: text.into() })
    }

    /// What an event does; `None` if its group cannot be read.
    fn action_of(&mut self, own: ProcessId, kind: LineKind<'a>) -> Option<Action> {
        Some(match kind {
            LineKind::Send { peer, tag } => {
                let channel = Channel { src: own, dst: ProcessId(peer), tag };
                Action::Send(ChannelId(self.channels.number(channel)))
            }
            LineKind::Recv { peer, tag } => {
                let channel = Channel { src: ProcessId(peer), dst: own, tag };
                Action::Recv(ChannelId(self.channels.number(channel)))
            }
            LineKind::Sync { name, group } => {
                let known = self.written.get(group).copied();
                let group = match known {
                    Some(known) => known,
                    None => {
                        let members = parse_set(group, MOST_MEMBERS)?;
                        let id = GroupId(self.groups.number(members.into()));
                        self.written.insert(group, id);
                        id
                    }
                };
                Action::Sync(NameId(self.names.number(name.into())), group)
            }
            LineKind::Local { words } => Action::Local(NameId(self.names.number(words.into()))),
        })
    }
}

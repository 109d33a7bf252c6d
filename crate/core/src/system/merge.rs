//! Merging the nests of all processes into one model.

use rustc_hash::FxHashMap;

use super::builder::{Event, ModelBuilder, ModelError};
use super::items::{Action, Item, ItemId, Items};
use super::line::{parse_set, Line, LineKind};
use super::model::{Channel, ChannelId, ConstructId, GroupId, Model, NameId};
use super::normal::{normal, rolled, Form};
use super::problems::{self, Problem, ProblemKind};
use super::reroll::reroll;
use super::sweep::{sweep, ChannelState, GroupState, Kind, Outs, Trouble, World, NOBODY};
use crate::nest::{Nest, Node};
use crate::symbols::{Symbol, SymbolTable};
use crate::trace::ProcessId;

/// A model has at most that many constructs: some 200 MB.
pub const MOST_CONSTRUCTS: u64 = 1 << 21;

/// By how much a model may grow over the nests while loops are taken apart to bring them into phase, before
/// the rest is left as it is: this many times their constructs, and [`GROWTH_MORE`].
const GROWTH: u64 = 8;
const GROWTH_MORE: u64 = 20_000;

/// The most processes of a group.
pub(super) const MOST_MEMBERS: usize = 1 << 20;

/// The nest of one process: what is merged.
#[derive(Clone, Copy, Debug)]
pub struct Local<'a> {
    /// Whose it is.
    pub process: ProcessId,
    /// Its loops.
    pub nest: &'a Nest,
    /// What its symbols say: lines of the native form.
    pub symbols: &'a SymbolTable,
}

/// Why nests have no common model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// A symbol is no send, receive, collective or local event of its process, told in full.
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

impl std::fmt::Display for MergeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MergeError::NoEvent { process, text } => {
                write!(f, "process {process}: {text:?} is no send, receive, collective or local event of it")
            }
            MergeError::Twice(process) => write!(f, "process {process} is given twice"),
            MergeError::TooLarge { constructs, limit } => write!(
                f,
                "the model would have {constructs} constructs or more, above the limit of {limit}: the trace repeats too little"
            ),
        }
    }
}

impl std::error::Error for MergeError {}

/// A model, and what was found wrong with the trace on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The model.
    pub model: Model,
    /// What does not fit together, in the order of the model, then of channels.
    pub problems: Vec<Problem>,
}

/// Merges the nests of any processes into one model, all at once.
///
/// The paper merges pairs of models up a tree. A pair decides on phases while half of the partners are
/// missing, and what it has decided cannot be taken back without a cut through many processes: with local
/// loops rotated at random that takes whole models apart. So models are never merged, but the nests that they were
/// made of; then any split of the processes gives the same model, and a reduction gains in transport only,
/// since the merge takes milliseconds.
///
/// The order of `locals` does not matter. Linear in the constructs of the nests where their loops are in
/// phase.
///
/// ```
/// use loopscope_core::nest::text::parse;
/// use loopscope_core::system::{merge, text, Local};
/// use loopscope_core::trace::ProcessId;
/// let nests = [
///     parse("for i0 = 0 to 9\n0 send 1 7\ndone\n").unwrap(),
///     parse("for i0 = 0 to 9\n0 recv 1 7\ndone\n").unwrap(),
/// ];
/// let locals: Vec<Local> = nests
///     .iter()
///     .enumerate()
///     .map(|(process, (nest, symbols))| Local { process: ProcessId(process as u32), nest, symbols })
///     .collect();
/// let merged = merge(&locals).unwrap();
/// assert_eq!(
///     text::print(&merged.model),
///     "\
/// processes 0,1
/// for i0 = 0 to 9              # 1 {0,1}
///   0 send 1 7
///   0 recv 1 7
/// done
/// "
/// );
/// ```
///
/// # Errors
/// [`MergeError`]. A trace that misses processes or ends early gives a model of what is there, with
/// [`Problem`]s.
pub fn merge(locals: &[Local<'_>]) -> Result<Merged, MergeError> {
    merge_as(Form::Settled, locals)
}

/// [`merge`], with a say in how far the loops of a process may become others first.
///
/// # Errors
/// As [`merge`].
pub fn merge_as(form: Form, locals: &[Local<'_>]) -> Result<Merged, MergeError> {
    let mut locals: Vec<Local<'_>> = locals.to_vec();
    locals.sort_by_key(|local| local.process);
    if let Some(pair) = locals.windows(2).find(|pair| pair[0].process == pair[1].process) {
        return Err(MergeError::Twice(pair[0].process));
    }
    let processes: Vec<ProcessId> = locals.iter().map(|local| local.process).collect();
    let mut reader = Reader { form, ..Reader::default() };
    let mut lists = Vec::with_capacity(locals.len());
    let mut constructs = 0u64;
    for (at, local) in locals.iter().enumerate() {
        let list = reader.list(at as u32, local)?;
        let size = |total: u64, &item: &ItemId| total.saturating_add(reader.items.size(item));
        constructs = list.iter().fold(constructs, size);
        if constructs > MOST_CONSTRUCTS {
            return Err(MergeError::TooLarge { constructs, limit: MOST_CONSTRUCTS });
        }
        lists.push(list);
    }
    let Reader { items, channels, groups, names, .. } = reader;
    let place = |process| processes.binary_search(&process).map_or(NOBODY, |at| at as u32);
    let ends =
        channels.keys.iter().map(|channel| (place(channel.src), place(channel.dst))).collect();
    let world = World {
        items,
        ends,
        local_of: vec![NOBODY; processes.len()],
        channels: vec![ChannelState::default(); channels.keys.len()],
        groups: vec![GroupState::default(); groups.keys.len()],
        budget: constructs.saturating_mul(GROWTH).saturating_add(GROWTH_MORE),
    };
    let mut writer = Writer {
        world,
        builder: ModelBuilder::new(processes.iter().copied()),
        processes: &processes,
        channels: channels.keys,
        groups: groups.keys,
        names: names.keys,
        positions: vec![0; processes.len()],
        problems: Vec::new(),
    };
    let members: Vec<u32> = (0..processes.len() as u32).collect();
    writer.write(&members, &lists)?;
    let Writer { builder, mut problems, .. } = writer;
    // Its loops are begun and ended in pairs.
    let model = builder.finish().map_err(|_| too_large())?;
    problems::of_model(&model, &mut problems);
    Ok(Merged { model, problems })
}

fn too_large() -> MergeError {
    MergeError::TooLarge { constructs: MOST_CONSTRUCTS + 1, limit: MOST_CONSTRUCTS }
}

/// Things that are numbered in order of first appearance.
#[derive(Debug)]
struct Numbered<K> {
    keys: Vec<K>,
    numbers: FxHashMap<K, u32>,
}

impl<K> Default for Numbered<K> {
    fn default() -> Self {
        Numbered { keys: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<K: Clone + Eq + std::hash::Hash> Numbered<K> {
    fn number(&mut self, key: K) -> u32 {
        let next = self.keys.len() as u32;
        let number = *self.numbers.entry(key).or_insert_with_key(|key| {
            self.keys.push(key.clone());
            next
        });
        number
    }
}

/// Reads nests as constructs, and what their symbols say.
#[derive(Debug, Default)]
struct Reader<'a> {
    form: Form,
    items: Items,
    channels: Numbered<Channel>,
    groups: Numbered<Box<[u32]>>,
    /// Groups by how they are written: there are few, and a set may be long.
    written: FxHashMap<&'a str, GroupId>,
    names: Numbered<Box<str>>,
}

impl<'a> Reader<'a> {
    /// The constructs of a process, in left normal form.
    ///
    /// Loops take in the copies of their bodies first, on all levels, while both are still written alike; only then
    /// is rolled what stands twice. The other way round, the end of a copy and what follows it may become a
    /// loop of two, and the copy is one no more.
    fn list(&mut self, at: u32, local: &Local<'a>) -> Result<Vec<ItemId>, MergeError> {
        let nest = local.nest;
        let mut items: Vec<Option<ItemId>> = Vec::with_capacity(nest.nodes().len());
        let find = |items: &[Option<ItemId>], ids: &[crate::nest::NodeId]| -> Vec<ItemId> {
            ids.iter().filter_map(|id| items.get(id.index()).copied().flatten()).collect()
        };
        for node in nest.nodes() {
            let item = match node {
                Node::Symbol(symbol) => {
                    let action = self.action(local, symbol)?;
                    self.items.event(at, action)
                }
                Node::Loop(node) => {
                    let body = find(&items, nest.body(&node));
                    let body = normal(&mut self.items, at, &body, self.form);
                    self.items.repeat(at, node.count, &body)
                }
            };
            items.push(Some(item));
        }
        let list = find(&items, nest.root());
        let list = normal(&mut self.items, at, &list, self.form);
        Ok(match self.form {
            Form::Settled => rolled(&mut self.items, at, &list),
            Form::Found => list,
        })
    }

    fn action(&mut self, local: &Local<'a>, symbol: Symbol) -> Result<Action, MergeError> {
        let text = local.symbols.text(symbol);
        let read = Line::parse(text).filter(|line| line.own.parse() == Ok(local.process.0));
        let action = read.and_then(|line| self.read(local.process, line.kind));
        action.ok_or_else(|| MergeError::NoEvent { process: local.process, text: text.into() })
    }

    fn read(&mut self, own: ProcessId, kind: LineKind<'a>) -> Option<Action> {
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

/// Sweeps level after level, from outside in, and writes what comes out.
struct Writer<'a> {
    world: World,
    builder: ModelBuilder,
    processes: &'a [ProcessId],
    channels: Vec<Channel>,
    groups: Vec<Box<[u32]>>,
    names: Vec<Box<str>>,
    /// Events of every process so far, in the first iteration of the loops around.
    positions: Vec<u64>,
    problems: Vec<Problem>,
}

impl Writer<'_> {
    /// Merges the lists of some processes and appends the result. As deep as loops are nested: a loop has two
    /// iterations at least, so 63 levels at most.
    fn write(&mut self, members: &[u32], lists: &[Vec<ItemId>]) -> Result<(), MergeError> {
        let mut outs = sweep(&mut self.world, members, lists);
        reroll(&mut self.world, members, &mut outs);
        for at in 0..outs.list.len() {
            let construct = self.write_one(&outs, at)?;
            if self.builder.len() as u64 > MOST_CONSTRUCTS {
                return Err(too_large());
            }
            let Some(trouble) = outs.list[at].trouble else { continue };
            let kind = match trouble {
                Trouble::Apart => ProblemKind::Apart { construct },
                Trouble::Ahead => ProblemKind::Ahead { construct },
                Trouble::Names => ProblemKind::Names { construct },
            };
            if let Some(part) = outs.parts(&outs.list[at]).first() {
                let after = self.positions[part.process as usize];
                let position = after.saturating_sub(self.world.items.span(part.item));
                let process = self.processes[part.process as usize];
                self.problems.push(Problem { process, position, kind });
            }
        }
        Ok(())
    }

    fn write_one(&mut self, outs: &Outs, at: usize) -> Result<ConstructId, MergeError> {
        let out = &outs.list[at];
        let parts = outs.parts(out);
        let refused = |_: ModelError| too_large();
        let first =
            parts.first().map_or(ProcessId(0), |part| self.processes[part.process as usize]);
        match out.kind {
            Kind::Loop { count } => {
                let members: Vec<u32> = parts.iter().map(|part| part.process).collect();
                let items = &mut self.world.items;
                let bodies: Vec<Vec<ItemId>> = parts
                    .iter()
                    .map(|part| {
                        let body = items.body(part.item).to_vec();
                        match items.count(part.item) / count {
                            0 | 1 => body,
                            times => vec![items.repeat(part.process, times, &body)],
                        }
                    })
                    .collect();
                let before: Vec<u64> =
                    members.iter().map(|&process| self.positions[process as usize]).collect();
                self.builder.begin_loop();
                self.write(&members, &bodies)?;
                for (part, before) in parts.iter().zip(before) {
                    self.positions[part.process as usize] =
                        before.saturating_add(self.world.items.span(part.item));
                }
                self.builder.end_loop(count).map_err(refused)
            }
            Kind::Sync(name, group) => {
                let members: Vec<ProcessId> =
                    parts.iter().map(|part| self.processes[part.process as usize]).collect();
                parts.iter().for_each(|part| self.positions[part.process as usize] += 1);
                let (name, group) = (&self.names[name.0 as usize], &self.groups[group.index()]);
                self.builder.event(Event::Sync { name, group, members: &members }).map_err(refused)
            }
            Kind::Event | Kind::Gone => {
                parts.iter().for_each(|part| self.positions[part.process as usize] += 1);
                let action = parts.first().map(|part| self.world.items.item(part.item));
                let event = match action {
                    Some(Item::Event(Action::Send(channel))) => {
                        Event::Send(self.channels[channel.index()])
                    }
                    Some(Item::Event(Action::Recv(channel))) => {
                        Event::Recv(self.channels[channel.index()])
                    }
                    Some(Item::Event(Action::Local(words))) => {
                        Event::Local { process: first, words: &self.names[words.0 as usize] }
                    }
                    // Collectives and loops have kinds of their own.
                    _ => return Err(too_large()),
                };
                self.builder.event(event).map_err(refused)
            }
        }
    }
}

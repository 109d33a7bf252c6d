//! Whether a model gives every process the events of its nest, without running the loops out.
//!
//! Both are strings of events with loops in them. The polynomial hash of a string (Karp and Rabin 1987) follows from the
//! hashes of its parts, even where one part is repeated very often, so each construct is looked at once, whatever its
//! count. Two different strings of one file have the same hash only by accident: in fewer than one of 10^15 cases for
//! lengths below 1,000. A file that is made to deceive can deceive only about itself.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::line::{parse_set, Line, LineKind};
use super::merge::{Local, MOST_MEMBERS};
use super::model::{Construct, ConstructId, Model};
use crate::nest::{Node, NodeId};
use crate::trace::ProcessId;

/// A prime, 2^61 - 1: all hashes are below it.
const PRIME: u128 = (1 << 61) - 1;
const BASE: u128 = 0x0012_4F3A_97C1_55E3;

/// The hash of a string, and the power of the base by its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fingerprint {
    hash: u128,
    power: u128,
}

const EMPTY: Fingerprint = Fingerprint { hash: 0, power: 1 };

impl Fingerprint {
    fn of_event(event: &impl Hash) -> Self {
        Self { hash: u128::from(hash_of(event)) % PRIME, power: BASE }
    }

    fn and(self, next: Self) -> Self {
        Self { hash: (self.hash * next.power + next.hash) % PRIME, power: self.power * next.power % PRIME }
    }

    fn times(self, mut count: u64) -> Self {
        let (mut sum, mut doubled) = (EMPTY, self);
        while count > 0 {
            if count % 2 == 1 {
                sum = sum.and(doubled);
            }
            doubled = doubled.and(doubled);
            count /= 2;
        }
        sum
    }
}

/// The first process whose events in a model differ from those of its nest, or whose nest has a symbol that is no event
/// of it. A process that the model does not have counts as one without events. O(constructs of both).
///
/// ```
/// use loopscope_core::nest::text::parse;
/// use loopscope_core::system::{first_mismatch, text, Local};
/// use loopscope_core::trace::ProcessId;
/// let model = text::parse("processes 0\nfor i0 = 0 to 999\n0 local a\ndone\n0 local b\n").unwrap();
/// let (nest, symbols) = parse("0 local a\nfor i0 = 0 to 998\n0 local a\ndone\n0 local b\n").unwrap();
/// let local = |nest| Local { process: ProcessId(0), nest, symbols: &symbols };
/// assert_eq!(first_mismatch(&model, &[local(&nest)]), None);
/// let (other, _) = parse("for i0 = 0 to 999\n0 local a\ndone\n0 local a\n").unwrap();
/// assert_eq!(first_mismatch(&model, &[local(&other)]), Some(ProcessId(0)));
/// ```
pub fn first_mismatch(model: &Model, locals: &[Local<'_>]) -> Option<ProcessId> {
    let mut groups = Groups::default();
    let of_model: Vec<u64> = model.groups().iter().map(|group| hash_of(&**group)).collect();
    for local in locals {
        if of_nest(local, &mut groups) != Some(of_process(model, local.process, &of_model)) {
            return Some(local.process);
        }
    }
    None
}

/// The hashes of groups by their text. All processes name the same few groups, so each is expanded once.
#[derive(Default)]
struct Groups<'a> {
    written: FxHashMap<&'a str, Option<u64>>,
}

impl<'a> Groups<'a> {
    /// The hash of a group; `None` if the text is no group.
    fn hash(&mut self, text: &'a str) -> Option<u64> {
        let set = || parse_set(text, MOST_MEMBERS).map(|members| hash_of(members.as_slice()));
        *self.written.entry(text).or_insert_with(set)
    }
}

fn hash_of(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The string of a process; `None` if a symbol is no event of it.
fn of_nest<'a>(local: &Local<'a>, groups: &mut Groups<'a>) -> Option<Fingerprint> {
    let mut known: Vec<Fingerprint> = Vec::with_capacity(local.nest.nodes().len());
    let sum = |known: &[Fingerprint], list: &[NodeId]| {
        let parts = list.iter().filter_map(|id| known.get(id.index()));
        parts.fold(EMPTY, |sum, part| sum.and(*part))
    };
    for node in local.nest.nodes() {
        known.push(match node {
            Node::Symbol(symbol) => {
                let text = local.symbols.text(symbol);
                let line = Line::parse(text).filter(|line| line.own.parse() == Ok(local.process.0));
                match line?.kind {
                    LineKind::Send { peer, tag } => Fingerprint::of_event(&(0u8, peer, tag)),
                    LineKind::Recv { peer, tag } => Fingerprint::of_event(&(1u8, peer, tag)),
                    LineKind::Sync { name, group } => Fingerprint::of_event(&(2u8, name, groups.hash(group)?)),
                    LineKind::Local { words } => Fingerprint::of_event(&(3u8, words)),
                }
            }
            Node::Loop(node) => sum(&known, local.nest.body(&node)).times(node.count),
        });
    }
    Some(sum(&known, local.nest.root()))
}

/// The string of a process in a model.
fn of_process(model: &Model, process: ProcessId, groups: &[u64]) -> Fingerprint {
    let mut bodies: FxHashMap<ConstructId, Fingerprint> = FxHashMap::default();
    let mut whole = EMPTY;
    for &id in model.constructs_of(process) {
        let one = match model.construct(id) {
            Construct::Send(channel) => {
                let channel = model.channel(channel);
                Fingerprint::of_event(&(0u8, channel.dst.0, channel.tag))
            }
            Construct::Recv(channel) => {
                let channel = model.channel(channel);
                Fingerprint::of_event(&(1u8, channel.src.0, channel.tag))
            }
            Construct::Sync { name, group } => Fingerprint::of_event(&(2u8, model.name(name), groups[group.index()])),
            Construct::Local { words } => Fingerprint::of_event(&(3u8, model.name(words))),
            Construct::Loop(node) => bodies.remove(&id).unwrap_or(EMPTY).times(node.count),
        };
        let sum = match model.parent(id) {
            Some(parent) => bodies.entry(parent).or_insert(EMPTY),
            None => &mut whole,
        };
        *sum = sum.and(one);
    }
    whole
}

//! The left normal form of the nest of one process.
//!
//! Where a loop begins is an accident: `x (Yx)^n` and `(xY)^n x` are the same string, and an event that happens to
//! stand before the loop on half of the processes shifts the loop there. Loops of different processes can only be
//! merged in phase, so every nest is brought into one form first: each loop begins as early as it can, and copies
//! of its body on either side become iterations. That is cheap, looks at no other process, and gives the same form
//! on all of them.
//!
//! What stands around a loop is compared with its body event by event and not construct by construct, because a copy
//! of the body may be written with other inner loops or end in the middle of one. Whatever occurs twice in a row is
//! rolled into a loop. So the model hardly depends on how the loops of a process were found. That is not always
//! wanted: see [`LoopForm`].

use crate::small_sort::SmallSort;
use rustc_hash::FxHashMap;

use super::common_affix::{common_affix_len, split, AffixLimits, Side};
use super::local_constructs::{LocalConstruct, LocalConstructs, LocalId, ProcessIndex};
use crate::nest::{optimal, Node};
use crate::symbols::Symbol;

/// How often a loop is looked at again because its body turned out to be a loop itself; more than twice is rare.
const ROUNDS: usize = 8;

/// How many constructs one merge rotates before it leaves the remaining loops where they begin. Nested bodies that
/// each let the next one be rotated could otherwise be looked at any number of times.
const MOST_ROTATED: u64 = 1 << 26;

/// How far the loops of a process may change before they are merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopForm {
    /// As far as needed to give processes that do the same the same loops: however the loops of a process were found
    /// and cut, it comes into one form or nearly one. With nests by [`optimal`] these are the loops of the program's
    /// source.
    #[default]
    Canonical,
    /// Loops begin as early as they can and take in copies of their bodies, but the constructs that the method found
    /// stay as they are: what loop recognition makes of a program, as Ketterlin 2011 shows it. (In CG on 16
    /// processes, recognition puts three outer iterations into one body, which then has seven loops.)
    AsFound,
}

/// What [`Normalizer::arranged`] may do.
#[derive(Clone, Copy, Debug)]
struct Steps {
    /// Compare loops with what stands around them event by event.
    into_loops: bool,
    /// Roll what has been rotated.
    rolls: bool,
}

/// Brings lists of one process into normal form.
pub(super) struct Normalizer<'a> {
    constructs: &'a mut LocalConstructs,
    process: ProcessIndex,
    /// Constructs that were rotated so far, over all processes.
    rotated: &'a mut u64,
}

impl<'a> Normalizer<'a> {
    /// `rotated` counts the work of all normalizers of one merge.
    pub(super) fn new(constructs: &'a mut LocalConstructs, process: ProcessIndex, rotated: &'a mut u64) -> Self {
        Normalizer { constructs, process, rotated }
    }

    /// The left normal form of a list whose loops have bodies in normal form.
    ///
    /// `x (Yx)^n` becomes `(xY)^n x`, a copy of the body before or after a loop becomes an iteration, and two
    /// adjacent loops over one body become one. Where two loops could have the same events, the one with more events
    /// gets them, as in [`optimal`]. O(constructs), plus the constructs that are rotated.
    pub(super) fn normal_form(&mut self, list: &[LocalId], form: LoopForm) -> Vec<LocalId> {
        self.arranged(list, Steps { into_loops: form == LoopForm::Canonical, rolls: false })
    }

    /// The left normal form of a list in which whatever occurs twice in a row, on any level, becomes a loop.
    ///
    /// O(different constructs in the list), plus the constructs that are rolled.
    pub(super) fn rolled(&mut self, list: &[LocalId]) -> Vec<LocalId> {
        let mut inside: Vec<LocalId> = list.to_vec();
        let mut known: FxHashMap<LocalId, LocalId> = FxHashMap::default();
        let mut next = 0;
        while let Some(&id) = inside.get(next) {
            next += 1;
            if known.insert(id, id).is_none() {
                inside.extend_from_slice(self.constructs.body(id));
            }
        }
        // The constructs of a body have smaller ids than the loop.
        let mut loops: Vec<LocalId> = known.keys().copied().filter(|&id| self.constructs.is_loop(id)).collect();
        loops.sort_small();
        let renew = |known: &FxHashMap<LocalId, LocalId>, list: &[LocalId]| -> Vec<LocalId> {
            list.iter().map(|id| known.get(id).copied().unwrap_or(*id)).collect()
        };
        for id in loops {
            let body = renew(&known, self.constructs.body(id));
            let body = self.rolled_once(&body);
            let count = self.constructs.count(id);
            known.insert(id, self.constructs.repeat(self.process, count, &body));
        }
        self.rolled_once(&renew(&known, list))
    }

    /// [`rolled`](Self::rolled) for one level.
    fn rolled_once(&mut self, list: &[LocalId]) -> Vec<LocalId> {
        let steps = Steps { into_loops: true, rolls: true };
        let list = self.arranged(list, steps);
        let rolled = roll(self.constructs, self.process, &list);
        if rolled == list {
            return list;
        }
        self.arranged(&rolled, steps)
    }

    fn arranged(&mut self, list: &[LocalId], steps: Steps) -> Vec<LocalId> {
        let mut before: Vec<LocalId> = Vec::with_capacity(list.len());
        // The next construct comes last.
        let mut after: Vec<LocalId> = list.iter().rev().copied().collect();
        while let Some(id) = after.pop() {
            let id = match self.constructs.get(id) {
                LocalConstruct::Event(_) => id,
                LocalConstruct::Loop { .. } => self.extended(id, &mut before, &mut after, steps),
            };
            before.push(id);
        }
        before
    }

    /// A loop with the events that belong to it on both sides, which are removed from `before` and `after`.
    fn extended(
        &mut self,
        mut id: LocalId,
        before: &mut Vec<LocalId>,
        after: &mut Vec<LocalId>,
        steps: Steps,
    ) -> LocalId {
        for _ in 0..ROUNDS {
            let (mut count, mut body) = (self.constructs.count(id), self.constructs.body(id).to_vec());
            let (span, period) = (self.constructs.span(id), self.constructs.period(id));
            if period == 0 || span == u64::MAX || *self.rotated > MOST_ROTATED {
                break;
            }
            // Events in larger loops, and in loops of the same size, stay there.
            let limits = AffixLimits { largest_loop: span - 1, into_loops: steps.into_loops };
            let earlier = common_affix_len(self.constructs, before, &body, Side::Before, limits);
            if earlier > 0 {
                *self.rotated = self.rotated.saturating_add(body.len() as u64);
                self.remove_last(before, earlier);
                let (first, second) = split(self.constructs, self.process, &body, period - earlier % period);
                after.extend(second.iter().rev());
                body = [second, first].concat();
                count = count.saturating_add(earlier / period);
                // The new beginning of the body may let an inner loop begin earlier.
                body = match steps.rolls {
                    true => self.rolled_once(&body),
                    false => self.arranged(&body, steps),
                };
            }
            // After the loop only whole copies count, and no larger loop is taken apart for them.
            let limits = AffixLimits { largest_loop: span, into_loops: steps.into_loops };
            let later = common_affix_len(self.constructs, after, &body, Side::After, limits);
            let copies = later / period;
            self.remove_next(after, copies * period);
            count = count.saturating_add(copies);
            if earlier == 0 && copies == 0 {
                break;
            }
            id = self.constructs.repeat(self.process, count, &body);
            if self.constructs.period(id) == period {
                break;
            }
        }
        id
    }

    /// Removes the last `events` events of a list.
    fn remove_last(&mut self, list: &mut Vec<LocalId>, mut events: u64) {
        while events > 0 {
            let Some(last) = list.pop() else { break };
            let span = self.constructs.span(last);
            if span > events {
                let (kept, _) = split(self.constructs, self.process, &[last], span - events);
                list.extend(kept);
                break;
            }
            events -= span;
        }
    }

    /// Removes the next `events` events of a list whose next construct comes last.
    fn remove_next(&mut self, list: &mut Vec<LocalId>, mut events: u64) {
        while events > 0 {
            let Some(next) = list.pop() else { break };
            let span = self.constructs.span(next);
            if span > events {
                let (_, kept) = split(self.constructs, self.process, &[next], events);
                list.extend(kept.iter().rev());
                break;
            }
            events -= span;
        }
    }
}

/// Makes a loop of whatever occurs at least twice in a row in a list: a loop of two iterations of which one was peeled
/// is no loop any more. Does nothing to nests without repetition on any level.
fn roll(constructs: &mut LocalConstructs, process: ProcessIndex, list: &[LocalId]) -> Vec<LocalId> {
    let mut known: FxHashMap<LocalId, Symbol> = FxHashMap::default();
    let mut ids: Vec<LocalId> = Vec::new();
    let string: Vec<Symbol> = list
        .iter()
        .map(|&id| {
            *known.entry(id).or_insert_with(|| {
                ids.push(id);
                Symbol(ids.len() as u32 - 1)
            })
        })
        .collect();
    // Nothing repeats if nothing occurs twice.
    if ids.len() == list.len() {
        return list.to_vec();
    }
    let Ok(nest) = optimal(&string) else { return list.to_vec() };
    let mut nodes: Vec<LocalId> = Vec::with_capacity(nest.nodes().len());
    for node in nest.nodes() {
        let id = match node {
            Node::Symbol(symbol) => ids[symbol.0 as usize],
            Node::Loop(node) => {
                let body: Vec<LocalId> = nest.body(&node).iter().map(|id| nodes[id.index()]).collect();
                constructs.repeat(process, node.count, &body)
            }
        };
        nodes.push(id);
    }
    nest.root().iter().map(|id| nodes[id.index()]).collect()
}

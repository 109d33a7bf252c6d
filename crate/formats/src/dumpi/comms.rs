//! The members of communicators, as ranks in the whole program.
//!
//! Each process numbers its own communicators. Which numbers mean the same communicator follows from the calls that
//! created it: all members of a communicator call the creating functions in the same order, so the n-th such
//! call of one is the n-th of the others. `MPI_Comm_split` gives the colour and key of one process; which
//! others have that colour is known when all members have reached that call. So all processes are followed
//! together, each up to the next call that has to wait for the others.
//!
//! O(calls × members) time; equal communicators are stored once for each time they were created.

use loopscope_core::small_sort::SmallSort;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::rank::{Make, SELF, WORLD};

/// A communicator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Comm {
    /// Its members in order of rank, as far as they are known.
    pub(super) members: Option<Rc<[u32]>>,
    /// The sizes of its dimensions, if it is a grid.
    dims: Option<Rc<[i32]>>,
}

/// No communicator, or an unknown one.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// A communicator that is nothing: `MPI_COMM_NULL`.
const NULL: u16 = 1;

/// All communicators, and which of them each call made.
#[derive(Debug, Default)]
pub(super) struct Comms {
    list: Vec<Comm>,
    /// By process, in the order of [`Rank::made`](super::rank::Rank::made).
    made: Vec<Vec<(u32, Option<u16>)>>,
    /// That of each process alone.
    own: Vec<u32>,
}

impl Comms {
    /// A communicator.
    pub(super) fn get(&self, at: u32) -> Option<&Comm> {
        self.list.get(at as usize)
    }

    /// What the nth call of the process at that place made, and under which number; no number if it
    /// made no communicator.
    pub(super) fn made(&self, process: usize, nth: u32) -> (u32, Option<u16>) {
        let made = self.made.get(process).and_then(|made| made.get(nth as usize));
        made.copied().unwrap_or((UNKNOWN, None))
    }

    /// What a process begins with: numbers of communicators and which they are.
    pub(super) fn first(&self, process: usize) -> FxHashMap<u16, u32> {
        let own = self.own.get(process).copied().unwrap_or(UNKNOWN);
        [(WORLD, 0), (SELF, own)].into_iter().collect()
    }
}

/// Follows all processes, given by rank, where `world` processes began, if that is known.
pub(super) fn follow(ranks: Vec<(u32, Vec<Make>)>, world: Option<u32>) -> Comms {
    let members = world.map(|world| (0..world).collect());
    let mut all = Following {
        comms: vec![Comm { members, dims: None }],
        known: FxHashMap::default(),
        splits: FxHashMap::default(),
        processes: Vec::with_capacity(ranks.len()),
    };
    let mut own = Vec::with_capacity(ranks.len());
    for (rank, make) in ranks {
        let alone = all.new_comm(Comm { members: Some([rank].into()), dims: None });
        own.push(alone);
        all.processes.push(Process {
            rank,
            made: Vec::with_capacity(make.len()),
            make,
            comms: [(WORLD, 0), (SELF, alone)].into_iter().collect(),
            groups: FxHashMap::default(),
            calls: FxHashMap::default(),
        });
    }
    let mut queue: Vec<usize> = (0..all.processes.len()).collect();
    loop {
        while let Some(process) = queue.pop() {
            while all.step(process, &mut queue) {}
        }
        // A process that still waits waits for one that never comes.
        let waiting: Vec<Vec<Waiting>> = all.splits.drain().map(|(_, waiting)| waiting).collect();
        if waiting.is_empty() {
            break;
        }
        for one in waiting.into_iter().flatten() {
            all.arrive(one.process, one.new, UNKNOWN);
            queue.push(one.process);
        }
    }
    let made = all.processes.into_iter().map(|process| process.made).collect();
    Comms { list: all.comms, made, own }
}

/// A process that is followed.
struct Process {
    rank: u32,
    make: Vec<Make>,
    /// What came of each call so far, and under which number.
    made: Vec<(u32, Option<u16>)>,
    /// Its communicators and groups by its own numbers.
    comms: FxHashMap<u16, u32>,
    groups: FxHashMap<u16, Option<Rc<[u32]>>>,
    /// How many calls it made on each communicator.
    calls: FxHashMap<u32, u32>,
}

/// One that waits in an `MPI_Comm_split`.
struct Waiting {
    process: usize,
    /// Its rank in the old communicator.
    at: usize,
    color: i32,
    key: i32,
    new: u16,
}

struct Following {
    comms: Vec<Comm>,
    /// Communicators by the old one, the number of the call, and which of several.
    known: FxHashMap<(u32, u32, u64), u32>,
    splits: FxHashMap<(u32, u32), Vec<Waiting>>,
    processes: Vec<Process>,
}

impl Following {
    fn new_comm(&mut self, comm: Comm) -> u32 {
        self.comms.push(comm);
        self.comms.len() as u32 - 1
    }

    /// What a call of a process came to.
    fn arrive(&mut self, process: usize, new: u16, comm: u32) {
        if let Some(process) = self.processes.get_mut(process) {
            process.made.push((comm, Some(new)));
            if comm == UNKNOWN {
                process.comms.remove(&new);
            } else {
                process.comms.insert(new, comm);
            }
        }
    }

    /// Follows a process by one call; whether it can go on.
    fn step(&mut self, at: usize, queue: &mut Vec<usize>) -> bool {
        let Some(process) = self.processes.get_mut(at) else { return false };
        let Some(make) = process.make.get(process.made.len()).cloned() else { return false };
        let (old, new) = match make {
            Make::Dup(old, new)
            | Make::Split { old, new, .. }
            | Make::Create { old, new, .. }
            | Make::Cart { old, new, .. }
            | Make::CartSub { old, new, .. }
            | Make::Unknown { old, new } => (old, new),
            _ => {
                self.group(at, make);
                return true;
            }
        };
        let Some(&parent) = process.comms.get(&old) else {
            self.arrive(at, new, UNKNOWN);
            return true;
        };
        let calls = process.calls.entry(parent).or_default();
        let nth = *calls;
        *calls += 1;
        let rank = process.rank;
        let comm = self.comms.get(parent as usize).cloned().unwrap_or_default();
        let Some(members) = comm.members.clone() else {
            self.arrive(at, new, UNKNOWN);
            return true;
        };
        // In most communicators a process has the place of its number, or they are small: to search all
        // members for each of them would cost the square of the processes.
        let guess = rank as usize;
        let own = match members.get(guess) {
            Some(&member) if member == rank => Some(guess),
            _ => members.iter().position(|&member| member == rank),
        };
        let made = match make {
            Make::Dup(..) => self.once((parent, nth, 0), || Some(comm)),
            Make::Create { group, .. } => {
                let group = self.processes.get(at).and_then(|it| it.groups.get(&group).cloned());
                let group = group.flatten().filter(|group| group.contains(&rank));
                let first = group.as_ref().and_then(|group| group.first().copied());
                let key = (parent, nth, u64::from(first.unwrap_or(0)) + 1);
                self.once(key, || Some(Comm { members: Some(group?), dims: None }))
            }
            Make::Cart { dims, .. } => self.once((parent, nth, 0), || grid(&members, dims)),
            Make::CartSub { remain, .. } => {
                let part = own.and_then(|own| grid_part(&comm, own, &remain));
                match part {
                    None => UNKNOWN,
                    Some(part) => self.once((parent, nth, part as u64 + 1), || subgrid(&comm, &members, part, &remain)),
                }
            }
            Make::Split { color, key, .. } => {
                let Some(own) = own else {
                    self.arrive(at, new, UNKNOWN);
                    return true;
                };
                let waiting = self.splits.entry((parent, nth)).or_default();
                waiting.push(Waiting { process: at, at: own, color, key, new });
                if waiting.len() < members.len() {
                    return false;
                }
                let all = self.splits.remove(&(parent, nth)).unwrap_or_default();
                self.split(all, &members, queue);
                return false;
            }
            _ => UNKNOWN,
        };
        let made = if new == NULL { UNKNOWN } else { made };
        self.arrive(at, new, made);
        true
    }

    /// A communicator, created by the first process that reaches the call.
    fn once(&mut self, key: (u32, u32, u64), make: impl FnOnce() -> Option<Comm>) -> u32 {
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let made = make().map_or(UNKNOWN, |comm| self.new_comm(comm));
        self.known.insert(key, made);
        made
    }

    /// All members have reached an `MPI_Comm_split`.
    fn split(&mut self, mut all: Vec<Waiting>, members: &[u32], queue: &mut Vec<usize>) {
        all.sort_small_by_key(|one| (one.color, one.key, one.at));
        for group in all.chunk_by(|one, next| one.color == next.color) {
            let color = group.first().map_or(0, |one| one.color);
            let ranks = group.iter().filter_map(|one| members.get(one.at).copied()).collect();
            // Those without a colour get none.
            let made = match color {
                0.. => self.new_comm(Comm { members: Some(ranks), dims: None }),
                _ => UNKNOWN,
            };
            for one in group {
                self.arrive(one.process, one.new, made);
                queue.push(one.process);
            }
        }
    }

    /// A group is made, which concerns one process alone.
    fn group(&mut self, at: usize, make: Make) {
        let Some(process) = self.processes.get_mut(at) else { return };
        process.made.push((UNKNOWN, None));
        let known = |group: u16| process.groups.get(&group).cloned().flatten();
        let both = |one: u16, other: u16| Some((known(one)?, known(other)?));
        let kept =
            |one: &[u32], keep: &dyn Fn(&u32) -> bool| -> Rc<[u32]> { one.iter().copied().filter(keep).collect() };
        let (new, group) = match make {
            Make::GroupOf(comm, new) => {
                let comm = process.comms.get(&comm).and_then(|&at| self.comms.get(at as usize));
                (new, comm.and_then(|comm| comm.members.clone()))
            }
            Make::Union(one, other, new) => {
                let union = |(one, other): (Rc<[u32]>, Rc<[u32]>)| -> Rc<[u32]> {
                    let inside: FxHashSet<u32> = one.iter().copied().collect();
                    let more = other.iter().filter(|rank| !inside.contains(rank));
                    one.iter().chain(more).copied().collect()
                };
                (new, both(one, other).map(union))
            }
            Make::Intersection(one, other, new) => {
                let common = |(one, other): (Rc<[u32]>, Rc<[u32]>)| {
                    let inside: FxHashSet<u32> = other.iter().copied().collect();
                    kept(&one, &|rank| inside.contains(rank))
                };
                (new, both(one, other).map(common))
            }
            Make::Difference(one, other, new) => {
                let without = |(one, other): (Rc<[u32]>, Rc<[u32]>)| {
                    let inside: FxHashSet<u32> = other.iter().copied().collect();
                    kept(&one, &|rank| !inside.contains(rank))
                };
                (new, both(one, other).map(without))
            }
            Make::Include(old, ranks, new) => {
                (new, known(old).and_then(|old| include(&old, ranks.iter().map(|&it| it.into()))))
            }
            Make::Exclude(old, ranks, new) => {
                let out: Option<Vec<usize>> = ranks.iter().map(|&rank| usize::try_from(rank).ok()).collect();
                (new, known(old).zip(out).map(|(old, out)| exclude(&old, &out)))
            }
            Make::IncludeRanges(old, ranges, new) => {
                let ranks = known(old).and_then(|old| Some((expand(&ranges, old.len())?, old)));
                let chosen = ranks.and_then(|(ranks, old)| include(&old, ranks.into_iter().map(|rank| rank as i64)));
                (new, chosen)
            }
            Make::ExcludeRanges(old, ranges, new) => {
                let ranks = known(old).and_then(|old| Some((expand(&ranges, old.len())?, old)));
                (new, ranks.map(|(ranks, old)| exclude(&old, &ranks)))
            }
            _ => return,
        };
        process.groups.insert(new, group);
    }
}

fn include(old: &[u32], ranks: impl Iterator<Item = i64>) -> Option<Rc<[u32]>> {
    ranks.map(|rank| old.get(usize::try_from(rank).ok()?).copied()).collect()
}

fn exclude(old: &[u32], ranks: &[usize]) -> Rc<[u32]> {
    let out: FxHashSet<usize> = ranks.iter().copied().collect();
    old.iter().enumerate().filter(|(at, _)| !out.contains(at)).map(|(_, &rank)| rank).collect()
}

/// Ranks from ranges of first, last and stride; `None` if one is none of a group of that size.
fn expand(ranges: &[[i32; 3]], size: usize) -> Option<Vec<usize>> {
    let mut ranks = Vec::new();
    for &[first, last, stride] in ranges {
        let (mut rank, last, stride) = (i64::from(first), i64::from(last), i64::from(stride));
        while stride != 0 && (stride > 0 && rank <= last || stride < 0 && rank >= last) {
            ranks.push(usize::try_from(rank).ok().filter(|&rank| rank < size)?);
            if ranks.len() > size {
                return None;
            }
            rank += stride;
        }
    }
    Some(ranks)
}

/// The number of places in a grid; `None` if it is not one.
fn places(dims: &[i32]) -> Option<usize> {
    dims.iter().try_fold(1usize, |all, &size| all.checked_mul(usize::try_from(size).ok().filter(|&size| size > 0)?))
}

/// The first members as a grid. That ranks may be reordered is a permission that is not made use of.
fn grid(members: &[u32], dims: Vec<i32>) -> Option<Comm> {
    let ranks = members.get(..places(&dims)?)?;
    Some(Comm { members: Some(ranks.into()), dims: Some(dims.into()) })
}

/// Which part of a grid a member belongs to, if only some dimensions remain.
fn grid_part(comm: &Comm, member: usize, remain: &[i32]) -> Option<usize> {
    let dims = comm.dims.as_ref().filter(|dims| dims.len() == remain.len())?;
    let (mut rest, mut part, mut scale) = (member, 0, 1);
    for (&size, &remains) in dims.iter().zip(remain).rev() {
        let size = usize::try_from(size).ok().filter(|&size| size > 0)?;
        if remains == 0 {
            part += scale * (rest % size);
            scale *= size;
        }
        rest /= size;
    }
    Some(part)
}

fn subgrid(comm: &Comm, members: &[u32], part: usize, remain: &[i32]) -> Option<Comm> {
    let inside = |at: &usize| grid_part(comm, *at, remain) == Some(part);
    let ranks = (0..members.len()).filter(inside).filter_map(|at| members.get(at).copied());
    let dims = comm.dims.as_ref()?.iter().zip(remain).filter(|(_, remains)| **remains != 0);
    let dims = dims.map(|(&size, _)| size).collect();
    Some(Comm { members: Some(ranks.collect()), dims: Some(dims) })
}

#[cfg(test)]
mod tests;

//! Which thread is which process.

use std::cmp::Reverse;

use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::ProcessId;
use rustc_hash::FxHashSet;

use super::file::{File, Thread};
use crate::input::source_name::{part, rank_in};

/// A thread that becomes a process.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    /// Its index in the file.
    pub(super) thread: usize,
    /// The number found in names.
    pub(super) number: Option<ProcessId>,
    /// What its process is called as the source of events.
    pub(super) source: String,
}

/// The threads that become processes, in order of first appearance, and those that are left out.
/// O(threads).
pub(super) fn choose(file: &File) -> (Vec<Chosen>, Vec<usize>) {
    let busy: Vec<usize> = indices(file, |thread| !thread.entries.is_empty());
    let mpi: Vec<usize> = indices(file, |thread| thread.calls > 0);
    let is_mpi = !mpi.is_empty();
    let ranks = ranks(file, if is_mpi { &mpi } else { &busy });
    let best = best(file, if is_mpi { &mpi } else { &busy }, &ranks);
    let mut chosen: Vec<(usize, Option<u32>)> = Vec::new();
    let mut left_out = Vec::new();
    for &at in &busy {
        let rank = ranks.get(at).copied().flatten();
        if best.binary_search(&at).is_ok() {
            chosen.push((at, rank));
        } else if is_mpi {
            left_out.push(at);
        } else {
            chosen.push((at, None));
        }
    }
    let alone = chosen.len() == 1;
    let mut taken = FxHashSet::default();
    let chosen = chosen
        .into_iter()
        .map(|(at, rank)| {
            let own = if alone { file.rank.or(file.number) } else { None };
            let number = rank.or(own).filter(|&rank| rank <= ProcessId::MAX);
            Chosen {
                thread: at,
                number: number.filter(|&number| taken.insert(number)).map(ProcessId),
                source: if alone { file.path.clone() } else { source(file, at) },
            }
        })
        .collect();
    (chosen, left_out)
}

/// Of the threads of one process, the one with the most MPI calls, else the most items; the
/// first of equals; ascending. A thread without a rank counts alone, but in an MPI program it belongs to its process.
fn best(file: &File, these: &[usize], ranks: &[Option<u32>]) -> Vec<usize> {
    let of = |&at: &usize| {
        let thread = file.threads.get(at)?;
        let key = match ranks.get(at).copied().flatten() {
            Some(rank) => (true, rank),
            None if thread.calls > 0 => (false, thread.process),
            None => (false, at as u32),
        };
        Some((key, Reverse((thread.calls, thread.entries.len())), at))
    };
    let mut all: Vec<_> = these.iter().filter_map(of).collect();
    all.sort_small_by(|one, other| one.cmp(other));
    all.dedup_by_key(|(key, ..)| *key);
    let mut best: Vec<usize> = all.into_iter().map(|(.., at)| at).collect();
    best.sort_unstable();
    best
}

fn indices(file: &File, which: impl Fn(&Thread) -> bool) -> Vec<usize> {
    let found = file.threads.iter().enumerate().filter(|(_, thread)| which(thread));
    found.map(|(at, _)| at).collect()
}

/// The rank of every thread, as far as it is known. `these` are the threads that count.
fn ranks(file: &File, these: &[usize]) -> Vec<Option<u32>> {
    let pid_of = |thread: &Thread| file.processes.get(thread.process as usize);
    if file.own {
        let id = |thread| pid_of(thread)?.id.parse().ok();
        return file.threads.iter().map(id).collect();
    }
    let mut ranks: Vec<Option<u32>> = file
        .threads
        .iter()
        .map(|thread| {
            let own = thread.name.as_deref().and_then(rank_in);
            own.or_else(|| pid_of(thread)?.name.as_deref().and_then(rank_in))
        })
        .collect();
    if ranks.iter().any(Option::is_some) {
        return ranks;
    }
    let is_mpi = these.iter().any(|&at| file.threads.get(at).is_some_and(|it| it.calls > 0));
    if is_mpi {
        // Process ids that are all of 0 to n-1 are ranks.
        let numbers: Option<Vec<u32>> =
            these.iter().map(|&at| pid_of(file.threads.get(at)?)?.id.parse::<u32>().ok()).collect();
        let numbers = numbers.map(|mut all| {
            all.sort_unstable();
            all.dedup();
            all
        });
        let are_ranks = |all: Vec<u32>| all.len() > 1 && (0..).zip(&all).all(|(n, &it)| n == it);
        if numbers.is_some_and(are_ranks) {
            for (rank, thread) in ranks.iter_mut().zip(&file.threads) {
                *rank = pid_of(thread).and_then(|process| process.id.parse().ok());
            }
        }
        return ranks;
    }
    let busiest = these.iter().copied().reduce(|best, at| {
        let length = |at: usize| file.threads.get(at).map_or(0, |thread| thread.entries.len());
        if length(at) > length(best) {
            at
        } else {
            best
        }
    });
    if let Some(rank) = busiest.and_then(|at| ranks.get_mut(at)) {
        *rank = file.rank;
    }
    ranks
}

/// What a thread is called where a file has several: natural order of these is that of the ids.
fn source(file: &File, at: usize) -> String {
    let Some(thread) = file.threads.get(at) else { return file.path.clone() };
    let mut text = String::new();
    if let Some(process) = file.processes.get(thread.process as usize) {
        text.push_str("pid ");
        text.push_str(&process.id);
        push_name(&mut text, process.name.as_deref());
        text.push_str(", ");
    }
    text.push_str("tid ");
    text.push_str(&thread.id);
    push_name(&mut text, thread.name.as_deref());
    part(&file.path, &text)
}

fn push_name(text: &mut String, name: Option<&str>) {
    if let Some(name) = name.filter(|name| !name.is_empty()) {
        text.push_str(" (");
        text.push_str(name);
        text.push(')');
    }
}

//! The process numbers of containers: by name, else in order.

use super::file::{File, PajeEvent};
use crate::input::source_name::rank_in;
use crate::mpi::names::Class;
use crate::notes::{some_of, Note, Problem, ALSO};

/// The number of each container that is a process, if their names give it.
pub(super) fn numbers(file: &File, busy: &[u32]) -> Option<Vec<u32>> {
    let around = |at: u32| {
        let mut found = None;
        let mut next = Some(at);
        // In a damaged file, containers may form a circle.
        for _ in 0..64 {
            let container = next.and_then(|at| file.containers.get(at as usize))?;
            found = found.or_else(|| rank_in(&container.name));
            next = container.parent;
            if found.is_some() || next.is_none() {
                break;
            }
        }
        found
    };
    let last = |at: u32| {
        let name = &file.containers.get(at as usize)?.name;
        crate::process_number(name).map(|number| number.0)
    };
    let different = |of: &dyn Fn(u32) -> Option<u32>| {
        let all: Option<Vec<u32>> = busy.iter().map(|&at| of(at)).collect();
        all.filter(|all| all_different(all))
    };
    let found = different(&around).or_else(|| different(&last));
    // Without numbers in the names one process has that of the file.
    let own = file.number.filter(|_| busy.len() == 1);
    found.or(own.map(|number| vec![number]))
}

fn all_different(numbers: &[u32]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len() == numbers.len()
}

/// The numbers by container.
pub(super) fn places(file: &File, busy: &[u32], numbers: Vec<u32>) -> Vec<Option<u32>> {
    let mut places = vec![None; file.containers.len()];
    for (&at, number) in busy.iter().zip(numbers) {
        if let Some(place) = places.get_mut(at as usize) {
            *place = Some(number);
        }
    }
    places
}

/// Numbers by order, and a note that says so.
pub(super) fn in_order(file: &mut File, busy: &[u32]) -> Vec<Option<u32>> {
    let named = busy
        .iter()
        .zip(0u32..)
        .filter_map(|(&at, number)| Some(format!("{number} is {}", file.containers.get(at as usize)?.name)));
    let named: Vec<String> = named.take(ALSO).collect();
    let count = busy.len() as u64;
    file.notes.add(Problem::NumberGiven, |file| {
        let what = "the container names do not identify processes, so these are numbered in order";
        Note::info(file, what).found(some_of(&named, count, "process"))
    });
    places(file, busy, (0..busy.len() as u32).collect())
}

/// All processes, if each takes part in every collective operation as often as the others.
pub(super) fn world(file: &File, busy: &[u32], numbers: &[Option<u32>]) -> Option<Vec<u32>> {
    let names = file.names.iter();
    let collective: Vec<bool> = names.map(|(name, is_call)| *is_call && Class::of(name).is_collective()).collect();
    let members: Option<Vec<u32>> = busy.iter().map(|&at| numbers.get(at as usize).copied().flatten()).collect();
    let members = members.filter(|members| members.len() > 1 && collective.contains(&true))?;
    let counts = |at: &u32| {
        let mut counts = vec![0u64; collective.len()];
        for item in &file.containers.get(*at as usize)?.items {
            if let PajeEvent::Push(name) | PajeEvent::Set(name) = item.event() {
                let is_counted = collective.get(name as usize) == Some(&true);
                if let Some(count) = counts.get_mut(name as usize).filter(|_| is_counted) {
                    *count += 1;
                }
            }
        }
        Some(counts)
    };
    let mut all = busy.iter().map(counts);
    let first = all.next()??;
    all.all(|counts| counts.as_ref() == Some(&first)).then_some(members)
}

//! What a process computes before the calls of a function beyond what the median process does there.

use super::program::Program;
use crate::small_sort::SmallSort;

/// Fewer processes have no median: what they compute, the others do not.
const FEWEST: usize = 3;

/// Computing of one process before all calls of one kind, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uneven {
    /// The first of these calls.
    pub call: u32,
    /// How long the process computes before all of them.
    pub time: i64,
    /// How long the median process that has such calls does.
    pub median: i64,
}

/// Where a process computes longer than the median one before calls of a `kind`, by its number, a small one: by at least so many nanoseconds, which are more
/// than none; the most first. O(calls + kinds).
pub fn uneven(program: &Program, kind: &dyn Fn(u32) -> u32, least: i64) -> Vec<Uneven> {
    // By kind, of each process that has such calls: how long it computes before them, and the first.
    let mut kinds: Vec<Vec<(i64, u32)>> = Vec::new();
    for process in program.processes() {
        for call in process.calls() {
            let of = kind(call) as usize;
            while kinds.len() <= of {
                kinds.push(Vec::new());
            }
            let Some(own) = kinds.get_mut(of) else { continue };
            let time = program.computation(process, call);
            match own.last_mut().filter(|(_, first)| *first >= process.first) {
                Some((sum, _)) => *sum += time,
                None => own.push((time, call)),
            }
        }
    }
    let mut found = Vec::new();
    let mut order = Vec::new();
    for mut times in kinds {
        times.sort_small();
        let median = if times.len() < FEWEST { 0 } else { times.get(times.len() / 2).map_or(0, |it| it.0) };
        for (time, call) in times {
            if time - median >= least.max(1) {
                order.push((median - time, found.len() as u32));
                found.push(Uneven { call, time, median });
            }
        }
    }
    order.sort_small();
    order.into_iter().filter_map(|(_, at)| found.get(at as usize).copied()).collect()
}

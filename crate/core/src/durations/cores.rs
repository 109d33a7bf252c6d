//! Sharing processes among the cores of the machine. In wasm there is one.

use std::ops::Range;

use super::summing::Summed;
use super::Sums;

#[cfg(target_arch = "wasm32")]
mod one {
    use super::*;

    pub(in super::super) fn step_all<T>(
        parts: &mut [T],
        step: impl FnOnce(&mut T) -> bool,
    ) -> bool {
        parts.first_mut().is_some_and(step)
    }

    pub(in super::super) fn shared((trace, ..): Summed<'_>) -> impl Iterator<Item = Range<usize>> {
        std::iter::once(0..trace.processes().len())
    }

    pub(in super::super) fn joined(mut parts: impl Iterator<Item = Sums>) -> Sums {
        parts.next().unwrap_or_default()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod many {
    use super::*;
    use crate::trace::View;

    /// With fewer calls a thread costs more than it gains; tests have few.
    const CALLS_OF_A_THREAD: u64 = if cfg!(test) { 50 } else { 100_000 };

    /// Takes a step of each part, all at once. Whether any has more to do.
    pub(in super::super) fn step_all<T: Send>(
        parts: &mut [T],
        step: impl Fn(&mut T) -> bool + Sync,
    ) -> bool {
        let Some((first, others)) = parts.split_first_mut() else { return false };
        std::thread::scope(|scope| {
            let step = &step;
            let others = others.iter_mut().map(|part| scope.spawn(move || step(part)));
            let others: Vec<_> = others.collect();
            let mut more = step(first);
            for other in others {
                // What panics there does so here.
                more |= other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
            more
        })
    }

    /// The processes of each part, which have about as many calls.
    pub(in super::super) fn shared(
        (trace, _, found, _): Summed<'_>,
    ) -> impl Iterator<Item = Range<usize>> {
        let all = trace.event_count(View::Calls);
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
        // Where messages have to be followed, processes are walked in their order.
        let most = if found.are_complete() { cores.min(all / CALLS_OF_A_THREAD).max(1) } else { 1 };
        let (mut shares, mut begin, mut passed) = (Vec::new(), 0, 0);
        for (place, process) in trace.processes().iter().enumerate() {
            passed += process.events(View::Calls).map_or(0, |calls| calls.len() as u64);
            let next = shares.len() as u64 + 1;
            if next < most && passed * most >= all * next {
                shares.push(begin..place + 1);
                begin = place + 1;
            }
        }
        shares.push(begin..trace.processes().len());
        shares.into_iter()
    }

    /// All sums, in the order of their processes.
    pub(in super::super) fn joined(mut parts: impl Iterator<Item = Sums>) -> Sums {
        let mut all = parts.next().unwrap_or_default();
        for more in parts {
            all.cells.extend(more.cells);
            all.waits.extend(more.waits);
            all.outside.extend(more.outside);
            all.iterations.extend(more.iterations);
            all.steps += more.steps;
            for (sums, more) in all.calls.iter_mut().zip(more.calls) {
                sums.count += more.count;
                sums.parts = sums.parts.plus(more.parts);
            }
        }
        all
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) use many::{joined, shared, step_all};
#[cfg(target_arch = "wasm32")]
pub(super) use one::{joined, shared, step_all};

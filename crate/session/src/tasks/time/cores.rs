//! Sums of several processes at once, on the cores of the machine. In wasm there is one.

#[cfg(target_arch = "wasm32")]
pub(super) use one::{joined, shared, step_all};

#[cfg(not(target_arch = "wasm32"))]
pub(super) use many::{joined, shared, step_all};

#[cfg(target_arch = "wasm32")]
mod one {
    use loopscope_core::durations::{Summing, Sums};
    use loopscope_core::trace::Trace;
    use loopscope_core::waits::FoundWaits;

    pub(in super::super) fn shared(summing: Summing, _: &Trace, _: &FoundWaits) -> Vec<Summing> {
        vec![summing]
    }

    pub(in super::super) fn step_all<T>(parts: &mut [T], step: impl FnOnce(&mut T) -> bool) -> bool {
        parts.first_mut().is_some_and(step)
    }

    pub(in super::super) fn joined(mut parts: impl Iterator<Item = Sums>) -> Sums {
        parts.next().unwrap_or_default()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod many {
    use std::thread;

    use loopscope_core::durations::{Summing, Sums};
    use loopscope_core::trace::{Trace, View};
    use loopscope_core::waits::FoundWaits;

    /// With fewer calls a thread costs more than it gains.
    const CALLS_OF_A_THREAD: u64 = 100_000;

    /// A part for each core, if there are enough calls.
    pub(in super::super) fn shared(summing: Summing, trace: &Trace, found: &FoundWaits) -> Vec<Summing> {
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
        let most = cores.min(trace.event_count(View::Calls) / CALLS_OF_A_THREAD).max(1);
        summing.split(trace, found, most)
    }

    /// Takes a step of each part, all at once. Whether any has more to do.
    pub(in super::super) fn step_all<T: Send>(parts: &mut [T], step: impl Fn(&mut T) -> bool + Sync) -> bool {
        let Some((first, others)) = parts.split_first_mut() else { return false };
        thread::scope(|scope| {
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

    /// All sums, in the order of their processes.
    pub(in super::super) fn joined(mut parts: impl Iterator<Item = Sums>) -> Sums {
        let mut all = parts.next().unwrap_or_default();
        parts.for_each(|more| all.append(more));
        all
    }
}

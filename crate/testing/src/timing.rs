//! Processor time of a call, for benchmarks: other programs on the machine do not count.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// The processor time of one call.
fn timed<T>(call: &mut impl FnMut() -> T) -> Duration {
    let start = ProcessTime::now();
    black_box(call());
    start.elapsed()
}

/// The median of three calls at least, and of as many as fit into a second up to 51.
pub fn median<T>(mut call: impl FnMut() -> T) -> Duration {
    let begin = ProcessTime::now();
    let mut times = Vec::new();
    while times.len() < 51 && (times.len() < 3 || begin.elapsed() < Duration::from_secs(1)) {
        times.push(timed(&mut call));
    }
    times.sort();
    times[times.len() / 2]
}

/// The shortest of some calls.
pub fn shortest<T>(calls: u32, mut call: impl FnMut() -> T) -> Duration {
    (0..calls).map(|_| timed(&mut call)).min().unwrap_or(Duration::MAX)
}

/// The shortest of some calls of what runs on several cores: time on the clock, to which other programs on the machine add.
pub fn shortest_on_cores<T>(calls: u32, mut call: impl FnMut() -> T) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        black_box(call());
        start.elapsed()
    };
    (0..calls).map(timed).min().unwrap_or(Duration::MAX)
}

/// Millions a second.
pub fn rate(count: usize, time: Duration) -> f64 {
    count as f64 / 1e6 / time.as_secs_f64()
}

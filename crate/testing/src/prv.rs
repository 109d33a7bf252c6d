//! What the lines of a Paraver trace say of times, read in the plainest way: for tests to compare with.

use std::collections::BTreeMap;

/// The times of one process.
#[derive(Debug, Default)]
pub struct PrvTimes {
    /// Begin and end of calls of MPI, in the order in which they end.
    pub calls: Vec<(u64, u64)>,
    /// When messages were sent (`lsend`), ascending.
    pub sends: Vec<u64>,
    /// When messages had arrived (`precv`), ascending.
    pub receives: Vec<u64>,
    /// How long receives waited: from the begin of the call that asked (`lrecv`) to the arrival.
    pub waits: Vec<u64>,
    /// The call of each type that is open.
    open: BTreeMap<u64, u64>,
}

/// The times of all processes of one application whose lines are in order of time, by rank.
///
/// # Panics
/// A number is none.
#[allow(clippy::unwrap_used)] // a test may fail
pub fn times(prv: &str) -> BTreeMap<u32, PrvTimes> {
    let mut processes: BTreeMap<u32, PrvTimes> = BTreeMap::new();
    for line in prv.lines() {
        let mut numbers = line.split(':').map(|word| word.parse::<u64>().unwrap());
        match line.get(..2) {
            Some("2:") => {
                let numbers: Vec<u64> = numbers.collect();
                let process = processes.entry(numbers[3] as u32 - 1).or_default();
                let time = numbers[5];
                for pair in numbers[6..].chunks(2) {
                    let &[kind @ 50_000_001..=50_000_005, value] = pair else { continue };
                    if let Some(begin) = process.open.remove(&kind) {
                        process.calls.push((begin, time));
                    }
                    if value > 0 {
                        process.open.insert(kind, time);
                    }
                }
            }
            Some("3:") => {
                // 3, processor, application, task, thread, lsend, psend, and the same of the other end.
                let mut next = || numbers.next().unwrap();
                let (_, _, _, from, _, lsend, _) = (next(), next(), next(), next(), next(), next(), next());
                let (_, _, to, _, lrecv, precv) = (next(), next(), next(), next(), next(), next());
                processes.entry(from as u32 - 1).or_default().sends.push(lsend);
                let receiver = processes.entry(to as u32 - 1).or_default();
                receiver.receives.push(precv);
                receiver.waits.extend(precv.checked_sub(lrecv).filter(|&wait| wait > 0));
            }
            // Other: states, communicators and the first line.
            _ => {}
        }
    }
    for process in processes.values_mut() {
        process.sends.sort_unstable();
        process.receives.sort_unstable();
    }
    processes
}

//! The parameters of LogGPS: how long a message takes, by its size, as far as a trace tells.
//!
//! No message can be faster than the network, so the time of a message of some size is at most the shortest of that size.
//! `L + o + G * bytes` is the line below the shortest times of all sizes with the least sum of distances to the times of all
//! messages: an edge of the lower convex hull, the one above the mean size of a message. So a size counts as often as it is
//! sent; a few large messages that nobody sent in a hurry do not tilt the line. Sizes with few messages do not count, for none
//! of them may have found the network free; nor do edges that fall: a message is not faster than a larger one.
//!
//! [`Parameters::fit`] costs O(messages log sizes).

use super::calls::Calls;
use crate::matching::UNKNOWN;
use crate::waits::{Size, Sizes, Waits};

/// So many messages of a size must have been received before its shortest time counts.
const ENOUGH: u32 = 20;

/// So many sizes must be known for a line to mean something, the rare ones included; two that are not rare make it.
const FEWEST_SIZES: usize = 3;

/// What is assumed where a trace does not tell: 1 us for a message, and 0.25 ns for each byte of it.
const DEFAULT: (i64, u64) = (1_000, 250);

/// Why the parameters of messages are not read from the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// So few sizes have messages enough.
    FewSizes(usize),
    /// Larger messages are not slower.
    NoSlope,
    /// The clocks are uncertain by more nanoseconds than a message takes.
    Uncertain(i64),
}

/// Where parameters come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From so many sizes of messages in the trace.
    Trace(usize),
    /// They are assumed.
    Assumed(Refusal),
    /// From the user.
    User,
}

/// The parameters of LogGPS; times in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Latency: of an empty message, from the end of the overhead of its send to where it is there.
    pub latency: i64,
    /// Overhead: how long the shortest send or receive lasts.
    pub overhead: i64,
    /// The least time from one send of a process to its next; `None` if nobody sends twice.
    pub gap: Option<i64>,
    /// The time of each byte, in picoseconds.
    pub byte_ps: u64,
    /// From which size on sends wait for their receives, if the user says so; else the trace does.
    pub synchronous: Option<u32>,
    /// Whether collective operations with a root go along binomial trees.
    pub trees: bool,
    /// Where latency and the time of bytes come from.
    pub origin: Origin,
}

/// What a user knows better; `None` is read from the trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Latency in nanoseconds.
    pub latency: Option<i64>,
    /// The time of each byte, in picoseconds.
    pub byte_ps: Option<u64>,
    /// From which size on sends wait for their receives.
    pub synchronous: Option<u32>,
    /// That collective operations with a root go along binomial trees: no trace tells.
    pub trees: bool,
}

impl Parameters {
    /// Reads the parameters from the messages of a trace.
    pub fn fit(calls: &Calls, waits: &Waits, overrides: Overrides) -> Self {
        let mut sizes = Sizes::default();
        let (clocks, mut unsure) = (waits.clocks(), 0);
        for messages in waits.matching().channels() {
            let (Some(from), Some(to)) = (messages.from, messages.to) else { continue };
            if clocks.corrected() {
                let of = |place: u32| clocks.clocks.get(place as usize)?.uncertainty;
                unsure = unsure.max(of(from).unwrap_or(0)).max(of(to).unwrap_or(0));
            }
            for (send, receive) in messages.sends().iter().zip(messages.receives()) {
                let Some(bytes) = send.bytes().filter(|_| receive.leave != UNKNOWN) else {
                    continue;
                };
                let sent = clocks.at(from as usize, send.enter);
                let took = clocks.at(to as usize, receive.leave).saturating_sub(sent);
                sizes.add(bytes, took);
            }
        }
        let mut points = sizes.joined();
        let known = points.len();
        points.retain(|point| point.count >= ENOUGH);
        let overhead = calls.shortest_of_messages.unwrap_or(0);
        let gap = Some(calls.between_sends).filter(|&gap| gap != i64::MAX);
        let (origin, (base, byte_ps)) = match line_below(&points, known) {
            Ok((base, _)) if base < unsure => (Origin::Assumed(Refusal::Uncertain(unsure)), DEFAULT),
            Ok(line) => (Origin::Trace(points.len()), line),
            Err(refusal) => (Origin::Assumed(refusal), DEFAULT),
        };
        let overhead = overhead.min(base);
        let of_user = overrides.latency.is_some() && overrides.byte_ps.is_some();
        Self {
            latency: overrides.latency.unwrap_or(base - overhead),
            overhead,
            gap,
            byte_ps: overrides.byte_ps.unwrap_or(byte_ps),
            synchronous: overrides.synchronous,
            trees: overrides.trees,
            origin: if of_user { Origin::User } else { origin },
        }
    }

    /// How long a message of so many bytes takes, from the enter of its send to where it is there.
    #[inline(never)] // A division of 128 bits: larger in code than a call.
    pub fn delay(&self, bytes: u32) -> i64 {
        let bytes = i128::from(bytes) * i128::from(self.byte_ps) / 1_000;
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.latency.saturating_add(self.overhead).saturating_add(bytes)
    }

    /// Whether a send of so many bytes waits for its receive.
    pub fn is_synchronous(&self, bytes: u32, waits: &Waits) -> bool {
        match self.synchronous {
            Some(least) => bytes >= least,
            None => waits.limit().is_synchronous(bytes),
        }
    }
}

/// The line below all points, by ascending size, with the least sum of distances to all messages: its height at 0, and its
/// slope in thousandths. So many sizes are known, with those that are rare.
fn line_below(points: &[Size], known: usize) -> Result<(i64, u64), Refusal> {
    let sizes = points.len();
    if known < FEWEST_SIZES || sizes < 2 {
        return Err(Refusal::FewSizes(sizes));
    }
    let mut hull: Vec<(i64, i64)> = Vec::new();
    for point in points.iter().map(|point| (i64::from(point.bytes), point.least)) {
        while let [.., before, last] = hull.as_slice() {
            let turn = |at: (i64, i64)| {
                i128::from(last.0 - before.0) * i128::from(at.1 - before.1)
                    - i128::from(last.1 - before.1) * i128::from(at.0 - before.0)
            };
            if turn(point) > 0 {
                break;
            }
            hull.pop();
        }
        hull.push(point);
    }
    // Of all lines below, the one that is highest where the mean of the sizes is.
    let sum = |of: fn(&Size) -> i128| points.iter().map(of).sum::<i128>();
    let messages = sum(|point| point.count.into());
    let all_bytes = sum(|point| i128::from(point.bytes) * i128::from(point.count));
    // Where larger messages are faster, the small ones never found the network free.
    let mut rising = hull.windows(2).filter(|edge| edge[1].1 > edge[0].1);
    let around = |edge: &&[(i64, i64)]| i128::from(edge[1].0) * messages >= all_bytes;
    let Some([from, to]) = rising.find(around) else { return Err(Refusal::NoSlope) };
    let (wide, high) = (to.0 - from.0, to.1 - from.1);
    let slope = i128::from(high) * 1_000 / i128::from(wide);
    let base = i128::from(from.1) - (i128::from(from.0) * slope + 999) / 1_000;
    match (i64::try_from(base.max(0)), u64::try_from(slope)) {
        (Ok(base), Ok(slope)) => Ok((base, slope)),
        _ => Err(Refusal::NoSlope),
    }
}

#[cfg(test)]
mod tests;

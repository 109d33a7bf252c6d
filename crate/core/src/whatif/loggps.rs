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
    pub fn fit(calls: &Calls, waits: &Waits, overrides: Overrides) -> Parameters {
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
            Ok((base, _)) if base < unsure => {
                (Origin::Assumed(Refusal::Uncertain(unsure)), DEFAULT)
            }
            Ok(line) => (Origin::Trace(points.len()), line),
            Err(refusal) => (Origin::Assumed(refusal), DEFAULT),
        };
        let overhead = overhead.min(base);
        let of_user = overrides.latency.is_some() && overrides.byte_ps.is_some();
        Parameters {
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
mod tests {
    use loopscope_testing::Random;

    use super::*;

    /// Sizes with their counts.
    fn points(of: &[(u32, i64, u32)]) -> Vec<Size> {
        of.iter().map(|&(bytes, least, count)| Size { bytes, least, count }).collect()
    }

    #[test]
    fn few_sizes_and_falling_times_are_refused() {
        let line = |of: &[(u32, i64, u32)]| {
            let all = points(of);
            line_below(&all, all.len())
        };
        assert_eq!(line(&[]), Err(Refusal::FewSizes(0)));
        assert_eq!(line(&[(8, 5, 1), (16, 6, 1)]), Err(Refusal::FewSizes(2)));
        let falling = [(8, 6100, 1), (100, 3000, 1), (28_000, 1600, 1)];
        assert_eq!(line(&falling), Err(Refusal::NoSlope));
        assert_eq!(line(&[(0, 500, 1), (1000, 700, 1), (2000, 900, 1)]), Ok((500, 200)));
    }

    /// Real times of LULESH: messages of 24 bytes never found the network free.
    #[test]
    fn messages_are_not_faster_than_larger_ones() {
        let of = [(24, 2907, 800), (216, 1094, 2400), (1536, 944, 2400), (3888, 1919, 1200)];
        assert_eq!(line_below(&points(&of), 4), Ok((308, 414)));
    }

    #[test]
    fn sizes_count_as_often_as_they_are_sent() {
        let mut of = [(0, 500, 900), (1000, 700, 1000), (20_000, 100_000, 20)];
        assert_eq!(line_below(&points(&of), 3), Ok((500, 200)));
        of[2].2 = 2000;
        assert_eq!(line_below(&points(&of), 3).map(|line| line.1), Ok(5226));
    }

    /// Of the lines through two points that no point lies below, the one with the least sum, looked for among all pairs.
    #[test]
    fn the_line_is_the_best_of_all_pairs() {
        let mut random = Random::new(7);
        let mut lines = 0;
        for _ in 0..2000 {
            let mut points: Vec<Size> = Vec::new();
            for at in 0..3 + random.below(6) as i64 {
                let bytes = at * 1000 + random.below(999) as i64;
                let least = 2000 + bytes / 4 + random.below(4000) as i64;
                let (bytes, count) = (bytes as u32, 1 + random.below(50) as u32);
                points.push(Size { bytes, least, count });
            }
            let mut best: Option<(f64, f64, f64)> = None;
            for (at, a) in points.iter().enumerate() {
                for b in &points[at + 1..] {
                    let slope = (b.least - a.least) as f64 / (b.bytes - a.bytes) as f64;
                    let base = a.least as f64 - slope * a.bytes as f64;
                    let above = |p: &Size| p.least as f64 - base - slope * p.bytes as f64;
                    let sum: f64 = points.iter().map(|p| above(p) * p.count as f64).sum();
                    let below = points.iter().any(|point| above(point) < -1e-6);
                    if !below && slope > 0.0 && best.is_none_or(|known| sum < known.0 - 1e-6) {
                        best = Some((sum, base, slope));
                    }
                }
            }
            let Some((_, base, slope)) = best else {
                assert_eq!(line_below(&points, points.len()), Err(Refusal::NoSlope));
                continue;
            };
            match line_below(&points, points.len()) {
                Ok((found, thousandths)) => {
                    lines += 1;
                    assert!((thousandths as f64 / 1e3 - slope).abs() < 1.1e-3, "{points:?}");
                    assert!((found as f64 - base.max(0.0)).abs() < 12.0, "{points:?}");
                }
                Err(refusal) => panic!("{refusal:?} {points:?}"),
            }
        }
        assert!(lines > 1000);
    }
}

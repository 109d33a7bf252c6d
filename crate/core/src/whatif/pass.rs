//! Runs a stream: for one factor, for eight sets of classes at once, or for all factors of one change.

use super::changes::Factor;
use super::stream::{Kind, Operation, Stream, HELD, NEVER, SPARE, UNREAD};
use crate::small_sort::SmallSort;

/// How differences are added and compared.
trait Arithmetic {
    type Value: Copy;
    const ZERO: Self::Value;
    /// More than any difference.
    const NEVER: Self::Value;
    /// A difference and a time.
    fn plus(&self, value: Self::Value, time: i64) -> Self::Value;
    /// A difference and what the moving factor makes of a time of that class.
    fn moved(&self, value: Self::Value, time: i64, class: u32) -> Self::Value;
    /// The least of two.
    fn least(one: Self::Value, other: Self::Value) -> Self::Value;
    /// The first where the class is chosen, else the second.
    fn choose(&self, class: u32, chosen: Self::Value, other: Self::Value) -> Self::Value;
}

/// The differences of all processes where they end. O(operations).
fn run<A: Arithmetic>(stream: &Stream, arithmetic: &A) -> Vec<A::Value> {
    let mut own = vec![A::ZERO; stream.ends.len()];
    let mut slots = vec![A::ZERO; stream.slots];
    slots[NEVER as usize] = A::NEVER;
    for &operation in &stream.operations {
        step(operation, arithmetic, &mut own, &mut slots);
    }
    own
}

#[inline(always)]
fn step<A: Arithmetic>(operation: Operation, arithmetic: &A, own: &mut [A::Value], slots: &mut [A::Value]) {
    let Operation { amount, process, .. } = operation;
    let slot = operation.slot() as usize;
    // Nearly all operations are of these two, in an order that no processor can foresee: both without a branch.
    if let Some(puts) = operation.puts() {
        // What is put is joined with nothing, and what is joined is put where nobody reads it.
        let (from, to) = if puts { (NEVER as usize, slot) } else { (slot, UNREAD as usize) };
        let d = &mut own[process as usize];
        let before = *d;
        let source = arithmetic.plus(slots[from], (-amount).max(0));
        *d = A::least(arithmetic.plus(before, amount.max(0)), source);
        slots[to] = before;
        return;
    }
    let kind = operation.kind();
    if kind == Kind::Lift {
        let value = slots[slot];
        slots[SPARE as usize] = match process {
            u32::MAX => arithmetic.plus(value, amount),
            _ => arithmetic.moved(value, amount, 0),
        };
        return;
    }
    let d = &mut own[process as usize];
    match kind {
        Kind::Gain => *d = arithmetic.plus(*d, amount),
        Kind::Found => slots[slot] = arithmetic.plus(*d, amount),
        Kind::Meet => slots[slot] = A::least(slots[slot], arithmetic.plus(*d, amount)),
        Kind::Move => *d = arithmetic.moved(*d, amount, slot as u32),
        Kind::Hold => slots[HELD as usize] = *d,
        Kind::Choose => {
            let chosen = arithmetic.plus(slots[HELD as usize], amount);
            *d = arithmetic.choose(slot as u32, chosen, *d);
        }
        // Done above.
        Kind::Join | Kind::Put | Kind::Lift => {}
    }
}

/// One factor, in nanoseconds.
struct One(Factor);

impl Arithmetic for One {
    type Value = i64;
    const ZERO: i64 = 0;
    const NEVER: i64 = i64::MAX / 2;

    #[inline(always)]
    fn plus(&self, value: i64, time: i64) -> i64 {
        value + time
    }

    #[inline(always)]
    fn moved(&self, value: i64, time: i64, _: u32) -> i64 {
        value + self.0.gain(time)
    }

    #[inline(always)]
    fn least(one: i64, other: i64) -> i64 {
        one.min(other)
    }

    #[inline(always)]
    fn choose(&self, _: u32, _: i64, other: i64) -> i64 {
        other
    }
}

/// Lanes that run at once.
pub const LANES: usize = 8;

/// Eight sets of classes whose times are left out: 1 or 0 by class and lane.
struct Lanes<'a>(&'a [[f64; LANES]]);

impl Lanes<'_> {
    #[inline(always)]
    fn of(&self, class: u32) -> [f64; LANES] {
        self.0.get(class as usize).copied().unwrap_or([0.0; LANES])
    }
}

impl Arithmetic for Lanes<'_> {
    // Exact up to 2^53 nanoseconds, which are 104 days; wide registers hold floats that can be compared everywhere.
    type Value = [f64; LANES];
    const ZERO: [f64; LANES] = [0.0; LANES];
    const NEVER: [f64; LANES] = [f64::INFINITY; LANES];

    #[inline(always)]
    fn plus(&self, value: [f64; LANES], time: i64) -> [f64; LANES] {
        value.map(|value| value + time as f64)
    }

    #[inline(always)]
    fn moved(&self, value: [f64; LANES], time: i64, class: u32) -> [f64; LANES] {
        let (weights, time) = (self.of(class), time as f64);
        std::array::from_fn(|lane| value[lane] + weights[lane] * time)
    }

    #[inline(always)]
    fn least(one: [f64; LANES], other: [f64; LANES]) -> [f64; LANES] {
        // Written out: `f64::min` looks for what is not a number, which costs wasm five times as much.
        std::array::from_fn(|lane| if other[lane] < one[lane] { other[lane] } else { one[lane] })
    }

    #[inline(always)]
    fn choose(&self, class: u32, chosen: [f64; LANES], other: [f64; LANES]) -> [f64; LANES] {
        let weights = self.of(class);
        std::array::from_fn(|lane| if weights[lane] > 0.0 { chosen[lane] } else { other[lane] })
    }
}

/// A difference as it depends on the moving factor: its value at one factor, in parts of a nanosecond, and the moving time on
/// the way to it.
#[derive(Clone, Copy, Debug)]
struct Tangent {
    scaled: i64,
    moving: i64,
}

/// One factor, exactly, with the slope there: `part` is what is left of a moving time, of `1 << bits` parts.
#[derive(Clone, Copy)]
struct Slope {
    part: i64,
    bits: u32,
}

/// Millionths in 1.
const ONE: i128 = 1_000_000;
/// So many bits behind the point hold a millionth.
const MOST_BITS: u32 = 20;

impl Slope {
    /// The factor, to a millionth in a run of up to an hour. Differences and slacks stay below three times the length of the run,
    /// so none overflows.
    fn new(factor: Factor, length: i64) -> Self {
        let bits = length.max(1).leading_zeros().saturating_sub(4).min(MOST_BITS);
        let left = ONE - i128::from(factor.in_millionths());
        let part = ((left << bits) as f64 / ONE as f64).round() as i64;
        Self { part, bits }
    }
}

impl Arithmetic for Slope {
    type Value = Tangent;
    const ZERO: Tangent = Tangent { scaled: 0, moving: 0 };
    const NEVER: Tangent = Tangent { scaled: i64::MAX / 2, moving: 0 };

    #[inline(always)]
    fn plus(&self, value: Tangent, time: i64) -> Tangent {
        Tangent { scaled: value.scaled + (time << self.bits), ..value }
    }

    #[inline(always)]
    fn moved(&self, value: Tangent, time: i64, _: u32) -> Tangent {
        Tangent { scaled: value.scaled + time * self.part, moving: value.moving + time }
    }

    #[inline(always)]
    fn least(one: Tangent, other: Tangent) -> Tangent {
        if other.scaled < one.scaled {
            other
        } else {
            one
        }
    }

    #[inline(always)]
    fn choose(&self, _: u32, _: Tangent, other: Tangent) -> Tangent {
        other
    }
}

/// The predicted length of a run as a function of one factor near some point: `at_zero + factor * slope`, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it is at the factor 0.
    pub at_zero: i64,
    /// The changed time that is on the critical path.
    pub slope: i64,
}

impl Line {
    /// Its height at a factor, in millionths of a nanosecond.
    fn scaled(self, factor: Factor) -> i128 {
        i128::from(self.at_zero) * ONE + i128::from(self.slope) * i128::from(factor.in_millionths())
    }
}

impl Stream {
    /// The predicted length of the run, in nanoseconds, where the moving change has this factor. O(operations).
    pub fn predict(&self, factor: Factor) -> i64 {
        let own = run(self, &One(factor));
        let ends = self.ends.iter().zip(own).map(|(end, d)| end - d);
        ends.max().unwrap_or(self.start) - self.start
    }

    /// Eight predictions at once: of each class, by its number, whether its times are left out in each lane. O(operations).
    pub fn predict_lanes(&self, classes: &[[bool; LANES]]) -> [i64; LANES] {
        let weights: Vec<[f64; LANES]> =
            classes.iter().map(|lanes| lanes.map(|left_out| f64::from(u8::from(left_out)))).collect();
        let own = run(self, &Lanes(&weights));
        std::array::from_fn(|lane| {
            let ends = self.ends.iter().zip(&own).map(|(end, d)| end - d[lane] as i64);
            ends.max().unwrap_or(self.start) - self.start
        })
    }

    /// How long the run lasts without a change.
    fn length(&self) -> i64 {
        self.ends.iter().max().map_or(0, |end| end - self.start)
    }

    /// The line on which the predicted length lies at a factor, not rounded. O(operations).
    pub fn tangent(&self, factor: Factor) -> Line {
        let slope = Slope::new(factor, self.length());
        let own = run(self, &slope);
        let height = |(end, d): &(&i64, Tangent)| ((*end - self.start) << slope.bits).saturating_sub(d.scaled);
        let last = self.ends.iter().zip(own).max_by_key(height);
        let Some((&end, Tangent { scaled, moving })) = last else {
            return Line { at_zero: 0, slope: 0 };
        };
        let fixed = (scaled - moving * slope.part) >> slope.bits;
        Line { at_zero: end - fixed - moving - self.start, slope: moving }
    }

    /// The predicted length at all factors from `from` to `to`: the highest of the lines, by ascending slope, which is below
    /// the truth by at most a share of `per_mille` thousandths of the length. O(operations) for each line.
    pub fn curve(&self, (from, to): (Factor, Factor), per_mille: f64) -> Curve {
        let most = (self.length() as f64 * per_mille / 1e3 * 1e6) as i128;
        let mut curve = Curve { lines: Vec::new(), passes: 0, to };
        let mut known = |factor: Factor| {
            let line = self.tangent(factor);
            curve.passes += 1;
            curve.lines.push(line);
            Known { factor, line }
        };
        // Pairs of neighbours between which the truth may be higher.
        let mut open = vec![(known(from), known(to))];
        while let Some((left, right)) = open.pop() {
            let within = |it: &Factor| *it > left.factor && *it < right.factor;
            let Some(factor) = crossing(left.line, right.line).filter(within) else { continue };
            let found = left.line.scaled(factor).max(right.line.scaled(factor));
            // The truth is convex: between two of its points it is at most as high as the straight way from one to the other.
            if left.chord(&right, factor) - found <= most {
                continue;
            }
            let between = known(factor);
            if between.line.scaled(factor) > found {
                open.extend([(left, between), (between, right)]);
            }
        }
        curve.lines.sort_small_by_key(|line| (line.slope, line.at_zero));
        curve.lines.dedup();
        curve
    }
}

/// A factor at which the predicted length is known, with the line on which it lies.
#[derive(Clone, Copy)]
struct Known {
    factor: Factor,
    line: Line,
}

impl Known {
    /// How high the straight way to another point is, in millionths of a nanosecond.
    fn chord(&self, other: &Self, factor: Factor) -> i128 {
        let [from, at, to] = [self.factor, factor, other.factor].map(|it| i128::from(it.in_millionths()));
        let (low, high) = (self.line.scaled(self.factor), other.line.scaled(other.factor));
        low + (high - low) * (at - from) / (to - from).max(1)
    }
}

/// Where two lines cross, rounded down.
fn crossing(one: Line, other: Line) -> Option<Factor> {
    let (high, steep) = (i128::from(one.at_zero - other.at_zero), i128::from(other.slope - one.slope));
    if steep <= 0 || high <= 0 {
        return None;
    }
    u32::try_from(high * ONE / steep).ok().and_then(Factor::millionths)
}

/// The predicted length of a run at all factors of a change: convex, and straight between few points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// The lines, by ascending slope.
    pub lines: Vec<Line>,
    /// How many passes it took.
    pub passes: usize,
    /// The highest of these factors.
    pub to: Factor,
}

impl Curve {
    /// The predicted length at a factor, in nanoseconds, rounded.
    pub fn at(&self, factor: Factor) -> i64 {
        let scaled = self.lines.iter().map(|line| line.scaled(factor)).max().unwrap_or(0);
        i64::try_from((scaled + ONE / 2).div_euclid(ONE)).unwrap_or(i64::MAX)
    }
}

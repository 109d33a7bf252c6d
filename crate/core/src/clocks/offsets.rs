//! A constant for each clock, so that nothing is received before it is sent.
//!
//! Of all messages and collective operations only one number matters for an ordered pair of processes: the least
//! difference `w` between receiving on the one and sending on the other clock. Offsets `o` leave everything in order by a
//! margin `m` if `o(from) - o(to) <= w - m` for each pair: a system of difference constraints. It has a solution if no cycle
//! of pairs has a mean below `m`, and then shortest paths are one. So the largest margin is the smallest mean of a cycle;
//! offsets can set all clocks right if that is not negative.
//!
//! Many offsets leave the same margin. Each clock is therefore moved to the middle between what its neighbours allow, which
//! makes no margin smaller: half of what they allow is its uncertainty.
//!
//! # Cost
//!
//! P processes and E pairs: some seventy searches for shortest paths, each O(P E) at worst and O(E) in a few rounds for real
//! traces: every other round looks at the pairs from the last to the first, so that a chain of neighbours is walked in one
//! round whichever way it leads (Yen 1970).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::small_sort::SmallSort;

use super::orders::Order;

/// The least difference between receiving and sending for each ordered pair of processes.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// By the number of the pair.
    least: Vec<i64>,
    numbers: FxHashMap<(u32, u32), usize>,
    /// The pair that was met last: the messages of a channel come one after the other.
    recent: Option<((u32, u32), usize)>,
    processes: u32,
}

/// The offsets that set clocks right, and how far they can be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offsets {
    /// What is added to the times of each process, by place; 0 for the first.
    pub offsets: Vec<i64>,
    /// How far each offset may be off, either way, if those of the others are right; `None` where messages lead only one way.
    pub uncertainty: Vec<Option<i64>>,
    /// The least time that remains between a send and its receive. Negative if offsets cannot set the clocks right; `None`
    /// if no process hears back from another, directly or through others, so that any margin is possible.
    pub margin: Option<i64>,
}

/// A pair: `offset(from) - offset(to)` is at most `most`.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: usize,
    to: usize,
    most: i64,
}

/// A time as a signed number.
#[inline]
pub(super) fn signed(time: u64) -> i64 {
    i64::try_from(time).unwrap_or(i64::MAX)
}

impl Pairs {
    /// No pairs of so many processes.
    pub fn new(processes: usize) -> Self {
        Self { processes: processes as u32, ..Self::default() }
    }

    /// Takes in what must be before what.
    pub fn add(&mut self, order: &Order<'_>) {
        order.each_pair(|(from, to), (sent, received)| self.add_pair(from, to, sent, received));
    }

    fn add_pair(&mut self, from: u32, to: u32, sent: u64, received: u64) {
        if from == to || from.max(to) >= self.processes {
            return;
        }
        let difference = signed(received).saturating_sub(signed(sent));
        let number = match self.recent {
            Some((pair, number)) if pair == (from, to) => number,
            _ => self.number_of((from, to)),
        };
        if let Some(least) = self.least.get_mut(number) {
            *least = difference.min(*least);
        }
    }

    fn number_of(&mut self, pair: (u32, u32)) -> usize {
        let next = self.least.len();
        let number = *self.numbers.entry(pair).or_insert(next);
        if number == next {
            self.least.push(i64::MAX);
        }
        self.recent = Some((pair, number));
        number
    }

    /// Places of processes that no pair names.
    pub fn alone(&self) -> Vec<u32> {
        let mut named = vec![false; self.processes as usize];
        for place in self.numbers.keys().flat_map(|&(from, to)| [from, to]) {
            if let Some(named) = named.get_mut(place as usize) {
                *named = true;
            }
        }
        (0..self.processes).filter(|&place| named.get(place as usize) == Some(&false)).collect()
    }

    fn edges(&self) -> Vec<Edge> {
        let least = |(&pair, &number): (&(u32, u32), &usize)| Some((pair, *self.least.get(number)?));
        let mut pairs: Vec<((u32, u32), i64)> = self.numbers.iter().filter_map(least).collect();
        pairs.sort_small();
        let edge = |((from, to), most): ((u32, u32), i64)| Edge {
            from: from as usize,
            to: to as usize,
            // So that no sum of a path leaves 64 bits.
            most: most.clamp(-MOST, MOST),
        };
        pairs.into_iter().map(edge).collect()
    }

    /// The offsets that leave the largest margin, each in the middle of what its neighbours allow.
    pub fn offsets(&self) -> Offsets {
        let (edges, count) = (self.edges(), self.processes as usize);
        let margin = largest_margin(&edges, count);
        let mut offsets = middle(&edges, count, margin.unwrap_or(0))
            .or_else(|| potentials(&edges, count, margin.unwrap_or(0)))
            .unwrap_or_else(|| vec![0; count]);
        centre(&edges, &mut offsets);
        // Between processes that do not hear from each other both ways, nothing is known.
        let circles = circles(&edges, count);
        let both_ways = edges.iter().filter(|edge| circles.get(edge.from) == circles.get(edge.to));
        let uncertainty = room(both_ways, &offsets);
        let uncertainty = uncertainty.iter().map(|room| Some(room.below? / 2 + room.above? / 2));
        let uncertainty = uncertainty.map(|both| both.map(|both| both.max(0))).collect();
        let first = offsets.first().copied().unwrap_or(0);
        for offset in &mut offsets {
            *offset = offset.saturating_sub(first);
        }
        Offsets { offsets, uncertainty, margin }
    }
}

/// Differences beyond that are as good as unlimited: at 1 ns, 13 days. Up to 2^13 of them add up in 64 bits.
const MOST: i64 = 1 << 50;

/// Rounds of centring: each clock has then been moved so often.
const ROUNDS: usize = 16;

/// The largest margin for which there are offsets: the smallest mean of a cycle, rounded down. `None` without a cycle.
fn largest_margin(edges: &[Edge], count: usize) -> Option<i64> {
    let least = edges.iter().map(|edge| edge.most).min()?;
    let most = edges.iter().map(|edge| edge.most).max()?;
    // The mean of a cycle lies between its smallest and its largest number.
    if potentials(edges, count, most + 1).is_some() {
        return None;
    }
    let (mut possible, mut impossible) = (least, most + 1);
    while impossible - possible > 1 {
        let middle = possible + (impossible - possible) / 2;
        match potentials(edges, count, middle) {
            Some(_) => possible = middle,
            None => impossible = middle,
        }
    }
    Some(possible)
}

/// Numbers with `offset(from) - offset(to) <= most - margin` for all edges, none above 0; `None` if there are none, because
/// a cycle is negative (Bellman and Ford). O(count * edges).
fn potentials(edges: &[Edge], count: usize, margin: i64) -> Option<Vec<i64>> {
    let mut offsets = vec![0i64; count];
    let mut next = vec![usize::MAX; count];
    for round in 0..=count {
        let mut changed = false;
        for &Edge { from, to, most } in there_and_back(edges, round) {
            let (Some(&to_offset), Some(&offset)) = (offsets.get(to), offsets.get(from)) else {
                continue;
            };
            let bound = to_offset.saturating_add(most - margin);
            if bound < offset {
                if let (Some(offset), Some(next)) = (offsets.get_mut(from), next.get_mut(from)) {
                    (*offset, *next) = (bound, to);
                }
                changed = true;
            }
        }
        if !changed {
            return Some(offsets);
        }
        // A negative cycle shows early: the edges that were used last form a circle.
        if round % 4 == 3 && has_circle(&next) {
            return None;
        }
    }
    None
}

/// The edges of a round: from the first to the last, or the other way.
fn there_and_back(edges: &[Edge], round: usize) -> impl Iterator<Item = &Edge> {
    let last = edges.len().saturating_sub(1);
    let at = move |at| if round.is_multiple_of(2) { at } else { last - at };
    (0..edges.len()).filter_map(move |index| edges.get(at(index)))
}

/// Processes from which the others are looked at.
const VIEWS: usize = 16;

/// The middle of all offsets with that margin: seen from one process, each other lies between two bounds, which are shortest
/// paths there and back; the mean over several processes, since each sees its neighbours best. Bounds are offsets
/// themselves, so their mean keeps the margin, too, and so does rounding all of it down. `None` where a process has no
/// bound on one side. O(views * count * edges) at worst.
fn middle(edges: &[Edge], count: usize, margin: i64) -> Option<Vec<i64>> {
    let step = count.div_ceil(VIEWS).max(1);
    let mut sums = vec![0i128; count];
    let mut views = 0;
    for view in (0..count).step_by(step) {
        let above = distances(edges, count, (view, margin), |edge| (edge.to, edge.from))?;
        let below = distances(edges, count, (view, margin), |edge| (edge.from, edge.to))?;
        for (sum, (above, below)) in sums.iter_mut().zip(above.into_iter().zip(below)) {
            *sum += i128::from(above) - i128::from(below);
        }
        views += 2;
    }
    let first = sums.first()?.div_euclid(views);
    sums.into_iter().map(|sum| i64::try_from(sum.div_euclid(views) - first).ok()).collect()
}

/// The shortest paths from one place to all others; `ends` says which way an edge leads. `None` if one cannot be reached, or
/// a cycle is negative.
fn distances(
    edges: &[Edge],
    count: usize,
    (start, margin): (usize, i64),
    ends: impl Fn(&Edge) -> (usize, usize),
) -> Option<Vec<i64>> {
    let mut found: Vec<Option<i64>> = vec![None; count];
    *found.get_mut(start)? = Some(0);
    for round in 0..=count {
        let mut changed = false;
        for edge in there_and_back(edges, round) {
            let (from, to) = ends(edge);
            let Some(&Some(before)) = found.get(from) else { continue };
            let bound = before.saturating_add(edge.most - margin);
            if let Some(known) = found.get_mut(to).filter(|it| it.is_none_or(|known| bound < known)) {
                *known = Some(bound);
                changed = true;
            }
        }
        if !changed {
            return found.into_iter().collect();
        }
    }
    None
}

/// Whether following the numbers from anywhere comes back to a place that was passed. O(places).
fn has_circle(next: &[usize]) -> bool {
    let mut seen = vec![0; next.len()];
    for start in 0..next.len() {
        let mut at = start;
        while let Some(mark) = seen.get_mut(at).filter(|mark| **mark == 0) {
            *mark = start + 1;
            at = next.get(at).copied().unwrap_or(usize::MAX);
        }
        if seen.get(at) == Some(&(start + 1)) {
            return true;
        }
    }
    false
}

/// A number for each place; those of two places are equal if each can be reached from the other. O(edges) for each number
/// that more than one place has.
fn circles(edges: &[Edge], count: usize) -> Vec<usize> {
    let (mut onward, mut back) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for edge in edges {
        if let (Some(onward), Some(back)) = (onward.get_mut(edge.from), back.get_mut(edge.to)) {
            onward.push(edge.to);
            back.push(edge.from);
        }
    }
    let mut circles = vec![usize::MAX; count];
    for start in 0..count {
        if circles.get(start) != Some(&usize::MAX) {
            continue;
        }
        let (onward, back) = (reached(start, &onward, &circles), reached(start, &back, &circles));
        for place in onward.into_iter().filter(|place| back.contains(place)) {
            if let Some(circle) = circles.get_mut(place) {
                *circle = start;
            }
        }
    }
    circles
}

/// Places that are reached from one, itself included, by way of places that have no number yet.
fn reached(start: usize, next: &[Vec<usize>], circles: &[usize]) -> FxHashSet<usize> {
    let (mut reached, mut open) = (FxHashSet::default(), vec![start]);
    while let Some(at) = open.pop() {
        if circles.get(at) == Some(&usize::MAX) && reached.insert(at) {
            open.extend(next.get(at).into_iter().flatten());
        }
    }
    reached
}

/// How far a clock can be moved before an edge is violated, at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Room {
    below: Option<i64>,
    above: Option<i64>,
}

fn room<'a>(edges: impl Iterator<Item = &'a Edge>, offsets: &[i64]) -> Vec<Room> {
    let mut rooms = vec![Room::default(); offsets.len()];
    for edge in edges {
        let (Some(from), Some(to)) = (offsets.get(edge.from), offsets.get(edge.to)) else {
            continue;
        };
        let slack = edge.most.saturating_sub(from.saturating_sub(*to));
        let least = |known: Option<i64>| Some(known.map_or(slack, |known| known.min(slack)));
        if let Some(room) = rooms.get_mut(edge.from) {
            room.above = least(room.above);
        }
        if let Some(room) = rooms.get_mut(edge.to) {
            room.below = least(room.below);
        }
    }
    rooms
}

/// Moves each clock to the middle between what its neighbours allow, one after the other.
fn centre(edges: &[Edge], offsets: &mut [i64]) {
    let mut of_process: Vec<Vec<&Edge>> = vec![Vec::new(); offsets.len()];
    for edge in edges {
        for place in [edge.from, edge.to] {
            if let Some(list) = of_process.get_mut(place) {
                list.push(edge);
            }
        }
    }
    for _ in 0..ROUNDS {
        let mut moved = false;
        for (place, edges) in of_process.iter().enumerate() {
            let (mut below, mut above) = (i64::MAX, i64::MAX);
            for edge in edges {
                let (Some(from), Some(to)) = (offsets.get(edge.from), offsets.get(edge.to)) else {
                    continue;
                };
                let slack = edge.most.saturating_sub(from.saturating_sub(*to));
                if edge.from == place {
                    above = above.min(slack);
                } else {
                    below = below.min(slack);
                }
            }
            if below == i64::MAX || above == i64::MAX {
                continue;
            }
            let by = (above / 2).saturating_sub(below / 2);
            if let Some(offset) = offsets.get_mut(place).filter(|_| by.abs() > 1) {
                *offset = offset.saturating_add(by);
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
}

#[cfg(test)]
mod tests;

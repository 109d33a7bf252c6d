//! Where waiting begins: the process that others wait for, directly or through processes that wait themselves.
//!
//! A process that is waited for may be late because it waited itself. Since both were last in step, each spent its time on
//! waits and on work (computing and calls beyond waits), so by as much as it *waited* longer than the one that waits for it
//! now, it only hands on a delay; by as much as it *worked* longer, the delay is its own. What is handed on goes to its waits
//! since then, in proportion to their lengths, and from there on in the same way. Two processes are in step when one of them
//! stops waiting for the other, or when a collective operation has held up both.
//!
//! Calls that others [hold up](held) hand on what is handed to them, though they do not count as waits themselves.
//!
//! After the cost of delays of D. Böhme, M. Geimer, F. Wolf and L. Arnold, *Identifying the root causes of wait states in
//! large-scale parallel applications* (ICPP 2010), where work is compared by call path instead of as a whole.

mod held;
#[cfg(test)]
mod tests;
mod wait;

use rustc_hash::FxHashMap;

use self::held::Holding;
use self::wait::Wait;
use super::Run;
use crate::small_sort::SmallSort;
use crate::trace::Trace;
use crate::waits::{FoundWaits, FoundWalk, Waits};

/// Parts of equal length into which the time of the main loop is cut.
pub const SLICES: usize = 16;

/// With more waits roots are not looked for: each takes 80 bytes meanwhile.
const MOST_WAITS: usize = 1 << 22;

/// So many operations before a wait are looked at for one that both processes took part in.
const MOST_OPERATIONS: usize = 8;

/// What begins at a process, in nanoseconds of waiting of others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Root {
    /// Waits of the whole run.
    pub run: f64,
    /// Waits inside the main loop.
    pub main: f64,
    /// The same by the time at which the process is late, in slices of the time of the main loop.
    pub slices: [f64; SLICES],
    /// How long calls of the process itself are held up by others in the run, beyond its waits.
    pub held_up: u64,
}

/// What roots are found of: a trace, its waits, those of each call, when the run begins and ends, and when the main loop does on
/// each process that runs it.
pub type Rooted<'a> = (&'a Trace, &'a Waits, &'a FoundWaits, &'a Run, &'a [Option<(i64, i64)>]);

#[derive(Debug)]
enum Stage {
    /// Whether the process has begun.
    Collect(Box<FoundWalk>, Box<Holding>, bool),
    Link,
    PassBack,
}

/// Finds where waiting begins, in slices.
#[derive(Debug)]
pub struct Rooting {
    stage: Stage,
    /// The waits of one process after the other, by their end.
    waits: Vec<Wait>,
    /// Before which of them those of each place end.
    ends: Vec<u32>,
    /// When each ends, the place of its process, and which it is, by time.
    order: Vec<(i64, u32, u32)>,
    /// The process or the place in `order` that is next.
    next: usize,
    steps: u64,
    /// When two processes were last in step, as one of them waited for the other.
    in_step: FxHashMap<(u32, u32), i64>,
    /// By place, the operations that hold up all members: when, and which.
    operations: Vec<Vec<(i64, u32)>>,
    weights: Vec<[f64; 2]>,
    roots: Vec<Root>,
}

impl Rooting {
    /// Nothing found yet. O(long calls log long calls).
    pub fn new(waits: &Waits, found: &FoundWaits) -> Self {
        let (walk, holding) = (FoundWalk::new(found), Holding::new(waits, found.long()));
        Self {
            stage: Stage::Collect(Box::new(walk), Box::new(holding), false),
            waits: Vec::new(),
            ends: Vec::new(),
            order: Vec::new(),
            next: 0,
            steps: 0,
            in_step: FxHashMap::default(),
            operations: Vec::new(),
            weights: Vec::new(),
            roots: Vec::new(),
        }
    }

    /// Calls and waits that were walked.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Walks so many calls or waits; whether there are more. In all O(calls + waits log waits + members of operations).
    pub fn step(&mut self, of: Rooted<'_>, most: usize) -> bool {
        match &self.stage {
            Stage::Collect(..) => return self.collect(of, most),
            Stage::Link => self.link(of.3, of.1, most),
            Stage::PassBack => return self.pass_back(of, most),
        }
        true
    }

    /// Of each process what begins there, by place; empty where there are too many waits.
    pub fn finish(self) -> Vec<Root> {
        self.roots
    }

    fn collect(&mut self, (trace, waits, found, ..): Rooted<'_>, most: usize) -> bool {
        let Stage::Collect(walk, holding, begun) = &mut self.stage else { return false };
        let mut left = most;
        while let Some(process) = trace.processes().get(self.next) {
            let place = self.next as u32;
            if !*begun {
                walk.begin();
                holding.begin(place);
                *begun = true;
            }
            while let Some(call) = walk.next((trace, waits, found), (place, process)) {
                holding.take(&call);
                if let Some(cause) = call.cause.filter(|cause| cause.partner != place) {
                    let span = (call.enter, call.enter.saturating_add(call.wait));
                    self.waits.push(Wait::new((place, cause.partner), true, span));
                }
                left = left.saturating_sub(1);
                self.steps += 1;
                if left == 0 {
                    return true;
                }
            }
            if self.waits.len() > MOST_WAITS {
                return false;
            }
            holding.end();
            *begun = false;
            self.next += 1;
        }
        let count = trace.processes().len();
        self.waits.extend(holding.waiting());
        self.arrange(count);
        self.operations = operations(waits, count);
        (self.roots, self.weights) = (vec![Root::default(); count], vec![[0.0; 2]; count]);
        (self.next, self.stage) = (0, Stage::Link);
        true
    }

    /// Orders all waits by their end, and those of each process behind those of the process before.
    fn arrange(&mut self, processes: usize) {
        let waits = (0..).zip(&self.waits);
        self.order = waits.map(|(at, wait)| (wait.end, wait.place, at)).collect();
        self.order.sort_small();
        let mut counts = vec![0; processes];
        for wait in &self.waits {
            counts.get_mut(wait.place as usize).into_iter().for_each(|count| *count += 1);
        }
        // Where the next wait of each process goes.
        let mut begin = 0;
        for count in &mut counts {
            begin += std::mem::replace(count, begin);
        }
        self.ends = counts;
        let mut sums = vec![0; processes];
        let mut arranged = self.waits.clone();
        for (_, place, at) in &mut self.order {
            let Some(&wait) = self.waits.get(*at as usize) else { continue };
            let place = *place as usize;
            let (Some(end), Some(sum)) = (self.ends.get_mut(place), sums.get_mut(place)) else {
                continue;
            };
            *sum += wait.length();
            *at = std::mem::replace(end, *end + 1);
            if let Some(new) = arranged.get_mut(*at as usize) {
                *new = Wait { sum: *sum, ..wait };
            }
        }
        self.waits = arranged;
    }

    /// The waits of the process at a place, and which of all is the first of them.
    fn of_place(&self, place: u32) -> (&[Wait], u32) {
        let before = (place as usize).checked_sub(1).and_then(|before| self.ends.get(before));
        let (begin, end) = (before.copied().unwrap_or(0), self.ends.get(place as usize));
        let own = end.and_then(|&end| self.waits.get(begin as usize..end as usize));
        (own.unwrap_or_default(), begin)
    }

    /// Says for the next waits which others they go back to.
    fn link(&mut self, run: &Run, waits: &Waits, most: usize) {
        let end = self.order.len().min(self.next.saturating_add(most));
        for at in self.next..end {
            let Some((at, wait)) = self.wait(at) else { continue };
            let (one, other) = (wait.place, wait.partner);
            let known = self.in_step.insert((one.min(other), one.max(other)), wait.end);
            let begun = run.span(one as usize).0.max(run.span(other as usize).0);
            let together = self.together(waits, (one, other), wait.begin);
            let since = known.into_iter().chain(together).fold(begun, i64::max).min(wait.begin);
            let ((own, first), (others, first_other)) = (self.of_place(one), self.of_place(other));
            let after = |list: &[Wait]| list.partition_point(|it| it.end <= since);
            let waited = sum(own, after(own), at - first as usize);
            let from = after(others);
            let to = others.partition_point(|it| (it.end, other) < (wait.end, one));
            let passed = sum(others, from, to).saturating_sub(waited).min(wait.length());
            if let Some(wait) = self.waits.get_mut(at) {
                (wait.from, wait.to) = (first_other + from as u32, first_other + to as u32);
                wait.passed = passed;
            }
        }
        self.steps += (end - self.next) as u64;
        self.next = end;
        if end == self.order.len() {
            self.stage = Stage::PassBack;
        }
    }

    /// A wait in the order of all: which it is, and what it is.
    fn wait(&self, at: usize) -> Option<(usize, Wait)> {
        let at = self.order.get(at)?.2 as usize;
        Some((at, *self.waits.get(at)?))
    }

    /// When an operation last held up two processes, up to a time.
    fn together(&self, waits: &Waits, (one, other): (u32, u32), until: i64) -> Option<i64> {
        let list = self.operations.get(one as usize)?;
        let before = list.get(..list.partition_point(|&(time, _)| time <= until))?;
        let both = |&&(_, at): &&(i64, u32)| {
            let members = waits.matching().operations().get(at as usize).map(|it| &it.members);
            members.is_some_and(|it| it.binary_search_by_key(&other, |member| member.0).is_ok())
        };
        before.iter().rev().take(MOST_OPERATIONS).find(both).map(|&(time, _)| time)
    }

    /// Hands the next waits on, the last ones first; whether there are more.
    fn pass_back(&mut self, (.., run, main): Rooted<'_>, most: usize) -> bool {
        let known = || main.iter().flatten();
        let begin = known().map(|span| span.0).min().unwrap_or(0);
        let length = known().map(|span| span.1).max().unwrap_or(0).abs_diff(begin).max(1);
        let until = self.next.saturating_sub(most);
        for at in (until..self.next).rev() {
            let Some((_, wait)) = self.wait(at) else { continue };
            let place = wait.place as usize;
            let Some(weights) = self.weights.get_mut(place) else { continue };
            let spans = [Some(run.span(place)), main.get(place).copied().flatten()];
            let mut weight = [0.0; 2];
            for (((weight, all), change), span) in weight.iter_mut().zip(weights).zip(wait.change).zip(spans) {
                // Below 0 by rounding alone.
                *all = (*all + change).max(0.0);
                let own = span.filter(|_| wait.counts).map_or(0, |span| wait.within(span));
                *weight = own as f64 + *all * wait.length() as f64;
            }
            if let Some(root) = self.roots.get_mut(place).filter(|_| !wait.counts) {
                root.held_up += wait.within(run.span(place));
            }
            let passed = wait.passed as f64 / wait.length().max(1) as f64;
            let [run, main] = weight.map(|weight| weight * (1.0 - passed));
            if let Some(root) = self.roots.get_mut(wait.partner as usize) {
                root.run += run;
                root.main += main;
                let late = wait.end.saturating_sub(begin).max(0) as f64 / length as f64;
                let slice = (late * SLICES as f64) as usize;
                if let Some(sum) = root.slices.get_mut(slice.min(SLICES - 1)) {
                    *sum += main;
                }
            }
            let (others, first) = self.of_place(wait.partner);
            let all = sum(others, (wait.from - first) as usize, (wait.to - first) as usize);
            if wait.passed == 0 || all == 0 {
                continue;
            }
            for (at, sign) in [(wait.to, 1.0), (wait.from, -1.0)] {
                let last = at.checked_sub(1).filter(|&last| last >= first);
                let Some(last) = last.and_then(|at| self.waits.get_mut(at as usize)) else {
                    continue;
                };
                for (change, weight) in last.change.iter_mut().zip(weight) {
                    *change += sign * weight * passed / all as f64;
                }
            }
        }
        self.steps += (self.next - until) as u64;
        self.next = until;
        until > 0
    }
}

/// The sum of waits of a process from one to before another.
fn sum(waits: &[Wait], from: usize, to: usize) -> u64 {
    let before = |at: usize| at.checked_sub(1).and_then(|at| waits.get(at)).map_or(0, |it| it.sum);
    before(to).saturating_sub(before(from))
}

/// The operations of each process that hold up all their members, by the time at which they do so.
fn operations(waits: &Waits, processes: usize) -> Vec<Vec<(i64, u32)>> {
    let all = 0..waits.matching().operations().len();
    let times = all.filter_map(|at| Some((waits.holds_up_all(at)?, at as u32, 0)));
    let mut times: Vec<(i64, u32, u32)> = times.collect();
    times.sort_small();
    let mut lists = vec![Vec::new(); processes];
    for (time, at, _) in times {
        let members = waits.matching().operations().get(at as usize).map(|it| &it.members);
        for &(place, _) in members.into_iter().flatten() {
            lists.get_mut(place as usize).into_iter().for_each(|list: &mut Vec<_>| list.push((time, at)));
        }
    }
    lists
}

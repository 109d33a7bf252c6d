//! Crochemore's successive refinement: which words of length k stand where, for k = 1, 2, 3, ...
//!
//! Two positions are in one class of E_k if and only if the words of length k that start there are equal.
//! Section 3.1 of Xu and Subhlok 2008 describes how E_k becomes E_{k+1} (Crochemore, Inf. Process. Lett.
//! 1981), and their lemma 1 reads the PM-triples of period k off E_k. The fast way to the same triples is
//! [`runs`](super::runs()); this is the one to step through and to compare with.
//!
//! # How
//!
//! - *Indirect refinement*: i and j are in one class of E_{k+1} if and only if they are in one of E_k, and
//!   so are i + 1 and j + 1. So the string is not looked at again: each class of E_k is split by the classes
//!   that follow its members.
//! - *Small classes*: the members of a class are all followed by members of one class of E_{k-1}. Of the
//!   children of that one in E_k, all but a largest (the *small* ones) are enough to split by: the other
//!   members are followed by the largest. A position that is in a small class is in one at most half as large
//!   as the last time, so it is there at most log2 n times: O(n log n) for all levels.
//! - The members of a class are a list in ascending order, and for every distance all members so far from the one
//!   before them in their class are in a list: the tandem repeats of a level are found without looking at
//!   the others.
//!
//! # Lemma 1, corrected
//!
//! The paper: (i, w, l) is a PM-triple, w of length k, if and only if a class of E_k contains a
//! maximal series i, i + k, .., i + l k of which each consecutive pair differs by k. Two things are not so:
//!
//! - The series ends with i + (l - 1) k, where the last copy starts.
//! - The word must be primitive, and a series does not show that: in `aaaa`, class {1, 2, 3} of E_2 has the
//!   series 1, 3, but (aa)^2 is (a)^4. It is so if the members of the series are neighbours *in the class*:
//!   a word w stands in w w at another place than at the ends if and only if it is a repetition. So
//!   neighbours are asked for here.
//!
//! 36 bytes a letter.

use super::PmTriple;

/// Stands for "none".
const NONE: u32 = u32::MAX;

/// What can be watched while a level is refined. Each method does nothing unless it is written.
pub(crate) trait WatchRefinement {
    /// No longer word fits at a position, which leaves its class.
    fn dropped(&mut self, _at: u32, _class: u32) {}
    /// Classes are split by this small one.
    fn split_by(&mut self, _class: u32, _members: &[u32]) {}
    /// A position before a member of the small class was looked at.
    fn looked(&mut self) {}
    /// A class was made to move positions to.
    fn made(&mut self) {}
    /// A position leaves its class for another.
    fn moved(&mut self, _at: u32, _from: u32, _to: u32) {}
    /// A class has been split into these.
    fn split(&mut self, _after: &Refinement, _old: u32, _children: &[u32], _largest: Option<u32>) {}
    /// The next level is complete.
    fn refined(&mut self) {}
}

/// Watches nothing.
impl WatchRefinement for () {}

/// The classes of one level, and the lists that the next level needs.
///
/// ```
/// use loopscope_core::repeats::Refinement;
/// let mut refinement = Refinement::new(b"abaab");
/// assert_eq!(refinement.classes(), [vec![0, 2, 3], vec![1, 4]]); // a, b
/// assert!(refinement.step());
/// assert_eq!(refinement.classes(), [[0, 3]]); // ab; ba and aa stand once
/// assert!(!refinement.step());
/// ```
#[derive(Clone, Debug)]
pub struct Refinement {
    level: usize,
    /// For every position the class, or none if less than a word is left after it.
    class: Vec<u32>,
    /// For every position the one before it in its class.
    before: Vec<u32>,
    /// For every position the one after it in its class.
    after: Vec<u32>,
    classes: Vec<Class>,
    /// Empty classes.
    free: Vec<u32>,
    /// Classes to split by.
    small: Vec<u32>,
    /// How many classes have two members or more.
    repeated: usize,
    gaps: Gaps,
}

#[derive(Clone, Copy, Debug)]
struct Class {
    first: u32,
    last: u32,
    len: u32,
    /// While the classes are split: where members go that are followed by the class at hand.
    target: u32,
}

const EMPTY: Class = Class { first: NONE, last: NONE, len: 0, target: NONE };

/// For every distance, the positions that are so far from the one before them in their class.
#[derive(Clone, Debug)]
struct Gaps {
    first: Vec<u32>,
    before: Vec<u32>,
    after: Vec<u32>,
}

impl Gaps {
    fn insert(&mut self, gap: u32, at: u32) {
        let first = std::mem::replace(&mut self.first[gap as usize], at);
        self.before[at as usize] = NONE;
        self.after[at as usize] = first;
        if first != NONE {
            self.before[first as usize] = at;
        }
    }

    fn remove(&mut self, gap: u32, at: u32) {
        let (before, after) = (self.before[at as usize], self.after[at as usize]);
        match before {
            NONE => self.first[gap as usize] = after,
            _ => self.after[before as usize] = after,
        }
        if after != NONE {
            self.before[after as usize] = before;
        }
    }
}

impl Refinement {
    /// Level 1: a class for every letter. Positions are 32 bits wide: of a string of more than 2^32 - 2
    /// letters only the first 2^32 - 2 are looked at. O(n log n).
    pub fn new<T: Ord>(string: &[T]) -> Self {
        let s = &string[..string.len().min(u32::MAX as usize - 1)];
        let n = s.len();
        let none = || vec![NONE; n];
        let gaps = Gaps { first: vec![NONE; n + 1], before: none(), after: none() };
        let mut refinement = Self {
            level: 1,
            class: none(),
            before: none(),
            after: none(),
            classes: Vec::new(),
            free: Vec::new(),
            small: Vec::new(),
            repeated: 0,
            gaps,
        };
        let mut order: Vec<u32> = (0..n as u32).collect();
        order.sort_by(|&i, &j| s[i as usize].cmp(&s[j as usize]));
        let mut all = Vec::new();
        for equal in order.chunk_by(|&i, &j| s[i as usize] == s[j as usize]) {
            let class = refinement.new_class();
            for &at in equal {
                refinement.append(class, at);
            }
            all.push(class);
        }
        let largest = refinement.largest(&all);
        refinement.leave_out(all, largest);
        refinement
    }

    /// The length of the words that are distinguished.
    pub fn level(&self) -> usize {
        self.level
    }

    /// The classes with two members or more, each ascending, in the order of their first members. The others have no part
    /// in a repetition; the paper removes them.
    pub fn classes(&self) -> Vec<Vec<u32>> {
        let repeated = self.classes.iter().filter(|class| class.len >= 2);
        let mut classes: Vec<Vec<u32>> = repeated.map(|class| self.members(class.first).collect()).collect();
        classes.sort_unstable();
        classes
    }

    /// Whether no word of this length occurs twice.
    pub fn is_done(&self) -> bool {
        self.repeated == 0
    }

    /// Goes on to the next level. Returns whether a word of that length occurs twice.
    pub fn step(&mut self) -> bool {
        self.step_watched(&mut ())
    }

    /// Does what [`step`](Refinement::step) does, and reports each thing that is done.
    pub(crate) fn step_watched(&mut self, watch: &mut impl WatchRefinement) -> bool {
        let small = std::mem::take(&mut self.small);
        // As they are on this level: they may be split themselves.
        let small: Vec<(u32, Vec<u32>)> =
            small.into_iter().map(|class| (class, self.members_of(class).collect())).collect();
        // Here no word of the next length starts any more.
        if let Some(last) = self.class.len().checked_sub(self.level) {
            watch.dropped(last as u32, self.class[last]);
            self.remove(last as u32);
        }
        // (class that was split, what was split off)
        let mut split: Vec<(u32, u32)> = Vec::new();
        for (by, followers) in small {
            watch.split_by(by, &followers);
            let from = split.len();
            for at in followers.into_iter().filter_map(|at| at.checked_sub(1)) {
                let old = self.class[at as usize];
                watch.looked();
                if old == NONE {
                    continue;
                }
                let mut target = self.classes[old as usize].target;
                if target == NONE {
                    target = self.new_class();
                    self.classes[old as usize].target = target;
                    split.push((old, target));
                    watch.made();
                }
                watch.moved(at, old, target);
                self.remove(at);
                self.append(target, at);
            }
            for &(old, _) in &split[from..] {
                self.classes[old as usize].target = NONE;
            }
        }
        split.sort_unstable();
        for children in split.chunk_by(|a, b| a.0 == b.0) {
            let old = children[0].0;
            let mut all: Vec<u32> = children.iter().map(|&(_, class)| class).collect();
            if self.classes[old as usize].len > 0 {
                all.push(old);
            } else {
                self.free.push(old);
            }
            let largest = self.largest(&all);
            watch.split(self, old, &all, largest);
            self.leave_out(all, largest);
        }
        self.level += 1;
        watch.refined();
        !self.is_done()
    }

    /// The PM-triples whose period is the level, ascending by start: lemma 1. O(squares found) and sorting.
    pub fn pm_triples(&self) -> Vec<PmTriple> {
        let period = self.level as u32;
        let is_second = |at: u32| {
            let before = self.before[at as usize];
            before != NONE && at - before == period
        };
        let mut triples = Vec::new();
        let mut second = self.gaps.first.get(self.level).copied().unwrap_or(NONE);
        while second != NONE {
            let start = self.before[second as usize];
            if !is_second(start) {
                let copies = self.members(second).zip(1..);
                let copies = copies.take_while(|&(at, k)| at == start + k * period);
                triples.push(PmTriple { start, period, count: copies.count() as u32 + 1 });
            }
            second = self.gaps.after[second as usize];
        }
        triples.sort_unstable();
        triples
    }

    /// The members of a class, ascending.
    pub(crate) fn members_of(&self, class: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.classes.get(class as usize).map_or(NONE, |class| class.first);
        self.members(first)
    }

    /// The class of a position; none if less than a word is left after it.
    pub(crate) fn class_of(&self, at: u32) -> Option<u32> {
        self.class.get(at as usize).copied().filter(|&class| class != NONE)
    }

    /// Whether the next level is split by a class.
    pub(crate) fn is_small(&self, class: u32) -> bool {
        self.small.contains(&class)
    }

    /// The classes that have members, by number.
    pub(crate) fn used_classes(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.classes.len() as u32).filter(|&class| self.classes[class as usize].len > 0)
    }

    /// A member of a class and all after it.
    fn members(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        let next = |&at: &u32| Some(self.after[at as usize]).filter(|&at| at != NONE);
        std::iter::successors(Some(first).filter(|&at| at != NONE), next)
    }

    fn new_class(&mut self) -> u32 {
        if let Some(class) = self.free.pop() {
            self.classes[class as usize] = EMPTY;
            return class;
        }
        self.classes.push(EMPTY);
        self.classes.len() as u32 - 1
    }

    /// A largest of some classes.
    fn largest(&self, classes: &[u32]) -> Option<u32> {
        classes.iter().copied().max_by_key(|&class| self.classes[class as usize].len)
    }

    /// Marks all classes but a largest as those to split by.
    fn leave_out(&mut self, mut classes: Vec<u32>, largest: Option<u32>) {
        classes.retain(|&class| Some(class) != largest);
        self.small.append(&mut classes);
    }

    /// Puts a position that is larger than all its members into a class.
    fn append(&mut self, class: u32, at: u32) {
        let members = &mut self.classes[class as usize];
        let last = std::mem::replace(&mut members.last, at);
        members.len += 1;
        self.repeated += usize::from(members.len == 2);
        self.class[at as usize] = class;
        self.before[at as usize] = last;
        self.after[at as usize] = NONE;
        if last == NONE {
            members.first = at;
        } else {
            self.after[last as usize] = at;
            self.gaps.insert(at - last, at);
        }
    }

    /// Takes a position out of its class.
    fn remove(&mut self, at: u32) {
        let class = std::mem::replace(&mut self.class[at as usize], NONE);
        if class == NONE {
            return;
        }
        let (before, after) = (self.before[at as usize], self.after[at as usize]);
        let members = &mut self.classes[class as usize];
        members.len -= 1;
        self.repeated -= usize::from(members.len == 1);
        match before {
            NONE => members.first = after,
            _ => {
                self.after[before as usize] = after;
                self.gaps.remove(at - before, at);
            }
        }
        match after {
            NONE => members.last = before,
            _ => {
                self.before[after as usize] = before;
                self.gaps.remove(after - at, after);
                if before != NONE {
                    self.gaps.insert(after - before, after);
                }
            }
        }
    }
}

/// All PM-triples of a string by refinement up to half its length, ascending by start, then by period.
///
/// O(n log n) time beside sorting: the twin of [`pm_triples`](super::pm_triples()) that has nothing in common with it.
pub fn pm_triples_by_refinement<T: Ord>(string: &[T]) -> Vec<PmTriple> {
    let mut refinement = Refinement::new(string);
    let mut triples = refinement.pm_triples();
    while 2 * refinement.level() < string.len() && refinement.step() {
        triples.append(&mut refinement.pm_triples());
    }
    triples.sort_unstable();
    triples
}

#[cfg(test)]
mod tests;

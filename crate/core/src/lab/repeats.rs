//! Crochemore's refinement, watched.

use super::frame::{FrameData, RefinementCounters, RepeatsFrame, RepeatsStep, ShownClass, Word};
use super::input::Symbols;
use super::recording::{Head, Recording};
use super::say::{counted, join, letters, list, spell, times};
use crate::numbers;
use crate::repeats::{each_run, PmTriple, Refinement, Run, WatchRefinement};
use crate::small_sort::SmallSort;

/// Runs the refinement until no word occurs twice.
pub(super) fn record(symbols: &Symbols) -> Recording {
    let mut refinement = Refinement::new(&symbols.string);
    let mut recorder = Recorder {
        words: &symbols.words,
        level: 1,
        counters: RefinementCounters::default(),
        frames: Recording::default(),
        triples: Vec::new(),
    };
    recorder.start(&refinement, symbols.names.len());
    recorder.read_triples(&refinement);
    while !refinement.is_done() {
        refinement.step_watched(&mut recorder);
        recorder.complete_level(&refinement);
        recorder.read_triples(&refinement);
    }
    let mut runs = Vec::new();
    each_run(&symbols.string, |run| runs.push(run));
    runs.sort_small();
    recorder.finish(runs)
}

struct Recorder<'a> {
    words: &'a [Word],
    level: u32,
    counters: RefinementCounters,
    frames: Recording,
    triples: Vec<PmTriple>,
}

impl Recorder<'_> {
    fn push(&mut self, head: Head, said: String, step: RepeatsStep) {
        let (level, counters) = (self.level, self.counters);
        let data = FrameData::Repeats(RepeatsFrame { level, counters, step });
        self.frames.push(head, said, data);
    }

    /// The word of some length at a position.
    fn word(&self, at: u32, len: u32) -> &[Word] {
        self.words.get(at as usize..(at + len) as usize).unwrap_or_default()
    }

    /// The word of a class of the level.
    fn word_of(&self, refinement: &Refinement, class: u32, len: u32) -> String {
        refinement.members_of(class).next().map(|at| join(self.word(at, len))).unwrap_or_default()
    }

    fn classes(&self, refinement: &Refinement) -> Vec<ShownClass> {
        let shown = refinement.used_classes().map(|id| {
            let at: Vec<u32> = refinement.members_of(id).collect();
            let word = self.word_of(refinement, id, self.level);
            ShownClass { id, word, small: refinement.is_small(id), live: at.len() >= 2, at }
        });
        let mut classes: Vec<ShownClass> = shown.collect();
        classes.sort_small_by(|a, b| a.at.cmp(&b.at));
        classes
    }

    fn start(&mut self, refinement: &Refinement, different: usize) {
        let classes = self.classes(refinement);
        let largest = classes.iter().find(|class| !class.small).map(|class| class.id);
        let said = format!(
            "{}, {different} different: {} of words of length 1.",
            counted(self.words.len(), "letter"),
            counted(classes.len(), "class"),
        );
        self.push(Head::coarse(1), said, RepeatsStep::Start { classes, largest });
    }

    fn complete_level(&mut self, refinement: &Refinement) {
        let classes = self.classes(refinement);
        let live = classes.iter().filter(|class| class.live).count();
        let single = classes.len() - live;
        let said = if live == 0 {
            format!("No word of length {} stands twice: done.", self.level)
        } else {
            let stand = if single == 1 { "stands once and is" } else { "stand once and are" };
            format!(
                "Words of length {}: {} with two or more; {single} {stand} crossed out.",
                self.level,
                counted(live, "class"),
            )
        };
        self.push(Head::coarse(7), said, RepeatsStep::Level { classes });
    }

    fn read_triples(&mut self, refinement: &Refinement) {
        for triple in refinement.pm_triples() {
            let Some(class) = refinement.class_of(triple.start) else { continue };
            let places = (0..triple.count).map(|k| triple.start + k * triple.period + 1);
            let word = letters(self.word(triple.start, triple.period));
            let said = format!(
                "Positions {} follow one another in the class of {word} at distance {}: {word}, {} from {}.",
                numbers::listed(&places.map(|place| place.to_string()).collect::<Vec<_>>()),
                triple.period,
                times(triple.count),
                triple.start + 1,
            );
            self.triples.push(triple);
            self.push(Head::fine(8), said, RepeatsStep::Triple { triple, class });
        }
    }

    fn finish(mut self, runs: Vec<Run>) -> Recording {
        let mut triples = std::mem::take(&mut self.triples);
        triples.sort_small();
        let said = format!(
            "{} (PM-triples) on {}, with {}{}.",
            counted(triples.len(), "repeat"),
            counted(self.level as usize, "level"),
            counted(self.counters.moves as usize, "move"),
            match runs.len() {
                0 => String::new(),
                many => format!(
                    "; they are the first starts of {}, which the fast method finds at once",
                    counted(many, "run")
                ),
            },
        );
        self.push(Head::last(9), said, RepeatsStep::End { triples, runs });
        self.frames
    }
}

impl WatchRefinement for Recorder<'_> {
    fn dropped(&mut self, at: u32, class: u32) {
        let said = format!("Position {} is left out: from there no word of length {} fits.", at + 1, self.level + 1);
        self.push(Head::fine(3), said, RepeatsStep::Drop { at, class });
    }

    fn split_by(&mut self, class: u32, members: &[u32]) {
        let word = members.first().map(|&at| letters(self.word(at, self.level)));
        let said = format!(
            "Split by the small class {} = {{{}}}: what stands before it?",
            word.unwrap_or_default(),
            list(members.iter().map(|at| at + 1)),
        );
        self.push(Head::fine(4), said, RepeatsStep::By { by: class, followers: members.to_vec() });
    }

    fn looked(&mut self) {
        self.counters.looked += 1;
    }

    fn made(&mut self) {
        self.counters.splits += 1;
    }

    fn moved(&mut self, at: u32, from: u32, to: u32) {
        self.counters.moves += 1;
        let word = letters(self.word(at, self.level + 1));
        let said = format!("{} is in it, so {} leaves its class for that of {word}.", at + 2, at + 1);
        self.push(Head::fine(5), said, RepeatsStep::Move { at, from, to });
    }

    fn split(&mut self, after: &Refinement, old: u32, children: &[u32], largest: Option<u32>) {
        let Some(largest) = largest else { return };
        let next = self.level + 1;
        let word = |class| spell(&self.word_of(after, class, next));
        let size = |class| after.members_of(class).count();
        let parts = children.iter().map(|&class| format!("{} ({})", word(class), size(class)));
        let said = format!(
            "{} falls into {}: all but the largest, {}, are small.",
            spell(&self.word_of(after, largest, self.level)),
            list(parts),
            word(largest),
        );
        let step = RepeatsStep::Children { old, children: children.to_vec(), largest };
        // The frame names classes by their words of the next length.
        self.level = next;
        self.push(Head::fine(6), said, step);
        self.level = next - 1;
    }

    fn refined(&mut self) {
        self.level += 1;
    }
}

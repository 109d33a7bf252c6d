//! What the overview says first of the times of a program: the main loop, what it takes, and who waits in it.

use loopscope_core::durations::Parts;
use loopscope_core::numbers::{counted, duration, in_words, listed, percent, times, verb};

use super::builder::{Measured, Prepared};
use super::roots::Of;
use super::rows::Row;
use crate::view::sentence::runs;
use crate::view::sentence::Sentence;
use crate::wire::SentencePart;

/// Places of the main loop that are named.
const MOST_NAMED: usize = 4;

impl Measured {
    /// "All 4 processes run the loop L1 **249 times**; it holds **99.2 %** of the events and takes **98.6 %** of 159.7 s. In it they
    /// compute 9 % of the time, are in calls 57 %, and **wait 34 %**: process 0 in L3 for 55.7 s, process 3 in L2 for 48.8 s."
    ///
    /// Where the same is done in several places of the program, these count together: "All 6 processes run the same loop in two
    /// places, L1 and L4, **six times, 10 iterations each**; it holds **96.8 %** of the events".
    /// Where rounds say more than iterations, it begins with the whole run.
    pub(super) fn sentence(&self) -> Vec<SentencePart> {
        let mut sentence = Sentence::default();
        let Prepared { rows, run, trace, .. } = &*self.prepared;
        if !self.prepared.is_timed() {
            sentence.say("The trace has no times.");
            return sentence.parts;
        }
        let all = self.all().max(1) as f64;
        let length = duration(run.longest());
        // The main loop is the one that holds most events, as everywhere.
        let same: Vec<&Row> = rows.main.iter().filter_map(|&id| rows.get(id)).collect();
        let Some(main) = same.first() else {
            let whole = self.of_row(0).1;
            let count = trace.processes().len();
            sentence.say("The run takes ").stress(length).say(". In it ");
            sentence.say(verb(count as u64, "the process computes ", "processes compute "));
            self.shares(&mut sentence, whole, count);
            sentence.say(".");
            return sentence.parts;
        };
        let with_rounds = self.has_rounds();
        if with_rounds {
            self.begin_with_run(&mut sentence);
        }
        let (entered, iterations, total) = self.main_together();
        let (members, processes) = (main.members.len(), trace.processes().len());
        let who = match (members, processes) {
            (1, 1) => "The only process runs".to_owned(),
            (2, 2) => "Both processes run".to_owned(),
            (some, all) if some == all => format!("All {} run", counted(all as u64, "process")),
            (1, _) => "One process runs".to_owned(),
            (some, all) => format!("{some} of {} run", counted(all as u64, "process")),
        };
        let mut names: Vec<String> = same.iter().map(|row| format!("L{}", row.id)).collect();
        if names.len() > MOST_NAMED {
            names.truncate(MOST_NAMED);
            names.push("others".to_owned());
        }
        let names = listed(&names);
        let which = match same.len() as u64 {
            1 => format!("the loop {names}"),
            places => format!("the same loop in {} places, {names},", in_words(places)),
        };
        let often = match same.iter().all(|row| row.count == main.count) {
            true => runs(entered, main.count),
            false => times(iterations),
        };
        sentence.say(format!("{who} {which} ")).stress(often).say("; it ");
        let events = rows.trees.iter().map(|tree| tree.events()).fold(0, u64::saturating_add);
        if rows.of_model && events > 0 {
            let inside = main.period as f64 * iterations as f64;
            sentence.say("holds ").stress(percent(inside / events as f64));
            sentence.say(" of the events and ");
        }
        sentence.say("takes ").stress(percent(total.time() as f64 / all));
        sentence.say(format!(" of {length}."));
        if with_rounds {
            return sentence.parts;
        }
        sentence.say(" In it ");
        sentence.say(verb(members as u64, "it computes ", "they compute "));
        self.shares(&mut sentence, total, members);
        sentence.say(self.who_waits()).say(".");
        let begins = self.begins_in_words(Of::Main);
        if !begins.is_empty() {
            sentence.say(" ").say(begins);
        }
        sentence.parts
    }

    /// How often the main loop is entered with those that do the same, how many iterations they have, and their time.
    pub(super) fn main_together(&self) -> (u64, u64, Parts) {
        let rows = &self.prepared.rows;
        let same = rows.main.iter().filter_map(|&id| rows.get(id));
        same.fold((0, 0, Parts::default()), |(entered, iterations, total), row| {
            let own = row.entered.max(1);
            let more = own.saturating_mul(row.count);
            let total = total.plus(self.of_row(row.id).1);
            (entered.saturating_add(own), iterations.saturating_add(more), total)
        })
    }

    /// Whether a loop is the main one or does the same, or is inside of one that does.
    fn is_inside_main(&self, id: u32) -> bool {
        let mut now = id;
        // Loops inside each other are at most as many as there are loops.
        for _ in 0..self.prepared.rows.rows.len() {
            if self.prepared.rows.main.binary_search(&now).is_ok() {
                return true;
            }
            match self.prepared.rows.get(now) {
                Some(row) if row.id > 0 => now = row.parent,
                _ => return false,
            }
        }
        false
    }

    /// Whether there are loops inside a loop.
    fn holds_loops(&self, id: u32) -> bool {
        self.prepared.rows.rows.iter().any(|row| row.id > 0 && row.parent == id)
    }

    /// The two longest waits of a process inside the main loop.
    fn who_waits(&self) -> String {
        let mut longest: Vec<(u64, usize, u32)> = Vec::new();
        for (place, cells) in self.sums.cells.iter().enumerate() {
            for cell in cells.iter().filter(|cell| cell.row > 0 && cell.own.wait > 0) {
                let least = longest.get(1).map_or(0, |&(wait, ..)| wait);
                if cell.own.wait <= least || !self.is_inside_main(cell.row) {
                    continue;
                }
                longest.push((cell.own.wait, place, cell.row));
                longest.sort_by_key(|&(wait, place, row)| (std::cmp::Reverse(wait), place, row));
                longest.truncate(2);
            }
        }
        let name = |&(wait, place, row): &(u64, usize, u32)| {
            let time = duration(wait);
            // Not in the loops inside it: these are named themselves.
            let itself = if self.holds_loops(row) { " itself" } else { "" };
            format!("process {} in L{row}{itself} for {time}", self.number(place))
        };
        match longest.iter().map(name).collect::<Vec<String>>().as_slice() {
            [] => String::new(),
            list => format!(": {}", list.join("; ")),
        }
    }
}

//! What the page asks of a run that is ready for predictions.

use loopscope_core::whatif::{Candidates, DominoPath, Event, Reading, Rule};
use loopscope_formats::notes::Note;

use super::builder::{Read, WhatIf};
use super::details::{self, LeftOut};
use super::overlay::{Columns, Overlay};
use super::path::call_of;
use super::select::Selection;
use super::task::KeptWhatIf;
use crate::wire::{DominoStep, WhatIfOver, WhatIfQuery, WhatIfReply, WhatIfRule};

/// The most terms of a form, as `loopscope reduce` takes by default.
const MOST_TERMS: usize = 64;

impl KeptWhatIf {
    /// Answers the page.
    ///
    /// # Errors
    /// What is asked is malformed, or names what there is not.
    #[inline(never)] // It belongs to a part of the engine that a first visit does not need.
    pub(crate) fn reply(&self, query: &WhatIfQuery) -> Result<WhatIfReply, Note> {
        Ok(match query {
            WhatIfQuery::Answer { changes, moving } => {
                WhatIfReply::Answer { answer: Box::new(self.run.shown_answer(changes, *moving)?) }
            }
            WhatIfQuery::Domino { computations, after } => {
                let of = if *computations { Candidates::Computations } else { Candidates::Waits };
                WhatIfReply::Domino { step: self.run.next_domino(of, after) }
            }
            WhatIfQuery::Path { processes, ranges, columns, over } => self.over((processes, ranges, *columns), *over),
            WhatIfQuery::Iteration { id, iteration } => {
                WhatIfReply::Iteration { gains: details::iteration_gains(&self.run, *id, *iteration)? }
            }
            WhatIfQuery::Uneven => WhatIfReply::Uneven { changes: details::as_the_median(&self.run) },
            WhatIfQuery::Touched { selects } => {
                let read = |text: &String| {
                    let selection = Selection::read(text)?;
                    self.run.check_loops(&selection)?;
                    Ok(selection)
                };
                let selections: Vec<Selection> = selects.iter().map(read).collect::<Result<_, Note>>()?;
                let touched = details::touched(&self.run, &mut selections.iter())?;
                let trust = touched.trust();
                let sentence = details::touched_in_words(touched, self.run.length());
                WhatIfReply::Touched { trust, sentence }
            }
        })
    }

    /// What lies over the timeline, of the processes that there are.
    fn over(&self, (processes, ranges, columns): (&[u32], &[(f64, f64)], u32), over: WhatIfOver) -> WhatIfReply {
        let read = self.run.read(Reading::LogGps);
        // Few processes are shown, so each is looked for.
        let count = read.program.processes().len() as u32;
        let place_of = |process: u32| (0..count).find(|&place| self.run.number(place) == process);
        let (mut known, mut places) = (Vec::new(), Vec::new());
        for &process in processes {
            if let Some(place) = place_of(process) {
                known.push(process);
                places.push(place);
            }
        }
        let ranges = ranges.iter().map(|&range| Columns::new(range, columns));
        let overlay = || self.overlay.get_or_init(|| Overlay::new(read));
        let mut left_out = None;
        let strips = match over {
            WhatIfOver::Path => ranges.map(|it| overlay().path(it, &places)).collect(),
            WhatIfOver::Slack => ranges.map(|it| overlay().slack(read, it, &places)).collect(),
            WhatIfOver::LeftOut(rule) => {
                let found = self.left_out(read, rule);
                let calls = read.program.calls().len() as f64;
                let [left, asked] = [found.calls, found.asked].map(|count| count as f64);
                left_out = Some([left, calls, asked]);
                ranges.map(|it| found.shares(it, &places)).collect()
            }
        };
        WhatIfReply::Path { processes: known, strips, left_out }
    }

    /// What a reduction leaves out.
    fn left_out(&self, read: &Read, rule: WhatIfRule) -> &LeftOut {
        let (at, rule) = match rule {
            WhatIfRule::Equal => (0, Rule::Equal { last: MOST_TERMS }),
            WhatIfRule::Unmoved => (1, Rule::Unmoved { last: MOST_TERMS }),
            WhatIfRule::Alone => (2, Rule::Alone),
        };
        let [equal, unmoved, alone] = &self.left_out;
        let known = [equal, unmoved, alone][at];
        known.get_or_init(|| LeftOut::new(read, rule))
    }
}

impl WhatIf {
    /// The step of the domino path after others. Events that there are not are left out.
    fn next_domino(&self, of: Candidates, after: &[u32]) -> Option<DominoStep> {
        let read = self.read(Reading::LogGps);
        let (program, order) = (&read.program, &read.order);
        let calls = program.calls().len() as u32;
        let mut dominoes = DominoPath::new(of, program);
        for &event in after {
            match (event.checked_sub(calls), of) {
                (None, Candidates::Waits) => dominoes.leave_out(Event::Wait(event)),
                (None, Candidates::Computations) => dominoes.leave_out(Event::Computation(event)),
                (Some(process), Candidates::Computations) if (process as usize) < program.processes().len() => {
                    dominoes.leave_out(Event::LastComputation(process));
                }
                (Some(_), _) => {}
            }
        }
        let found = dominoes.step(program, order)?;
        let place = self.place_of(Reading::LogGps, found.event);
        let kind = if of == Candidates::Waits { "wait" } else { "calc" };
        let event = |number| format!("{kind}:event={}:{number}", place.process);
        Some(DominoStep {
            event: match found.event {
                Event::LastComputation(process) => calls + process,
                other => call_of(other).unwrap_or(0),
            },
            select: place.call.map_or(String::new(), event),
            name: place.words(of),
            process: place.process,
            begin: self.begin_of(found.event) as f64,
            time: found.time as f64,
            gain: found.gain as f64,
            total: found.total as f64,
        })
    }

    /// When the call of an event is entered, from the beginning of the run; when the run of its process ends, where it has none.
    fn begin_of(&self, event: Event) -> i64 {
        let program = &self.read(Reading::LogGps).program;
        let time = match event {
            Event::LastComputation(process) => program.processes().get(process as usize).map(|process| process.last),
            other => call_of(other).and_then(|call| program.calls().get(call as usize)).map(|call| call.enter),
        };
        time.map_or(0, |time| time - program.span().0)
    }
}

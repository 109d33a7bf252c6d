//! What the page asks of a run that is ready for predictions.

use loopscope_core::whatif::{Candidates, DominoPath, Event, Reading};
use loopscope_formats::notes::Note;

use super::builder::WhatIf;
use super::overlay::{Columns, Overlay};
use super::path::call_of;
use super::task::KeptWhatIf;
use crate::wire::{DominoStep, WhatIfQuery, WhatIfReply};

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
            WhatIfQuery::Path { processes, ranges, columns, slack } => {
                let read = self.run.read(Reading::LogGps);
                let overlay = self.overlay.get_or_init(|| Overlay::new(read));
                // Few processes are shown, so each is looked for.
                let count = read.program.processes().len() as u32;
                let place_of =
                    |process: u32| (0..count).find(|&place| self.run.number(place) == process);
                let mut known = Vec::new();
                let mut places = Vec::new();
                for &process in processes {
                    if let Some(place) = place_of(process) {
                        known.push(process);
                        places.push(place);
                    }
                }
                let strip = |&range: &(f64, f64)| {
                    let columns = Columns::new(range, *columns);
                    match slack {
                        true => overlay.slack(read, columns, &places),
                        false => overlay.path(columns, &places),
                    }
                };
                WhatIfReply::Path { processes: known, strips: ranges.iter().map(strip).collect() }
            }
        })
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
                (Some(process), Candidates::Computations)
                    if (process as usize) < program.processes().len() =>
                {
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
            Event::LastComputation(process) => {
                program.processes().get(process as usize).map(|process| process.last)
            }
            other => call_of(other)
                .and_then(|call| program.calls().get(call as usize))
                .map(|call| call.enter),
        };
        time.map_or(0, |time| time - program.span().0)
    }
}

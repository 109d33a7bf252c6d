//! Reads reduced runs, and answers the questions that may be asked of them.

use loopscope_core::numbers::{counted, duration};
use loopscope_core::whatif::{Changes, Event, Factor, Moving, Order, Part, Program, Reading, Stream, MOST_CHANGES};
use loopscope_formats::notes::Note;

use super::super::answer::{Answer, Question, CURVE_ERROR};
use super::super::document::{insert_answer, written};
use super::super::gains::Times;
use super::super::select::Selection;
use super::super::text::gain_text;
use super::document::{gains, Document, WrittenRule, FORMAT};
use super::{change, without};
use crate::error_note;
use crate::files::json_error;
use crate::view::columns::Table;

/// Selections that a message names.
const LISTED: usize = 12;

/// A reduced run that was read.
pub struct ReducedRun {
    document: Document,
    readings: Vec<(Reading, Program, Order, Vec<Event>)>,
    /// The part, process and call of each asked event.
    asked: Vec<(Part, u32, u32)>,
}

/// The answers of a reduced run.
#[derive(Clone, Debug)]
pub struct ReducedAnswer {
    answer: Answer,
    /// Of each asked event, if nothing else was asked.
    gains: Vec<Times>,
}

impl ReducedRun {
    /// Reads a document.
    ///
    /// # Errors
    /// It is not complete, or its numbers contradict each other.
    pub fn read(name: &str, text: &str) -> Result<Self, Note> {
        let what = "this is not a complete reduced run";
        let document: Document =
            serde_json::from_str(text).map_err(|error| json_error::note(name, what, text, &error))?;
        let bad = |found: &str, expected: &str| {
            let (found, expected) = (found.to_owned(), expected.to_owned());
            let remedy = "reduce the trace again".to_owned();
            error_note(name, what.to_owned(), found, expected, remedy)
        };
        if document.format != FORMAT {
            return Err(bad(&format!("{:?}", document.format), FORMAT));
        }
        let selected = |text: &str| Selection::read(text).ok()?.event();
        let asked: Option<Vec<_>> = document.asked.iter().map(|asked| selected(&asked.select)).collect();
        let is_known = |it: &(Part, u32, u32)| matches!(it.0, Part::Computation | Part::Wait);
        let Some(asked) = asked.filter(|it| !it.is_empty() && it.iter().all(is_known)) else {
            return Err(bad("what may be asked is not clear", "selections such as wait:event=1:4711"));
        };
        let mut readings = Vec::new();
        for reading in &document.readings {
            let found = reading.program().filter(|it| it.2.len() == asked.len());
            let found = found.and_then(|(reading, program, calls)| {
                let order = Order::new(&program).ok()?;
                let events = calls.iter().zip(&asked).map(|(&call, &(part, ..))| match part {
                    Part::Computation => Event::Computation(call),
                    _ => Event::Wait(call),
                });
                let events = events.collect();
                (program.length() == document.length).then_some((reading, program, order, events))
            });
            readings.push(found.ok_or_else(|| bad("calls that contradict each other", "those of a run"))?);
        }
        match readings.is_empty() {
            true => Err(bad("no reading of long receives", "one at least")),
            false => Ok(Self { document, readings, asked }),
        }
    }

    /// The name of what was reduced.
    pub fn name(&self) -> &str {
        &self.document.name
    }

    /// What may be asked, in a sentence.
    fn may(&self) -> String {
        let events = counted(self.asked.len() as u64, "event");
        match self.document.rule {
            WrittenRule::Alone => format!("one of {events} at a time, at a factor from 0 to 1"),
            _ => format!("any of {events}, together or alone, at factors from 0 to 2"),
        }
    }

    fn refused(&self, found: &str) -> Note {
        let mut list: Vec<&str> = self.document.asked.iter().take(LISTED).map(|asked| asked.select.as_str()).collect();
        if self.asked.len() > LISTED {
            list.push("..");
        }
        error_note(
            "",
            "this reduced run does not tell that".to_owned(),
            found.to_owned(),
            format!("{}: {}", self.may(), list.join(", ")),
            "without --set all are listed; ask the whole trace, or reduce it for other events".to_owned(),
        )
    }

    /// The number of the asked event that a selection is about.
    fn number(&self, selection: &Selection) -> Result<usize, Note> {
        let event = selection.event();
        let number = event.and_then(|event| self.asked.iter().position(|&it| it == event));
        number.ok_or_else(|| self.refused(&format!("{:?}", selection.text)))
    }

    /// Answers a question.
    ///
    /// # Errors
    /// It is about something else than may be asked, or about a reading that was not kept.
    pub fn answer(&self, question: &Question) -> Result<ReducedAnswer, Note> {
        let alone = self.document.rule == WrittenRule::Alone;
        if alone && question.curve.is_some() {
            return Err(self.refused("factors up to 2"));
        }
        if alone && question.changes.len() > 1 {
            return Err(self.refused("several events"));
        }
        if question.processors.is_some() {
            return Err(self.refused("how long it takes on some processors"));
        }
        if question.changes.len() >= MOST_CHANGES {
            return Err(self.refused(&format!("more than {MOST_CHANGES} events")));
        }
        let mut changes = Vec::new();
        for (selection, factor) in &question.changes {
            if alone && *factor > Factor::SAME {
                return Err(self.refused("a factor above 1"));
            }
            changes.push((self.number(selection)?, *factor));
        }
        let curve = question.curve.as_ref().map(|it| Ok((it, self.number(it)?))).transpose()?;
        let told = |(selection, factor): &(Selection, Factor)| (selection.text.clone(), *factor, 1);
        let mut answer = Answer {
            changes: question.changes.iter().map(told).collect(),
            predicted: Vec::new(),
            loops: Vec::new(),
            curve: None,
            trust: self.document.trust,
            touched: None,
            bound: None,
        };
        let mut all = vec![Times::new(); self.asked.len()];
        for &reading in question.delay.readings() {
            let kept = self.readings.iter().find(|it| it.0 == reading);
            let Some((_, program, order, events)) = kept else { continue };
            let mut changed = Changes::none();
            for &(number, factor) in &changes {
                change(events[number], factor, (program, &mut changed));
            }
            if !changes.is_empty() {
                let stream = Stream::new(program, order, &changed, Moving::Nothing);
                answer.predicted.push((reading, stream.predict(Factor::SAME)));
            }
            if let Some((selection, number)) = curve {
                change(events[number], Factor::ZERO, (program, &mut changed));
                let moving = Moving::Change(changed.len() - 1);
                let stream = Stream::new(program, order, &changed, moving);
                let curve = stream.curve((Factor::ZERO, Factor::DOUBLE), CURVE_ERROR);
                let text = selection.text.clone();
                answer.curve.get_or_insert((text, Vec::new())).1.push((reading, curve));
            }
            if changes.is_empty() && curve.is_none() {
                for (gains, &event) in all.iter_mut().zip(events) {
                    let gain = program.length() - without(event, program, order);
                    gains.push((reading, gain));
                }
            }
        }
        let asked_nothing = changes.is_empty() && curve.is_none();
        if answer.predicted.is_empty() && answer.curve.is_none() && all[0].is_empty() {
            return Err(self.refused("a reading of long receives that was not kept"));
        }
        Ok(ReducedAnswer { answer, gains: if asked_nothing { all } else { Vec::new() } })
    }
}

impl ReducedAnswer {
    /// The answers as text.
    pub fn text(&self, run: &ReducedRun) -> String {
        let mut out = run.document.facts.clone();
        out.push_str("reduced   It can be asked about ");
        out.push_str(&run.may());
        out.push('\n');
        let length = run.document.length;
        self.answer.lengths(length, &mut out);
        if self.gains.is_empty() {
            return out;
        }
        out.push_str("\nT would be shorter by, if it took no time\n\n");
        let head = ["event", "function", "loop", "iteration", "lasts", "gain", ""];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        let times = run.document.readings.first();
        for (at, (asked, gains)) in run.document.asked.iter().zip(&self.gains).enumerate() {
            let time = times.and_then(|reading| reading.asked_ns.get(at)).copied().unwrap_or(0);
            let in_loop = asked.row > 0;
            rows.push(vec![
                asked.select.clone(),
                asked.function.clone(),
                if in_loop { format!("L{}", asked.row) } else { String::new() },
                if in_loop { asked.iteration.to_string() } else { String::new() },
                duration(time.unsigned_abs()),
                gain_text(length, gains),
                String::new(),
            ]);
        }
        Table { rows }.print(&mut out);
        out
    }

    /// The answers as a document (`loopscope-whatif/1`).
    pub fn document(&self, run: &ReducedRun) -> String {
        let document = &run.document;
        let value = serde_json::json!({
            "format": "loopscope-whatif/1",
            "name": document.name,
            "tick_ns": 1,
            "clock": document.clock,
            "parameters": document.parameters,
            "trust": document.trust,
            "T_ns": document.length,
        });
        let mut map = match value {
            serde_json::Value::Object(map) => map,
            // The value above is an object.
            _ => serde_json::Map::new(),
        };
        insert_answer(&mut map, &self.answer);
        if !self.gains.is_empty() {
            map.insert("events".to_owned(), gains(&document.asked, &self.gains));
        }
        written(map)
    }
}

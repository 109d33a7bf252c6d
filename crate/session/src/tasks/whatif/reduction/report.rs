//! What a reduction saves, as the paper's Table I.

use std::fmt::Write;
use std::time::Duration;

use loopscope_core::numbers::{bytes, counted, duration, thousands};
use loopscope_core::whatif::{Order, Reading, Rule};

use super::super::builder::WhatIf;
use super::{without, Reduction};
use crate::view::columns::Table;

/// Calls that questions go over while their time is measured.
const MOST_CALLS: usize = 10_000_000;

/// How long a question took, asked of the whole run and of what is left. The caller measures it: the session has no clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timed {
    /// Of the whole run.
    pub before: Duration,
    /// Of what is left.
    pub after: Duration,
}

/// By how many percent something is less: `96.8 %`.
fn saved(before: f64, after: f64) -> String {
    if before <= 0.0 {
        return String::new();
    }
    format!("{:.1} %", 100.0 * (1.0 - after / before))
}

impl Reduction {
    /// How many readings are kept.
    pub fn readings(&self) -> usize {
        self.readings.len()
    }

    /// How many questions `ask` answers, as long as that takes no longer than some seconds.
    pub fn questions(&self, run: &WhatIf) -> usize {
        let calls = run.modelled.program.calls().len().max(1);
        self.asked.len().min((MOST_CALLS / calls).max(1))
    }

    /// Asks the whole run: how long it would last without each of the first so many events.
    pub fn ask_whole(&self, run: &WhatIf, reading: usize, most: usize) -> Vec<i64> {
        let Some(of) = self.readings.get(reading) else { return Vec::new() };
        let read = run.read(of.reading);
        let asked = self.asked.iter().take(most);
        asked.map(|&(event, _)| without(event, &read.program, &read.order)).collect()
    }

    /// Asks what is left the same; no answer if it is no program.
    pub fn ask_reduced(&self, reading: usize, most: usize) -> Vec<i64> {
        let Some(of) = self.readings.get(reading) else { return Vec::new() };
        let Ok(order) = Order::new(&of.reduced.program) else { return Vec::new() };
        let events = of.reduced.events.iter().take(most);
        events.map(|&event| without(event, &of.reduced.program, &order)).collect()
    }

    /// What was reduced to what, with the time of one question to each reading.
    pub fn report(&self, run: &WhatIf, times: &[Timed]) -> String {
        let mut out = String::new();
        let shortest = self.asked.last().map_or(0, |&(_, time)| time);
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{} of {} or more may be asked about, {}; left out: {}",
            counted(self.asked.len() as u64, "event"),
            duration(shortest.unsigned_abs()),
            if self.rule == Rule::Alone { "one at a time" } else { "any of them together" },
            match self.rule {
                Rule::Equal { last } =>
                    format!("messages between processes whose differences are equal (R3, m = {last})"),
                Rule::Unmoved { last } => {
                    format!("messages that change no difference of their receiver (R3', m = {last})")
                }
                Rule::Alone => "messages that matter for none of them".to_owned(),
            }
        );
        let head = ["", "events", "", "", "bytes", "", "", "a question", "", "", ""].map(str::to_owned);
        let heads = ["delays", "before", "after", "saved", "before", "after", "saved", "before", "after", "saved", ""];
        let mut rows = vec![head.to_vec(), heads.map(str::to_owned).to_vec()];
        for (at, of) in self.readings.iter().enumerate() {
            let (before, after) = (of.before, super::communicating(&of.reduced.program));
            let (bytes_before, bytes_after) = Self::bytes(run, of);
            let timed = times.get(at).copied().unwrap_or_default();
            let time = |time: Duration| duration(time.as_nanos() as u64);
            rows.push(vec![
                match of.reading {
                    Reading::LogGps => "of the model".to_owned(),
                    Reading::Measured => "measured".to_owned(),
                },
                thousands(before),
                thousands(after),
                saved(before as f64, after as f64),
                bytes(bytes_before),
                bytes(bytes_after),
                saved(bytes_before as f64, bytes_after as f64),
                time(timed.before),
                time(timed.after),
                saved(timed.before.as_secs_f64(), timed.after.as_secs_f64()),
                String::new(),
            ]);
        }
        Table { rows }.print(&mut out);
        out
    }
}

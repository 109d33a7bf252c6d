//! Predictions as text for the terminal: one line for each fact, then a table.

use std::fmt::Write;

use loopscope_core::numbers::{bytes, counted, duration, percent, thousands};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::whatif::{Factor, Origin, Reading, Refusal};

use super::answer::Answer;
use super::builder::{forecasts_in_words, WhatIf, DOUBTFUL, EXPLAIN};
use super::details::touched_in_words;
use super::gains::{LoopGain, Times};
use crate::tasks::time::{eager_line, run_line};
use crate::view::clock;
use crate::view::columns::Table;

/// A time with its sign, which may be 0.
pub(super) fn signed(nanoseconds: i64) -> String {
    let sign = if nanoseconds < 0 { "-" } else { "" };
    format!("{sign}{}", duration(nanoseconds.unsigned_abs()))
}

/// By how many percent of the run a time is shorter or longer: `-7.40 %`.
pub(super) fn change_of(length: i64, predicted: i64) -> String {
    let share = (predicted - length) as f64 * 100.0 / length.max(1) as f64;
    match predicted - length {
        0 => "0 %".to_owned(),
        _ if share.abs() < 0.01 => if share < 0.0 { "> -0.01 %" } else { "< +0.01 %" }.to_owned(),
        _ => format!("{share:+.2} %"),
    }
}

/// A factor as a percentage: `50 %`.
pub(super) fn factor_text(factor: Factor) -> String {
    let percent = f64::from(factor.in_millionths()) / 1e4;
    format!("{percent} %")
}

impl WhatIf {
    /// What is known of the run, and how far it can be trusted.
    pub(super) fn facts(&self, trust: f64) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "run       {}", run_line(&self.prepared.run, true));
        let _ = writeln!(out, "clocks    {}", clock::sentence_of(self.waits().clocks()));
        let explained = percent(trust);
        let _ = write!(out, "trust     {EXPLAIN}{explained} of the run");
        if trust < DOUBTFUL {
            let most = self.where_residuals_are();
            let _ = write!(out, "; the rest is calls that last longer: take gains as hints, not as forecasts{most}",);
        } else {
            let _ = write!(out, ": {}", forecasts_in_words(trust));
        }
        out.push('\n');
        let _ = writeln!(out, "messages  {}", self.messages_line());
        let limit = match self.parameters.synchronous {
            Some(least) => {
                format!("Sends of {} and more wait for their receives, as you say", bytes(least.into()))
            }
            None => eager_line(self.waits().limit()),
        };
        let _ = match limit.as_str() {
            "" => {
                writeln!(out, "sizes     It is not known from which size on sends wait for their receives: none does")
            }
            limit => writeln!(out, "sizes     {limit}"),
        };
        for remark in self.remarks() {
            let _ = writeln!(out, "note      {remark}");
        }
        out
    }

    /// The function in which the critical path spends most beyond waits.
    pub(super) fn where_residuals_are(&self) -> String {
        match self.longest_residual() {
            Some((name, time)) => {
                let share = percent(time as f64 / self.length().max(1) as f64);
                format!(". On the critical path most of that is in {name}: {share} of the path")
            }
            None => String::new(),
        }
    }

    fn messages_line(&self) -> String {
        let parameters = &self.parameters;
        let base = duration((parameters.latency + parameters.overhead).unsigned_abs());
        let per_byte = parameters.byte_ps as f64 / 1e3;
        let from = match parameters.origin {
            Origin::Trace(sizes) => {
                format!("the fastest of {} say so", counted(sizes as u64, "size"))
            }
            Origin::User => "as you say".to_owned(),
            Origin::Assumed(reason) => format!("assumed, because {}", reason_text(reason)),
        };
        let overhead = duration(parameters.overhead.unsigned_abs());
        format!("{base} and {per_byte:.2} ns a byte, of which overhead {overhead}: {from}")
    }

    fn remarks(&self) -> Vec<String> {
        let unknowns = self.modelled.program.unknowns();
        let mut remarks = Vec::new();
        for (count, what) in [
            (unknowns.wildcards, "receives without a source were posted: each gets the message that it got"),
            (unknowns.sends, "receives of messages that no call of the run sends"),
            (
                unknowns.postings,
                "sends above the limit whose receives are posted by no known call: they wait for nobody",
            ),
            (
                unknowns.collectives,
                "collective operations of which it is not known who needs whom: nobody waits in them",
            ),
            (
                unknowns.trees,
                "completions of collective operations come before a binomial tree allows them: these wait for nobody",
            ),
            (unknowns.held, "calls end when another process enters MPI, whatever their size: they wait for it"),
            (unknowns.refuted, "sends above the limit that end before their receive is posted: they wait for nobody"),
        ] {
            if count > 0 {
                remarks.push(format!("{} {what}", thousands(count)));
            }
        }
        remarks
    }
}

fn reason_text(reason: Refusal) -> String {
    match reason {
        Refusal::FewSizes(0) => "no size of messages occurs often enough to tell".to_owned(),
        Refusal::FewSizes(sizes) => {
            format!("only {} of messages occur often enough to tell", counted(sizes as u64, "size"))
        }
        Refusal::NoSlope => "larger messages are not slower here".to_owned(),
        Refusal::Uncertain(by) => {
            format!("clocks are uncertain by {}", duration(by.unsigned_abs()))
        }
    }
}

/// `148.372 s  -7.40 %`, and in brackets what the other reading says.
fn predicted_line(length: i64, times: &Times) -> String {
    let mut out = String::new();
    for (at, &(reading, time)) in times.iter().enumerate() {
        let change = change_of(length, time);
        let _ = match (at, reading) {
            (0, Reading::LogGps) => write!(out, "{}  {change}", signed(time)),
            (0, Reading::Measured) => {
                write!(out, "{}  {change}, with measured delays", signed(time))
            }
            _ => write!(out, "  (with measured delays: {}  {change})", signed(time)),
        };
    }
    out
}

/// Gains as shares of the run: `7.4 %`, or `0.7 to 4.4 %`.
pub(super) fn gain_text(length: i64, gains: &Times) -> String {
    let share = |gain: i64| gain as f64 * 100.0 / length.max(1) as f64;
    let shares = || gains.iter().map(|&(_, gain)| share(gain));
    let (least, most) = (shares().fold(f64::MAX, f64::min), shares().fold(f64::MIN, f64::max));
    let (least, most) = (format!("{least:.2}"), format!("{most:.2}"));
    match least == most {
        true => format!("{least} %"),
        false => format!("{least} to {most} %"),
    }
}

impl Answer {
    /// The answers as text.
    pub fn text(&self, run: &WhatIf) -> String {
        let mut out = run.facts(self.trust);
        if let Some(touched) = self.touched {
            let words = touched_in_words(touched, run.length());
            let words: String = words.into_iter().map(|part| part.text).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(out, "of this   {words}");
        }
        self.lengths(run.length(), &mut out);
        if !self.loops.is_empty() {
            out.push_str("\nT would be shorter by\n\n");
            self.loop_table(run, &mut out);
        }
        out
    }

    /// The recorded length, the predicted one, and the curve.
    pub(super) fn lengths(&self, length: i64, out: &mut String) {
        out.push('\n');
        // Writing to a string cannot fail.
        let _ = writeln!(out, "T   {}", duration(length.unsigned_abs()));
        if !self.predicted.is_empty() {
            let _ = writeln!(out, "T'  {}", predicted_line(length, &self.predicted));
            for (text, factor, count) in &self.changes {
                let _ = writeln!(out, "    {text} at {}: {}", factor_text(*factor), thousands(*count));
            }
        }
        if let Some((processors, bound)) = self.bound {
            let on = counted(processors.get().into(), "processor");
            let _ = writeln!(out, "at least {}: all computing, on {on}", signed(bound));
        }
        let Some((text, curves)) = &self.curve else { return };
        let _ = writeln!(out, "\n{text} at\n");
        let mut head = vec!["factor".to_owned(), "T'".to_owned(), String::new()];
        if curves.len() > 1 {
            head.extend(["T', measured delays".to_owned(), String::new()]);
        }
        let mut rows = vec![head];
        for tenths in 0..=20 {
            let Some(factor) = Factor::millionths(tenths * 100_000) else { continue };
            if curves.iter().any(|(_, curve)| factor > curve.to) {
                break;
            }
            let mut cells = vec![factor_text(factor)];
            for (_, curve) in curves {
                let time = curve.at(factor);
                cells.extend([signed(time), change_of(length, time)]);
            }
            rows.push(cells);
        }
        Table { rows }.print(out);
    }

    fn loop_table(&self, run: &WhatIf, out: &mut String) {
        let head = [
            "loop",
            "in",
            "times",
            "if computing took no time",
            "if nobody waited in it",
            "if its calls took no time",
            "",
        ];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        let mut gains: Vec<&LoopGain> = self.loops.iter().collect();
        let most = |times: &Times| times.iter().map(|&(_, gain)| gain).max().unwrap_or(0);
        gains.sort_small_by_key(|gain| (std::cmp::Reverse(most(&gain.computation).max(most(&gain.waits))), gain.row));
        for gain in gains {
            let Some(row) = run.rows().get(gain.row) else { continue };
            rows.push(vec![
                format!("L{}", row.id),
                if row.parent > 0 { format!("L{}", row.parent) } else { String::new() },
                thousands(row.count.saturating_mul(row.entered)),
                gain_text(run.length(), &gain.computation),
                gain_text(run.length(), &gain.waits),
                gain_text(run.length(), &gain.calls),
                String::new(),
            ]);
        }
        Table { rows }.print(out);
    }
}

//! Predictions for the page: what is known of a run, and what it would last under changes.

use loopscope_core::numbers::{duration, percent};
use loopscope_core::whatif::{Changes, CriticalPath, Factor, Moving, Part, PathPart, Predicted, Stream};
use loopscope_formats::notes::Note;

use super::answer::{Delay, CURVE_ERROR};
use super::builder::{forecasts_in_words, Read, WhatIf, DOUBTFUL, EXPLAIN};
use super::gains::LoopGain;
use super::path::context_of;
use super::select::{factor_of, Selection};
use crate::view::sentence::Sentence;
use crate::wire::{
    ChangeWords, LoopGains, PredictedProcess, PredictedRun, SentencePart, TimeParts, WhatIfAnswer, WhatIfChange,
    WhatIfSummary,
};

/// Equal parts of a run in which the critical path is shown.
const COLUMNS: usize = 120;
/// Factors at which a curve is shown: from 0 to 2 in steps of a twentieth.
const STEPS: u32 = 40;

/// The least and the most of two times.
fn range(times: impl Iterator<Item = i64>) -> [f64; 2] {
    let (least, most) = times.fold((i64::MAX, i64::MIN), |(a, b), it| (a.min(it), b.max(it)));
    [least as f64, most as f64]
}

impl WhatIf {
    /// What is known of the run, with what its loops would gain.
    pub(super) fn summary(&self, gains: Vec<LoopGain>, (run, path): &(Predicted, CriticalPath)) -> WhatIfSummary {
        let trust = self.trust();
        let read = &self.modelled;
        let contexts = read.program.contexts();
        let mut on_path = vec![0; contexts.len()];
        for step in &path.steps {
            if let Some(time) = on_path.get_mut(context_of(&read.program, step) as usize) {
                *time += step.time;
            }
        }
        let loops = gains.into_iter().map(|gain| LoopGains {
            id: gain.row,
            computation: range(gain.computation.iter().map(|&(_, gain)| gain)),
            waits: range(gain.waits.iter().map(|&(_, gain)| gain)),
            calls: range(gain.calls.iter().map(|&(_, gain)| gain)),
            on_path: (0..contexts.len())
                .filter(|&context| contexts.is_in(context as u32, gain.row))
                .filter_map(|context| on_path.get(context))
                .sum::<i64>() as f64,
        });
        WhatIfSummary {
            length: self.length() as f64,
            trust,
            sentence: self.trust_in_words(trust),
            facts: self.facts(trust).lines().map(str::to_owned).collect(),
            loops: loops.collect(),
            now: self.shown(read, &Changes::none(), (run, path)),
        }
    }

    /// "Computing and messages explain **97 %** of the run: gains are forecasts, good to ..", "Computing and messages explain **13 %** of the run; the rest is .. Take gains as hints, not as forecasts."
    fn trust_in_words(&self, trust: f64) -> Vec<SentencePart> {
        let mut sentence = Sentence::default();
        sentence.say(EXPLAIN.to_owned());
        sentence.stress(percent(trust));
        sentence.say(" of the run".to_owned());
        if trust >= DOUBTFUL {
            sentence.say(format!(": {}.", forecasts_in_words(trust)));
            return sentence.parts;
        }
        sentence
            .say(format!("; the rest is calls that last longer than their messages{}. ", self.where_residuals_are()));
        sentence.say("Take gains as hints, not as forecasts.".to_owned());
        sentence.parts
    }

    fn shown(&self, read: &Read, changes: &Changes, (run, path): (&Predicted, &CriticalPath)) -> PredictedRun {
        let length = run.length();
        let parts = run.parts((&read.program, &read.order, changes));
        let mut processes: Vec<PredictedProcess> = (0u32..)
            .zip(parts)
            .map(|(place, parts)| PredictedProcess {
                process: self.number(place),
                parts: TimeParts { compute: parts.compute as f64, calls: parts.calls as f64, wait: parts.wait as f64 },
                on_path: 0.0,
                columns: vec![0.0; COLUMNS],
            })
            .collect();
        let mut of_parts = [0.0; 3];
        let mut begin = 0;
        let column = length.max(1) as f64 / COLUMNS as f64;
        for step in &path.steps {
            let end = begin + step.time;
            let part = match step.part {
                PathPart::Computation => 0,
                PathPart::Residual => 1,
                PathPart::Message => 2,
            };
            of_parts[part] += step.time as f64;
            if let Some(process) = processes.get_mut(step.process as usize) {
                process.on_path += step.time as f64;
                spread(&mut process.columns, (begin as f64 / column, end as f64 / column));
            }
            begin = end;
        }
        PredictedRun { length: length as f64, hops: path.hops as f64, path: of_parts, processes }
    }

    /// What the run would last under changes; `moving` is the one whose curve is wanted.
    ///
    /// # Errors
    /// A selection is malformed, empty or names a loop that there is not, a factor is not within 0 and 2, or there are too
    /// many changes.
    pub(crate) fn shown_answer(&self, wanted: &[WhatIfChange], moving: Option<u32>) -> Result<WhatIfAnswer, Note> {
        let read_change = |change: &WhatIfChange| {
            let selection = Selection::read(&change.select)?;
            let factor = factor_of(change.factor)?;
            self.check_loops(&selection)?;
            Ok((selection, factor))
        };
        let chosen: Vec<(Selection, Factor)> = wanted.iter().map(read_change).collect::<Result<_, Note>>()?;
        let mut answer = WhatIfAnswer::default();
        let (mut lengths, mut curves) = (Vec::new(), Vec::new());
        for &reading in Delay::Both.readings() {
            let read = self.read(reading);
            let mut changes = Changes::none();
            answer.changes.clear();
            for (selection, factor) in &chosen {
                let count = self.add(selection, read, (*factor, &mut changes))?;
                answer.changes.push(ChangeWords { name: selection.words(), count: count as f64 });
            }
            lengths.push(read.predict(&changes));
            let moving = moving.map(|at| at as usize);
            if let Some((at, (selection, _))) = moving.and_then(|at| Some((at, chosen.get(at)?))) {
                let stream = Stream::new(&read.program, &read.order, &changes, Moving::Change(at));
                curves.push(stream.curve((Factor::ZERO, selection.most()), CURVE_ERROR));
            }
            // The first reading is that of the model.
            if lengths.len() == 1 {
                let (run, path) = read.path(&changes);
                answer.then = self.shown(read, &changes, (&run, &path));
            }
        }
        answer.lengths = range(lengths.into_iter());
        if !curves.is_empty() {
            let factors = (0..=STEPS).filter_map(|at| Factor::millionths(at * 2_000_000 / STEPS));
            let point = |factor| range(curves.iter().map(|curve| curve.at(factor)));
            let within = |factor: &Factor| curves.iter().all(|curve| *factor <= curve.to);
            answer.curve = factors.filter(within).map(point).collect();
        }
        answer.sentence = self.prediction_in_words(&chosen, &answer);
        Ok(answer)
    }

    /// "If **calls in L3** and **calls in L4** took half as long, the run would take **127.5 s** instead of 159.7 s: **20.2 % less**."
    fn prediction_in_words(&self, chosen: &[(Selection, Factor)], answer: &WhatIfAnswer) -> Vec<SentencePart> {
        let mut sentence = Sentence::default();
        let time = |time: f64| duration(time.max(0.0) as u64);
        let length = self.length() as f64;
        if chosen.is_empty() {
            sentence.say("With no assumption the replay of all messages takes ".to_owned());
            sentence.stress(time(answer.lengths[0]));
            sentence.say(", as measured.".to_owned());
            return sentence.parts;
        }
        // What takes so many times as long together has one verb.
        for (at, (selection, factor)) in chosen.iter().enumerate() {
            sentence.say(if at == 0 { "If " } else { " and " }.to_owned());
            sentence.stress(selection.words());
            let same = |(other, next): &(Selection, Factor)| {
                next == factor && (other.part == Part::Imbalance) == (selection.part == Part::Imbalance)
            };
            if !chosen.get(at + 1).is_some_and(same) {
                sentence.say(match selection.part {
                    Part::Imbalance => imbalance_in_words(*factor),
                    _ => format!(" {}", factor_in_words(*factor)),
                });
            }
        }
        let [least, most] = answer.lengths;
        let gain = |to: f64| percent((length - to).abs() / length.max(1.0));
        let range = |low: f64, high: f64, text: &dyn Fn(f64) -> String| match (text(low), text(high)) {
            (low, high) if low == high => low,
            (low, high) => format!("{low} to {high}"),
        };
        let reads_same = |to: f64| to != length && time(to) == time(length);
        let one_way = least.max(most) <= length || least.min(most) >= length;
        if one_way && (reads_same(least) || reads_same(most)) {
            // Two lengths that read the same do not say how far they are apart.
            let (shorter, less) = if least < length { ("shorter", "less") } else { ("longer", "more") };
            let (low, high) = if least < length { (most, least) } else { (least, most) };
            let by = |to: f64| time((length - to).abs());
            sentence.say(format!(", the run of {} would be ", time(length)));
            sentence.stress(format!("{} {shorter}", range(low, high, &by)));
            sentence.say(": ".to_owned());
            sentence.stress(format!("{} {less}", range(low, high, &gain)));
            sentence.say(".".to_owned());
            return sentence.parts;
        }
        sentence.say(", the run would take ".to_owned());
        sentence.stress(range(least, most, &time));
        sentence.say(format!(" instead of {}: ", time(length)));
        sentence.stress(match (least < length, most > length) {
            (false, false) => "no change".to_owned(),
            (true, false) => format!("{} less", range(most, least, &gain)),
            (false, true) => format!("{} more", range(least, most, &gain)),
            (true, true) => format!("{} less to {} more", gain(least), gain(most)),
        });
        sentence.say(".".to_owned());
        sentence.parts
    }
}

/// Adds a stretch, in columns, to those that it covers.
pub(super) fn spread(columns: &mut [f32], (from, to): (f64, f64)) {
    let last = columns.len().saturating_sub(1);
    let first = (from.max(0.0) as usize).min(last);
    let end = (to.max(0.0) as usize).min(last);
    for (at, column) in columns.iter_mut().enumerate().take(end + 1).skip(first) {
        let (begin, over) = (at as f64, at as f64 + 1.0);
        *column += (to.min(over) - from.max(begin)).max(0.0) as f32;
    }
}

fn imbalance_in_words(factor: Factor) -> String {
    match factor.in_millionths() {
        0 => " vanished".to_owned(),
        other => format!(" were {} times as large", f64::from(other) / 1e6),
    }
}

fn factor_in_words(factor: Factor) -> String {
    match factor.in_millionths() {
        0 => "took no time".to_owned(),
        500_000 => "took half as long".to_owned(),
        1_000_000 => "took as long as they did".to_owned(),
        2_000_000 => "took twice as long".to_owned(),
        other => format!("took {} times as long", f64::from(other) / 1e6),
    }
}

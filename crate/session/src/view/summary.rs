//! The summary of a trace: counts, options, a row for each process.

use std::collections::BTreeMap;

use loopscope_core::nest::Node;
use loopscope_core::symbols::{parse_tuple, Appearance};
use loopscope_core::trace::{Kind, Trace, View};
use loopscope_formats::part_name;

use super::{elided, kinds, main_loop, problem};
use crate::analysis::{label_counts, occurrences, Analysis, ProcessNest};
use crate::loaded::Loaded;
use crate::options::{self, Options};
use crate::partners::without_partners;
use crate::wire::{ChosenOptions, KindCount, ProcessRow, Summary, SummarySource, TagLabel, ViewChoice};

/// The summary of what is loaded.
pub(crate) fn of(loaded: &Loaded) -> Summary {
    let analysis = &loaded.analysis;
    let processes = &analysis.processes;
    // In a file, each process may have 2^62 events.
    let total =
        |of: fn(&ProcessNest) -> u64| processes.iter().fold(0u64, |sum, process| sum.saturating_add(of(process)));
    let events = total(|process| process.nest.len());
    let top_level = total(|process| process.stats.top_level);
    let covered: f64 = processes.iter().map(|p| p.stats.coverage * p.nest.len() as f64).sum();
    let partners = loaded.trace.as_ref().and_then(without_partners);
    Summary {
        name: loaded.name.clone(),
        source: match loaded.options {
            Some(_) => SummarySource::Trace,
            None => SummarySource::Nests,
        },
        format: loaded.format.to_owned(),
        options: ChosenOptions {
            method: analysis.method.clone(),
            k: analysis.k(),
            view: analysis.view.into(),
            signature: analysis.signature.clone(),
            locals: loaded.locals().into(),
            order: loaded.order().name().to_owned(),
        },
        views: views(loaded),
        fields: match &loaded.trace {
            Some(trace) => names(&options::fields_of(trace, analysis.view)),
            None => Vec::new(),
        },
        partners_of: partners.map(|(_, calls)| calls as f64),
        has_locals: loaded.trace.as_ref().is_some_and(options::has_locals),
        has_times: loaded.trace.as_ref().is_some_and(options::has_times),
        events: events as f64,
        kinds: kinds(analysis),
        symbols: processes.iter().map(|process| process.symbols.len()).max().unwrap_or(0) as f64,
        step_tags: loaded.trace.as_ref().map_or(String::new(), |trace| match trace.table().step_tags() {
            [] => String::new(),
            tags => elided::step_tags(tags),
        }),
        kept_bytes: loaded.trace.as_ref().map_or(0, Trace::kept_bytes) as f64,
        top_level: top_level as f64,
        total_items: total(|process| process.stats.total) as f64,
        ratio: if top_level == 0 { 1.0 } else { events as f64 / top_level as f64 },
        coverage: if events == 0 { 0.0 } else { covered / events as f64 },
        processes: processes.iter().map(|process| row(analysis.view, process)).collect(),
        tables: loaded.tables.clone(),
        problems: loaded.notes.iter().chain(&analysis.remarks()).map(problem).collect(),
        tags: loaded.tags.legend().into_iter().map(|(label, slot)| TagLabel { label, slot }).collect(),
        noun: analysis.noun(),
    }
}

fn names(fields: &[loopscope_core::symbols::Field]) -> Vec<String> {
    fields.iter().map(|field| field.name().to_owned()).collect()
}

fn row(view: View, process: &ProcessNest) -> ProcessRow {
    let stats = &process.stats;
    ProcessRow {
        process: process.process.0,
        kind: kinds::kind(view, process) as f64,
        source: process.source.to_string(),
        name: part_name(&process.source).unwrap_or_default().to_owned(),
        events: process.nest.len() as f64,
        top_level: stats.top_level as f64,
        total: stats.total as f64,
        ratio: stats.ratio(),
        coverage: stats.coverage,
        depth: stats.depth,
        loops: stats.loops as f64,
        main_loop: main_loop(process),
    }
}

fn views(loaded: &Loaded) -> Vec<ViewChoice> {
    let available = match &loaded.trace {
        Some(trace) => trace.views(),
        None => vec![loaded.analysis.view],
    };
    let numbers = available == [View::Values];
    let reason = |view| match (&loaded.trace, view) {
        (None, _) if loaded.options.is_some() => "known when all files are read",
        (None, _) => "a file of nests holds one view only",
        (Some(_), View::Values) => "the files hold events, no tuples of numbers",
        (Some(_), _) if numbers => "the files hold tuples of numbers, no events",
        (Some(_), View::Calls) => "the files name no calls, only messages",
        (Some(_), View::Communication) => "the files name calls, not who received which message",
    };
    let choice = |view: View| {
        let there = available.contains(&view);
        let reason = if there { "" } else { reason(view) };
        ViewChoice { view: view.into(), available: there, reason: reason.to_owned() }
    };
    View::BY_PREFERENCE.into_iter().map(choice).collect()
}

/// The most labels by which tuples are counted.
const MAX_LABELS: usize = 8;

/// Tuples by label, labels by name; none if no tuple has one, or if there are too many.
fn labels(analysis: &Analysis) -> Vec<KindCount> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for process in &analysis.processes {
        for (label, times) in label_counts(process) {
            let count = counts.entry(label).or_default();
            *count = count.saturating_add(times);
        }
        let nest = &process.nest;
        let whole = nest.ids().zip(occurrences(nest)).filter(|_| process.tuples.is_none());
        for (id, times) in whole {
            let Node::Symbol(symbol) = nest.node(id) else { continue };
            let label = parse_tuple(process.symbols.text(symbol)).map_or("", |(label, _)| label);
            let count = counts.entry(label).or_default();
            *count = count.saturating_add(times);
        }
    }
    if counts.len() > MAX_LABELS || counts.keys().all(|label| label.is_empty()) {
        return Vec::new();
    }
    let kind = |label: &str| if label.is_empty() { "other" } else { label }.to_owned();
    let counted = |(label, count): (&str, u64)| KindCount { kind: kind(label), count: count as f64 };
    counts.into_iter().map(counted).collect()
}

/// Events by kind: communication by the names of the native form, calls by shape, tuples by label.
fn kinds(analysis: &Analysis) -> Vec<KindCount> {
    if analysis.view == View::Values {
        return labels(analysis);
    }
    let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
    let communication = analysis.view == View::Communication;
    const CALLS: [&str; 4] = ["send", "receive", "collective", "other"];
    for process in &analysis.processes {
        let nest = &process.nest;
        for (id, times) in nest.ids().zip(occurrences(nest)) {
            let Node::Symbol(symbol) = nest.node(id) else { continue };
            let shape = Appearance::of(analysis.view, process.symbols.text(symbol)).shape;
            let count: &mut u64 = counts.entry(shape as usize).or_default();
            *count = count.saturating_add(times);
        }
    }
    let kind = |shape: usize| {
        if communication {
            Kind::ALL.get(shape).map_or("other", |kind| kind.name())
        } else {
            CALLS.get(shape).copied().unwrap_or("other")
        }
    };
    let named = |(shape, count): (usize, u64)| KindCount { kind: kind(shape).to_owned(), count: count as f64 };
    counts.into_iter().map(named).collect()
}

impl From<&Options> for ChosenOptions {
    fn from(options: &Options) -> Self {
        Self {
            method: options.method.name().to_owned(),
            k: options.method.k().and_then(|k| u32::try_from(k).ok()),
            view: options.view.into(),
            signature: names(options.signature.fields()),
            locals: options.locals.into(),
            order: options.order.name().to_owned(),
        }
    }
}

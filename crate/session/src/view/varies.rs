//! What varies in a trace from one time to the next, and would hide its loops: for those who ask what a trace holds.
//!
//! These are the things that nests write in one way, see docs/variation.md; each is found by building the nests, in the view that
//! shows it.

use loopscope_core::completions::BETWEEN_CALLS;
use loopscope_core::elided::{Elided, Place};
use loopscope_core::numbers::{counted, listed, plural, set_text, thousands};
use loopscope_core::symbols::Appearance;
use loopscope_core::trace::{ProcessId, Trace, View};

use crate::analysis::ProcessNest;
use crate::options::OptionChoices;

/// What varies in one process.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Varying {
    pub(super) process: ProcessId,
    /// How many runs of receives came in another order than the nest writes, and how many may.
    pub(super) order: Option<(u64, u64)>,
    /// The calls that complete whatever comes first.
    pub(super) completed_by: Vec<String>,
    /// From how many processes it takes messages, whoever comes first.
    pub(super) partners: Option<u64>,
    /// Calls whose sizes change.
    pub(super) sizes: Vec<String>,
    /// Calls that stand in rows of another length each time.
    pub(super) polls: Vec<String>,
    /// The iterations of the main loop, and how many variants they have.
    pub(super) variants: Option<(u64, u64)>,
}

/// What varies in each process in which something does. As [`ProcessNest::build`] in each view with events; a process that is too
/// long for the method has nothing that is known.
pub(super) fn of(trace: &Trace) -> Vec<Varying> {
    let lenient = OptionChoices { lenient: true, ..OptionChoices::default() };
    let Ok(main) = lenient.resolve("", trace) else { return Vec::new() };
    let views = trace.views().into_iter().filter(|view| *view != View::Values);
    let views: Vec<View> = views.collect();
    let mut all = Vec::new();
    for process in trace.processes() {
        let mut varying = Varying::nothing(process.id);
        for &view in views.iter().filter(|view| process.events(**view).is_some()) {
            let choices = OptionChoices { view: Some(view), ..lenient.clone() };
            let options = choices.resolve("", trace);
            let nest = options.ok().and_then(|it| ProcessNest::build(process, trace.table(), &it).ok());
            if let Some(nest) = nest {
                varying.add(nest, view == main.view);
            }
        }
        if varying != Varying::nothing(process.id) {
            all.push(varying);
        }
    }
    all
}

impl Varying {
    fn nothing(process: ProcessId) -> Self {
        let (completed_by, sizes, polls) = (Vec::new(), Vec::new(), Vec::new());
        let (order, partners, variants) = (None, None, None);
        Self { process, order, completed_by, partners, sizes, polls, variants }
    }

    /// Takes in what a view shows; the variants of iterations are those of the main one.
    fn add(&mut self, nest: ProcessNest, is_main: bool) {
        if !nest.orders.is_empty() {
            self.order = Some(nest.orders.moved());
        }
        if let Some(peers) = &nest.peers {
            self.partners = Some(peers.figures().0);
        }
        if let Some(elided) = &nest.elided {
            self.sizes = names(elided, super::elided::has_sizes);
            self.polls = names(elided, Place::is_row);
        }
        if let Some(found) = nest.found_variants().filter(|_| is_main) {
            let variants = &found.variants;
            self.variants = Some((variants.iterations(), variants.bodies.len() as u64));
        }
        let calls = nest.completed_by.iter().flat_map(|calls| calls.split(BETWEEN_CALLS));
        self.completed_by.extend(calls.map(str::to_owned));
    }
}

/// The names of the calls at some places, each once.
fn names(elided: &Elided, takes: impl Fn(&Place) -> bool) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for place in elided.places.iter().filter(|place| takes(place)) {
        let text = place.forms.first().map_or("", |form| &*form.text);
        let name = Appearance::of(View::Calls, text).name;
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Some calls of a process.
type CallsOf = fn(&Varying) -> &[String];

/// A line for each thing that varies, with the processes in which it does.
pub(super) fn lines(all: &[Varying]) -> Vec<String> {
    let mut lines = Vec::new();
    let ordered: Vec<&Varying> = all.iter().filter(|own| own.order.is_some()).collect();
    let orders = ordered.iter().filter_map(|own| own.order);
    let (moved, runs) = orders.fold((0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
    if runs > 0 {
        let calls = union(ordered.iter().flat_map(|own| own.completed_by.iter().map(String::as_str)));
        lines.push(format!(
            "order of receives in {}: another one in {} of {} runs{}",
            who(ordered.iter().copied()),
            thousands(moved),
            thousands(runs),
            after(", completed by ", &calls)
        ));
    }
    for (partners, own) in all.iter().filter_map(|own| Some((own.partners?, own))) {
        let processes = counted(partners, "process");
        lines.push(format!("partners of process {}: any of {processes}", own.process));
    }
    let parts: [(&str, CallsOf); 2] = [("sizes of calls", |own| &own.sizes), ("rows of polls", |own| &own.polls)];
    for (what, calls) in parts {
        let some = || all.iter().filter(|own| !calls(own).is_empty());
        if some().next().is_some() {
            let names = union(some().flat_map(|own| calls(own).iter().map(String::as_str)));
            lines.push(format!("{what} in {}{}", who(some()), after(": ", &names)));
        }
    }
    let with_variants = || all.iter().filter(|own| own.variants.is_some());
    if let Some((own, (iterations, variants))) = with_variants().find_map(|own| Some((own, own.variants?))) {
        let iterations = counted(iterations, "iteration");
        let what = match variants {
            1 => "with counts that change".to_owned(),
            several => format!("of {} variants", thousands(several)),
        };
        let processes = who(with_variants());
        lines.push(match with_variants().count() {
            1 => format!("iterations of the main loop in {processes}: {iterations} {what}"),
            _ => format!("iterations of the main loop in {processes}: {iterations} {what} in process {}", own.process),
        });
    }
    lines
}

/// `process 0`, `8 processes (0-7)`
fn who<'a>(processes: impl Iterator<Item = &'a Varying>) -> String {
    let ids: Vec<u32> = processes.map(|own| own.process.0).collect();
    match ids.as_slice() {
        [one] => format!("process {one}"),
        several => {
            let count = several.len() as u64;
            format!("{} {} ({})", thousands(count), plural(count, "process"), set_text(ids))
        }
    }
}

/// Each name once, in order of first appearance.
fn union<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        if !all.iter().any(|known| known == name) {
            all.push(name.to_owned());
        }
    }
    all
}

/// The names behind a word; nothing if there are none.
fn after(word: &str, names: &[String]) -> String {
    match names {
        [] => String::new(),
        some => format!("{word}{}", listed(some)),
    }
}

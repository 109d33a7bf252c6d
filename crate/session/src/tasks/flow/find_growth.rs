//! The task that finds how flow graphs grow, and the steps that a reduced trace would keep: a process in each slice.

use loopscope_core::event_flow::{Window, WindowRule};
use loopscope_core::numbers::{counted, percent, thousands};
use loopscope_core::trace::Trace;
use loopscope_formats::notes::Note;

use super::growth::{GrownTo, Growth, Noticed};
use super::process::GROWTH;
use super::reduce::{wanted_steps, KeptSteps, Planning};
use super::task::{flow_choices, KeptFlow};
use crate::loaded::Loaded;
use crate::options::Options;
use crate::tasks::task::{Slice, Task};
use crate::view::sentence::Sentence;
use crate::wire::{GrowthSummary, GrowthWindow, ProcessGrowth, ReduceRequest, SentencePart, TaskProgress};

/// Processes that are listed.
const MOST_PROCESSES: usize = 64;
/// Points of a curve, and lines of what is noticed: more have no room.
const MOST_POINTS: usize = 400;
const MOST_NOTICES: usize = 200;

/// The task. Its progress counts processes, once for their graphs and once for their steps.
#[derive(Debug)]
pub(crate) struct FindGrowth {
    trace: Trace,
    options: Options,
    next: usize,
    /// Why there are no steps, else how they are found.
    planning: Result<Box<Planning>, String>,
    found: Vec<ProcessGrowth>,
}

impl FindGrowth {
    /// Prepares to find the growth of all processes. Calls that only ask are kept, as `loopscope watch` does.
    ///
    /// # Errors
    /// What is loaded is a file of nests, or has numbers alone.
    pub(crate) fn new(loaded: &Loaded, request: &ReduceRequest, kept: Option<&KeptFlow>) -> Result<Self, Note> {
        let (trace, choices) = flow_choices(loaded, true)?;
        let options = choices.resolve(&loaded.name, trace)?;
        let choices = wanted_steps(loaded, request, (kept, choices))?;
        let planning = Planning::new(&loaded.name, trace, &choices);
        Ok(Self {
            trace: trace.clone(),
            options,
            next: 0,
            planning: planning.map(Box::new).map_err(|note| note.what),
            found: Vec::new(),
        })
    }

    /// The growth of the next process, if it is listed.
    fn grow(&mut self) -> Result<(), Note> {
        let Some(process) = self.trace.processes().get(self.next) else { return Ok(()) };
        self.next += 1;
        if self.found.len() >= MOST_PROCESSES || process.events(self.options.view).is_none() {
            return Ok(());
        }
        let (table, rule) = (self.trace.table(), WindowRule::default());
        let growth = Growth::new(process, table, &self.options, rule)?;
        self.found.push(described(process.id.0, &growth));
        Ok(())
    }

    fn finish(mut self) -> GrowthSummary {
        let rule = WindowRule::default();
        let kept = self.planning.and_then(|planning| {
            let kept = planning.kept().map_err(|note| note.what)?;
            for process in &mut self.found {
                process.steps = ranges(&planning, process.process, &kept);
            }
            Ok(kept)
        });
        let (steps, no_steps) = match kept {
            Ok(kept) => (kept.words(), String::new()),
            Err(why) => (String::new(), why),
        };
        GrowthSummary {
            processes: self.found,
            quiet: rule.calls as f64,
            iterations: rule.iterations as f64,
            steps,
            no_steps,
        }
    }
}

impl Task for FindGrowth {
    type Output = GrowthSummary;
    type Kept = ();

    fn step(mut self) -> Result<Slice<Self>, Note> {
        let all = self.trace.processes().len();
        if self.next < all {
            self.grow()?;
        } else {
            let more = match &mut self.planning {
                Ok(planning) => planning.step().map_err(|note| note.what),
                Err(_) => Ok(false),
            };
            match more {
                Ok(true) => {}
                Ok(false) => return Ok(Slice::Finished(self.finish(), ())),
                // A process without steps: there are none to keep.
                Err(why) => self.planning = Err(why),
            }
        }
        let steps = self.planning.as_ref().map_or(0, |planning| planning.progress().0);
        let (done, total) = ((self.next + steps) as f64, 2.0 * all as f64);
        Ok(Slice::Working(self, TaskProgress { done, total, part: None }))
    }
}

fn ranges(planning: &Planning, process: u32, kept: &KeptSteps) -> Vec<f64> {
    let ranges = planning.ranges(process, kept);
    ranges.into_iter().flat_map(|(from, to)| [from as f64, to as f64]).collect()
}

fn described(process: u32, growth: &Growth) -> ProcessGrowth {
    let sizes = |first: u64, size: GrownTo| [first as f64, size.nodes as f64, size.edges as f64];
    let points = growth.points(MOST_POINTS);
    let notice = |it: &Noticed| format!("call {}: {}", thousands(it.call), it.text);
    let window = |(number, (window, header)): (u32, &(Window, Box<str>))| GrowthWindow {
        number,
        header: header.to_string(),
        nodes: window.nodes,
        from: window.begin as f64,
        to: window.end.unwrap_or(growth.calls) as f64,
        iterations: window.iterations as f64,
        dropped_for: window.dropped_for.map_or(0, |number| number + 1),
    };
    ProcessGrowth {
        process,
        calls: growth.calls as f64,
        sentence: sentence(process, growth),
        points: points.into_iter().flat_map(|size| sizes(size.calls, size)).collect(),
        parts: GROWTH.iter().flat_map(|&part| sizes(part, growth.after(part))).collect(),
        notices: growth.notices.iter().take(MOST_NOTICES).map(notice).collect(),
        windows: (1..).zip(&growth.windows).map(window).collect(),
        steps: Vec::new(),
    }
}

/// "After **2.4 %** of its 63,807 calls the graph of process 0 has 27 nodes and 32 transitions; .."
fn sentence(process: u32, growth: &Growth) -> Vec<SentencePart> {
    let mut sentence = Sentence::default();
    let (half, end) = (growth.after(50), growth.after(100));
    let share = growth.reached(50) as f64 / growth.calls.max(1) as f64;
    let size = |size: GrownTo| {
        let (nodes, edges) = (counted(size.nodes, "node"), counted(size.edges, "transition"));
        format!("{nodes} and {edges}")
    };
    sentence.say("After ");
    sentence.stress(percent(share));
    let calls = counted(growth.calls, "call");
    sentence.say(format!(" of its {calls} the graph of process {process} has {}", size(half)));
    if (half.nodes, half.edges) == (end.nodes, end.edges) {
        sentence.say(", and nothing new comes until the end.");
    } else {
        let more = GrownTo { nodes: end.nodes - half.nodes, edges: end.edges - half.edges, ..GrownTo::default() };
        sentence.say(format!("; the second half of the run adds {}.", size(more)));
    }
    sentence.parts
}

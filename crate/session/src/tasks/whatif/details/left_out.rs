//! What a reduction leaves out, over time: the calls that no question about the longest events needs.

use loopscope_core::whatif::{Program, Reduced, Rule};

use super::super::builder::Read;
use super::super::overlay::Columns;
use super::super::reduction::{asked, AskedParts, Longest, ReductionChoices};
use super::super::shown::spread;
use super::super::Delay;

/// Events that may be asked about: the longest waits and computations, as many as the paper's reduction is measured with.
const ASKED: usize = 100;

/// The stretches that are left out. See the [module](self).
#[derive(Debug, Default)]
pub(in super::super) struct LeftOut {
    /// Of each process, by place: from when to when, from the beginning of the run.
    stretches: Vec<Vec<(i64, i64)>>,
    /// How many calls are left out.
    pub(in super::super) calls: u64,
    /// How many events may be asked about.
    pub(in super::super) asked: u64,
}

impl LeftOut {
    /// Reduces a run to what questions about its longest events need. O(calls + inputs), times the terms of a form or the events.
    #[inline(never)] // It belongs to a part of the engine that most questions do not need.
    pub(in super::super) fn new(read: &Read, rule: Rule) -> Self {
        let parts = AskedParts { waits: true, computations: true };
        let longest = Longest::Count(ASKED);
        let choices = ReductionChoices { longest, parts, each: false, rule, delay: Delay::LogGps };
        let program = &read.program;
        // Where no event lasts any time, nothing can be asked.
        let asked = asked(program, &choices).unwrap_or_default();
        let events: Vec<_> = asked.into_iter().map(|(event, _)| event).collect();
        let reduced = Reduced::new(program, &read.order, &events, rule);
        let calls = reduced.kept.iter().filter(|kept| !**kept).count() as u64;
        Self { stretches: stretches(program, &reduced.kept), calls, asked: events.len() as u64 }
    }

    /// The share of each column that is left out, of each of these processes, by their places, one after the other.
    /// O(processes x columns + stretches in the range).
    pub(in super::super) fn shares(&self, columns: Columns, places: &[u32]) -> Vec<f32> {
        let mut out = vec![0.0; places.len() * columns.count];
        for (&place, own) in places.iter().zip(out.chunks_mut(columns.count)) {
            let Some(stretches) = self.stretches.get(place as usize) else { continue };
            let first = stretches.partition_point(|&(_, end)| (end as f64) <= columns.from);
            let within = stretches.iter().skip(first);
            for &(begin, end) in within.take_while(|it| (it.0 as f64) < columns.to) {
                spread(own, (columns.at(begin as f64), columns.at(end as f64)));
            }
        }
        out
    }
}

/// From the end of each call that stays to the beginning of the next that does, where calls between them are left out.
fn stretches(program: &Program, kept: &[bool]) -> Vec<Vec<(i64, i64)>> {
    let origin = program.span().0;
    let of_process = |process: &loopscope_core::whatif::ProcessCalls| {
        let mut list = Vec::new();
        let (mut begin, mut open) = (process.start, false);
        for call in process.calls() {
            let (Some(own), Some(&stays)) = (program.calls().get(call as usize), kept.get(call as usize)) else {
                continue;
            };
            if stays {
                if open {
                    list.push((begin - origin, own.enter - origin));
                }
                begin = own.leave;
            }
            open = !stays;
        }
        if open {
            list.push((begin - origin, process.last - origin));
        }
        list
    };
    program.processes().iter().map(of_process).collect()
}

//! The task that compares the methods on one process, and the nests that are kept to draw the comparison.

use std::sync::Arc;

use loopscope_core::method::Method;
use loopscope_core::trace::{ProcessId, Trace};
use loopscope_draw::scene::ribbon::{aligned, AlignedRow};
use loopscope_formats::notes::Note;

use super::{without_trace, ComparisonBuilder, Outcome};
use crate::analysis::ProcessNest;
use crate::error_note;
use crate::loaded::{Loaded, TraceHandle};
use crate::options::Options;
use crate::tasks::task::{Slice, Task};
use crate::view::picture::{flat, theme};
use crate::wire::{CompareRequest, Comparison, Reply, RibbonLook, TaskProgress};

/// The most comparisons that are kept, to draw them again.
const KEPT: usize = 16;
/// The most nodes and top-level items of their nests together. The newest comparison is kept whatever its size.
const KEPT_ITEMS: u64 = 4_000_000;

/// The task. Its progress counts methods; each method is a part.
#[derive(Debug)]
pub(crate) struct CompareMethods {
    handle: TraceHandle,
    trace: Trace,
    noun: &'static str,
    comparing: ComparisonBuilder,
}

impl CompareMethods {
    /// Prepares a comparison under the options of the analysis.
    ///
    /// # Errors
    /// What is loaded is a file of nests, or there is no such process.
    pub(crate) fn new(loaded: &Loaded, request: &CompareRequest) -> Result<Self, Note> {
        loaded.process(request.process)?;
        let (Some(trace), Some(options)) = (&loaded.trace, &loaded.options) else {
            return Err(without_trace(&loaded.name));
        };
        Ok(Self {
            handle: loaded.handle,
            trace: trace.clone(),
            noun: loaded.analysis.noun().word(),
            comparing: ComparisonBuilder::new(ProcessId(request.process), options),
        })
    }
}

impl Task for CompareMethods {
    type Output = Comparison;
    type Kept = ComparedNests;

    fn step(mut self) -> Result<Slice<Self>, Note> {
        let method = self.comparing.next_method();
        if self.comparing.step(&self.trace) {
            let progress = TaskProgress {
                done: self.comparing.done() as f64,
                total: Method::ALL.len() as f64,
                part: method.map(|method| method.name().to_owned()),
            };
            return Ok(Slice::Working(self, progress));
        }
        let Self { handle, noun, comparing, .. } = self;
        let (process, options) = (comparing.process(), comparing.options().clone());
        let Outcome { comparison, nests, differing } = comparing.finish(noun);
        let kept = ComparedNests { handle, process, options, nests, differing };
        Ok(Slice::Finished(comparison, kept))
    }
}

/// The nests that a comparison made of one process.
#[derive(Debug)]
pub(crate) struct ComparedNests {
    handle: TraceHandle,
    process: ProcessId,
    /// The options of the comparison. Their method does not count.
    options: Options,
    nests: Vec<(Method, Arc<ProcessNest>)>,
    differing: Vec<(u64, u64)>,
}

impl ComparedNests {
    fn is(&self, handle: TraceHandle, process: ProcessId, options: &Options) -> bool {
        let method = self.options.method;
        (self.handle, self.process) == (handle, process) && self.options == Options { method, ..options.clone() }
    }

    fn items(&self) -> u64 {
        let nests = self.nests.iter().map(|(_, process)| &process.nest);
        nests.map(|nest| (nest.nodes().len() + nest.root().len()) as u64).sum()
    }
}

/// The nests of the last few comparisons, the newest last.
#[derive(Debug, Default)]
pub(crate) struct Comparisons {
    kept: Vec<ComparedNests>,
}

impl Comparisons {
    /// Adds a comparison. It replaces an older one of the same process. Comparisons of other traces are dropped, and so are
    /// the oldest if there are too many.
    pub(crate) fn keep(&mut self, new: ComparedNests) {
        self.kept.retain(|known| known.handle == new.handle && !known.is(new.handle, new.process, &new.options));
        self.kept.push(new);
        while self.kept.len() > KEPT
            || (self.kept.len() > 1 && self.kept.iter().map(ComparedNests::items).sum::<u64>() > KEPT_ITEMS)
        {
            self.kept.remove(0);
        }
    }

    /// Draws the top levels of all methods, one below the other, for a process on which they were compared.
    ///
    /// # Errors
    /// What is loaded is a file of nests, or the comparison is no longer kept.
    #[inline(never)] // of a part that a first visit does not need
    pub(crate) fn aligned(&self, loaded: &Loaded, process: u32, look: &RibbonLook) -> Result<Reply, Note> {
        let options = loaded.options.as_ref().ok_or_else(|| without_trace(&loaded.name))?;
        let process = ProcessId(process);
        let known = self.kept.iter().find(|kept| kept.is(loaded.handle, process, options));
        let known = known.ok_or_else(|| {
            error_note(
                &loaded.name,
                "the methods are not compared on this process",
                format!("process {process}"),
                "one that was compared lately",
                "compare it again",
            )
        })?;
        let rows = known
            .nests
            .iter()
            .map(|(method, process)| AlignedRow { label: method.name(), source: loaded.source(process) });
        let rows: Vec<AlignedRow<'_>> = rows.collect();
        let scene = aligned(&rows, &known.differing, f64::from(look.width), look.compact);
        Ok(Reply::Aligned { picture: flat(&scene, theme(look.theme)) })
    }
}
